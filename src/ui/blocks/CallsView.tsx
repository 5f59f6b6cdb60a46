import type { JSX } from "preact";
import type { CallsBlock, NestedCall } from "../../core/view/tool-block.ts";
import { formatAmount, formatBytes } from "../../lib/figures.ts";
import { CallWords, Status } from "./CallWords.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { FieldRows } from "./FieldRows.tsx";
import { PlainText } from "./PlainText.tsx";
import "./tools.css";

/** Calls that a tool made to others, one line each below it; arguments on request. */
export function CallsView({ name, block }: { readonly name: string; readonly block: CallsBlock }): JSX.Element {
  const { calls, complete, left } = block;
  const failed = calls.filter(({ status }) => status === "error").length;
  const facts = [failed > 0 ? `${failed} failed` : "", complete ? "" : "not all recorded"].filter(
    (fact) => fact !== "",
  );
  return (
    <div class="blocks-nested">
      <p class="blocks-parallel-head">
        {formatAmount(calls.length + left, "nested call")}
        {facts.length > 0 && ` · ${facts.join(" · ")}`}
      </p>
      <ul>
        {calls.map((call, index) => (
          // Calls of one result never change places.
          <li key={index}>
            <Nested name={`${name}.${index}`} call={call} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="blocks-faint">{formatAmount(left, "further call")} not shown here</p>}
    </div>
  );
}

function Nested({ name, call }: { readonly name: string; readonly call: NestedCall }): JSX.Element {
  const { words, status, ms, args, argBytes, error } = call;
  const state = status === "error" ? "failed" : status === "ok" ? "ok" : "open";
  const said =
    status === "error" ? "failed" : status === "ok" ? "" : status === "unfinished" ? "unfinished" : "no status";
  const aside = <Status status={state} words={said} ms={ms} />;
  return (
    <>
      {args.length === 0 ? (
        <div class="blocks-line">
          <CallWords words={words} />
          <span class="blocks-aside">{aside}</span>
        </div>
      ) : (
        <Disclosure name={`${name}-nested`} title={<CallWords words={words} />} open={false} aside={aside}>
          <FieldRows name={name} fields={args} look="mono" />
        </Disclosure>
      )}
      {argBytes !== null && <p class="blocks-faint">{formatBytes(argBytes)} of arguments, not recorded</p>}
      {error !== "" && (
        <p class="blocks-nested-error" dir="auto">
          <PlainText text={error} />
        </p>
      )}
    </>
  );
}
