import { signal } from "@preact/signals";
import { render, type JSX } from "preact";
import type { ContextItem } from "../../core/view/context.ts";
import type { Row, Tone } from "../../core/view/row.ts";
import { phase } from "../../state/cells.ts";
import { ContextItemView } from "../context/ContextItemView.tsx";
import { TreeRow } from "../tree/TreeRow.tsx";

/** ms after the start: the page itself comes first, and has come to rest by then. */
const QUIET = 1200;
/** ms between two drawings. */
const BETWEEN = 100;
/** A screen of rows. */
const ROWS = 24;

const tones: readonly Tone[] = ["user", "assistant", "tool"];

/**
 * Draws what the page draws first of a session once, out of sight, while nobody waits: code that has run, fonts that have been
 * looked up and styles that have been matched make the first session appear as fast as the second. Each drawing is a task of
 * its own and none begins once a file is there.
 */
export function rehearse(): void {
  const stages = [() => <Rows />, () => <Items />];
  const next = (): void => {
    const stage = stages.shift();
    if (stage === undefined || phase.peek() !== "empty") return;
    drawOnce(stage());
    setTimeout(next, BETWEEN);
  };
  setTimeout(next, QUIET);
}

function drawOnce(what: JSX.Element): void {
  const box = document.createElement("div");
  box.className = "app-rehearsal";
  box.inert = true;
  box.ariaHidden = "true";
  document.body.append(box);
  render(what, box);
  // A layout is asked for as the lists do: nothing that is not seen is painted.
  box.getBoundingClientRect();
  render(null, box);
  box.remove();
}

function Rows(): JSX.Element {
  return (
    <>
      {Array.from({ length: ROWS }, (_, index) => (
        <TreeRow
          key={index}
          index={index}
          count={ROWS}
          entry={index}
          row={madeUp(index)}
          failed={false}
          above={null}
          apart={0}
          depth={index % 3}
          marks={index}
          guides={index}
          selected={index === 1}
          active={index === 1}
          isPoint={index === 1}
          nearPoint={false}
          isLeaf={index === 1}
          away={false}
          hovered={nowhere}
        />
      ))}
    </>
  );
}

const nowhere = signal(-1);

function Items(): JSX.Element {
  return (
    <>
      {tones.map((tone, row) => (
        <ContextItemView
          key={row}
          item={itemOf(tone, row)}
          source={madeUp(row)}
          form="projected"
          part={0}
          fresh={false}
          selected={false}
          onSelect={ignore}
        />
      ))}
    </>
  );
}

function ignore(): void {
  // Nobody presses what is out of sight.
}

function madeUp(row: number): Row {
  const tone = tones[row % tones.length] ?? "user";
  const place = { row, id: "", label: undefined, time: row, shadowed: false, leaf: row === 1 };
  const words = tone === "tool" ? { lead: "", text: "[read: a.ts]" } : { lead: `${tone}:`, text: "Words" };
  const fate = row % 2 === 0 ? "in context" : "summarised";
  return { ...place, ...words, tone, fate, tokens: row * 100, error: row === 2, problems: row === 2 ? 1 : 0 };
}

function itemOf(tone: Tone, row: number): ContextItem {
  const text = {
    kind: "text",
    text: "Words\nand more\n".repeat(20),
    look: tone === "tool" ? "mono" : "prose",
  } as const;
  const call = {
    kind: "toolCall",
    id: "c",
    name: "read",
    title: "read: a.ts",
    words: [],
    body: [],
    args: [],
    result: null,
    status: "open",
    ms: null,
  } as const;
  const thinking = { kind: "thinking", text: "Words", redacted: false, signature: 0 } as const;
  const blocks = tone === "assistant" ? [thinking, text, call] : [text];
  const words = { id: "", title: tone, tone, fate: "in context", notes: [], hidden: false } as const;
  return { index: row, row, time: row, tokens: 100, ...words, blocks };
}
