import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatAgo, formatAmount, formatBytes, formatTime } from "../../lib/figures.ts";
import { recents } from "../../state/cells.ts";
import { cleanName, shortPath } from "../../state/names.ts";
import { reopen } from "../../state/opening.ts";
import { keepRecents } from "../../state/preferences.ts";
import { forget, forgetAll, loadRecents, setKeepRecents } from "../../state/recents.ts";
import type { Recent } from "../../worker/protocol.ts";
import { Button } from "../parts/Button.tsx";

/** Sessions opened before, and what the browser keeps of them. */
export function RecentSessions(): JSX.Element | null {
  useEffect(() => {
    void loadRecents();
  }, []);
  const known = recents.value;
  const sessions = known?.sessions ?? [];
  const isLost = keepRecents.value && known !== null && !known.available;
  return (
    <section class="start-recents" aria-labelledby="recents-heading">
      {sessions.length > 0 && (
        <>
          <header class="start-recents-head">
            <h2 id="recents-heading">Recent sessions</h2>
            <Button look="quiet" onClick={() => void forgetAll()}>
              Forget all
            </Button>
          </header>
          <ul>
            {sessions.map((session) => (
              <RecentSession key={session.key} session={session} />
            ))}
          </ul>
        </>
      )}
      <div class="start-keep">
        <label>
          <input
            type="checkbox"
            checked={keepRecents.value}
            onChange={(event) => void setKeepRecents(event.currentTarget.checked)}
          />
          Keep recent sessions in this browser
        </label>
        {!keepRecents.value && location.protocol === "file:" && (
          <span>Other pages opened from this disk could read them.</span>
        )}
        {isLost && <span>This browser gives the page no storage.</span>}
        {known?.available === true && keepRecents.value && (
          <span>
            {formatBytes(known.keptBytes)} of at most {formatBytes(known.keptLimit)} kept
          </span>
        )}
      </div>
    </section>
  );
}

function RecentSession({ session }: { readonly session: Recent }): JSX.Element {
  const title = cleanName(session.title, 160) || cleanName(session.fileName);
  const about = [formatAmount(session.entries, "entry", "entries"), formatBytes(session.size)].join(" · ");
  const words = (
    <>
      <span class="start-recent-title">{title}</span>
      <span class="start-recent-when" title={formatTime(session.opened)}>
        {formatAgo(session.opened, Date.now())}
      </span>
      <span class="start-recent-cwd">
        {session.kept ? (
          <bdi>{shortPath(session.cwd ?? session.fileName)}</bdi>
        ) : (
          "No copy is kept: open the file itself"
        )}
      </span>
      <span>{about}</span>
    </>
  );
  return (
    <li class="start-recent">
      {session.kept ? (
        <button type="button" class="start-recent-open" onClick={() => void reopen(session.key)}>
          {words}
        </button>
      ) : (
        <div class="start-recent-open">{words}</div>
      )}
      <Button look="quiet" icon="close" label={`Forget ${title}`} onClick={() => void forget(session.key)} />
    </li>
  );
}
