import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { dismissRemark } from "../../state/actions.ts";
import { generation, info, remarks, subject, trouble } from "../../state/cells.ts";
import { canOpenAgain, openAgain, openPrevious } from "../../state/opening.ts";
import { openReading, READINGS } from "../../state/readings.ts";
import { pickFile } from "../keys/focus.ts";
import { Button } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";

interface NoticeProps {
  readonly tone: "danger" | "warning" | "info";
  readonly text: string;
  readonly onDismiss?: () => void;
  readonly children?: JSX.Element;
}

function Notice({ tone, text, onDismiss, children }: NoticeProps): JSX.Element {
  return (
    <li class={`app-notice app-notice-${tone}`}>
      <Icon name={tone === "info" ? "info" : "warning"} />
      <p>{text}</p>
      {children}
      {onDismiss !== undefined && <Button look="quiet" icon="close" label="Dismiss" onClick={onDismiss} />}
    </li>
  );
}

/** What is said about the session as a whole, between the top bar and the panes. */
export function Notices(): JSX.Element | null {
  const dismissed = useSignal<ReadonlySet<string>>(new Set());
  const about = generation.value;
  const notices = (info.value?.notices ?? []).filter(({ text }) => !dismissed.value.has(`${about} ${text}`));
  const lost = trouble.value;
  const readings = info.value?.readings ?? [];
  const made = subject.value?.reading;
  if (notices.length + remarks.value.length + readings.length === 0 && lost === null && made === undefined) return null;
  return (
    <aside aria-label="Notices">
      <ul class="app-notices" aria-label="Notices">
        {lost !== null && (
          <Notice tone="danger" text={lost.message === "" ? "The session can no longer be read." : lost.message}>
            {canOpenAgain(lost) ? (
              <Button onClick={() => void openAgain()}>Open again</Button>
            ) : (
              <Button onClick={pickFile}>Choose it again</Button>
            )}
          </Notice>
        )}
        {made !== undefined && (
          <Notice tone="warning" text={READINGS[made].made}>
            <Button onClick={() => void openPrevious()}>Back to the file as it is</Button>
          </Notice>
        )}
        {notices.map(({ tone, text }) => (
          <Notice
            key={text}
            tone={tone}
            text={text}
            onDismiss={() => {
              dismissed.value = new Set([...dismissed.value, `${about} ${text}`]);
            }}
          />
        ))}
        {readings.map((reading) => (
          <Notice key={reading} tone="info" text={READINGS[reading].offer}>
            <Button onClick={() => void openReading(reading)}>{READINGS[reading].action}</Button>
          </Notice>
        ))}
        {remarks.value.map((text) => (
          <Notice key={text} tone="info" text={text} onDismiss={() => dismissRemark(text)} />
        ))}
      </ul>
    </aside>
  );
}
