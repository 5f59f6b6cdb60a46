import type { JSX } from "preact";
import type { SessionInfo } from "../../core/view/info.ts";
import { formatAmount, formatBytes, formatCount } from "../../lib/figures.ts";
import { showDialog, showRight } from "../../state/actions.ts";
import { info, subject } from "../../state/cells.ts";
import { cleanName, shortPath } from "../../state/names.ts";
import { close } from "../../state/opening.ts";
import { width } from "../app/width.ts";
import { pickFile } from "../keys/focus.ts";
import { spelled } from "../keys/keyboard.ts";
import { Button } from "../parts/Button.tsx";
import { Menu } from "../parts/Menu.tsx";
import { exportItems, themeItems } from "./items.ts";
import { ThemeMenu } from "./ThemeMenu.tsx";
import { Totals } from "./Totals.tsx";
import "./bar.css";

/** What is open, what it amounts to, and what can be done with it as a whole. */
export function TopBar(): JSX.Element {
  const session = info.value;
  const name = cleanName(subject.value?.name ?? "");
  return (
    <header class="bar">
      <button type="button" class="bar-mark" aria-label="Close this session" title="Close this session" onClick={close}>
        π
      </button>
      {session === null ? <h1 class="bar-title">{name}</h1> : <About session={session} />}
      <div class="bar-actions">
        <Actions session={session} />
      </div>
    </header>
  );
}

function About({ session }: { readonly session: SessionInfo }): JSX.Element {
  const title = cleanName(session.name ?? session.firstMessage ?? session.fileName, 200);
  const figures = [
    formatAmount(session.entries, "entry", "entries"),
    formatAmount(session.leaves, "branch", "branches"),
    formatBytes(session.size),
  ].join(" · ");
  const origin = cleanName(session.parentSession ?? "", 300);
  return (
    <div class="bar-about">
      <h1 class="bar-title" title={title === session.fileName ? title : `${title}\n${cleanName(session.fileName)}`}>
        {title}
      </h1>
      {session.cwd !== null && (
        <span class="bar-cwd" title={session.cwd}>
          {/* The end of a path says most: it is the start that is cut off. */}
          <bdi>{shortPath(session.cwd)}</bdi>
        </span>
      )}
      <span class="bar-figures">{figures}</span>
      {origin !== "" && (
        <span class="bar-origin" title={`Forked from ${origin}`}>
          {` · forked from ${fileOf(origin)}`}
        </span>
      )}
    </div>
  );
}

/** The last part of a path. */
function fileOf(path: string): string {
  return cleanName(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) || path, 40);
}

function problemCount(session: SessionInfo): number {
  const { error, warning, info: notes } = session.problems;
  return error + warning + notes;
}

function Problems({ session, brief }: { readonly session: SessionInfo; readonly brief?: boolean }): JSX.Element {
  const count = problemCount(session);
  const { error, warning } = session.problems;
  const tone = error > 0 ? "danger" : warning > 0 ? "warning" : "info";
  return (
    <Button
      look={count === 0 ? "quiet" : "plain"}
      {...(brief === true && { icon: tone === "info" ? "info" : "warning" })}
      onClick={() => showRight("problems")}
    >
      <span class={brief === true ? "unseen" : ""}>Problems</span>
      {count > 0 && <b class={`bar-count bar-count-${tone}`}>{formatCount(count)}</b>}
    </Button>
  );
}

/** As many of the actions as there is room for; the rest are in a menu. */
function Actions({ session }: { readonly session: SessionInfo | null }): JSX.Element {
  if (width.value === "narrow") {
    return (
      <>
        {session !== null && problemCount(session) > 0 && <Problems session={session} brief />}
        <More session={session} exports />
      </>
    );
  }
  return (
    <>
      {session !== null && (
        <>
          <Totals usage={session.usage} />
          <Problems session={session} />
          <Menu text="Export" items={exportItems()} />
        </>
      )}
      {width.value === "middle" ? (
        <More session={session} />
      ) : (
        <>
          <Button onClick={pickFile} title={`Open a file (${spelled("Mod+O")})`}>
            Open
          </Button>
          <ThemeMenu />
          <Button look="quiet" icon="help" label="Help (?)" onClick={() => showDialog("help")} />
        </>
      )}
    </>
  );
}

function More({ session, exports }: { readonly session: SessionInfo | null; readonly exports?: boolean }): JSX.Element {
  const items = [
    { text: "Open a file", run: pickFile },
    ...(session !== null && exports === true ? exportItems() : []),
    ...themeItems(),
    { text: "Help", run: () => showDialog("help") },
  ];
  const head = session === null || exports !== true ? null : <Totals usage={session.usage} />;
  return <Menu icon="more" label="More" look="quiet" items={items} head={head} />;
}
