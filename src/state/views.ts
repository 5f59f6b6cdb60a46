/** Keeps what the worker computes in step with the cells it depends on. Only the newest question counts. */
import { batch, effect, untracked, type Signal } from "@preact/signals";
import { PROMPT_PART, type ContextView } from "../core/view/context.ts";
import type { SessionInfo } from "../core/view/info.ts";
import { formatAmount, formatCount, formatTokens } from "../lib/figures.ts";
import * as cells from "./cells.ts";
import { ask, client, failureOf, noteTrouble } from "./client.ts";
import { placeOn } from "./growth.ts";
import { readHash } from "./hash.ts";
import { arrive, here, locate } from "./landing.ts";
import { hasCome, markOnce } from "./marks.ts";

type Question<T> = () => Promise<T>;

/** A wait shorter than this, in ms, is not worth a word. */
const quietMs = 120;

/**
 * Asks again whenever a cell that `ask` reads has changed. One question at a time: what changes meanwhile is asked when the
 * answer is there, and that answer is dropped. So the worker never has more than one question too many, and what is shown
 * stays until the newest answer is there.
 */
function follow<T>(ask: () => Question<T> | null, accept: (answer: T) => void, waiting?: Signal<boolean>): () => void {
  let isAsking = false;
  let newest: Question<T> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (question: Question<T>): void => {
    isAsking = true;
    const settle = (answer?: T): void => {
      isAsking = false;
      if (newest === question && answer !== undefined) accept(answer);
      if (newest !== null && newest !== question) return start(newest);
      clearTimeout(timer);
      timer = undefined;
      if (waiting !== undefined) waiting.value = false;
    };
    // Untracked: what asking reads is not what the effect depends on. A refusal leaves the old answer: `ask` has told the page if the session can no longer be read.
    void untracked(question).then(settle, () => settle());
  };
  const end = effect(() => {
    newest = ask();
    if (newest === null) return;
    timer ??= setTimeout(() => {
      if (waiting !== undefined && isAsking) waiting.value = true;
    }, quietMs);
    if (!isAsking) start(newest);
  });
  return () => {
    end();
    newest = null;
  };
}

/** True while there is a session to ask about. Reading it makes a question be asked again for another session. */
function isOpen(): boolean {
  return cells.generation.value >= 0 && cells.info.value !== null && cells.trouble.value === null;
}

/** True also where only its file is gone: the worker still has what it knows of every entry, and rows need no more. */
function isKnown(): boolean {
  const lost = cells.trouble.value?.code;
  return isOpen() || (cells.info.value !== null && (lost === "changed-on-disk" || lost === "not-readable"));
}

/**
 * Tells of each answer whether it is news: the first of a session that was read again is what stood there before, and a word
 * about it would talk over that it was read again.
 */
function newsOnly(): () => boolean {
  let last = -1;
  return () => {
    const isNews = last === cells.generation.peek();
    last = cells.generation.peek();
    return isNews;
  };
}

function followTree(): () => void {
  let last: number | null = null;
  const isNews = newsOnly();
  return follow(
    () => {
      const params = {
        filter: cells.filter.value,
        fates: cells.fates.value,
        query: cells.query.value,
        folded: [...cells.folded.value],
        point: cells.point.value,
      };
      const moved = cells.tree.peek() !== null && params.point !== last;
      last = params.point;
      if (!isKnown()) return null;
      const question = () => ask("tree", { ...params, around: cells.selection.peek() });
      return moved ? () => afterContext(question) : question;
    },
    (tree) => {
      const before = cells.tree.peek();
      batch(() => {
        cells.tree.value = tree;
        cells.previewRows.value = [];
        if (isNews() && before !== null && before.rows.length !== tree.rows.length) {
          cells.announcement.value = `${formatCount(tree.rows.length)} of ${formatAmount(tree.total, "entry", "entries")} shown`;
        }
      });
    },
    cells.treeWaiting,
  );
}

/** What a form of the context consists of. */
function amountOf({ form, rows, parts, summary }: ContextView): string {
  if (form === "stored") return formatAmount(rows.length, "entry", "entries");
  const sent = rows.length - (parts[0] === PROMPT_PART ? 1 : 0);
  return formatAmount(form === "sent" ? sent : summary.messages, "message");
}

/** The newest question for a context. */
let contextAsked: Promise<unknown> = Promise.resolve();

/** The longest that a question waits for the context, in ms. */
const patienceMs = 150;

/** Asks when the context is there: a point is set to read it, and where the worker has other things to do it comes late. */
async function afterContext<T>(question: Question<T>): Promise<T> {
  // Whatever follows the same change has been asked by then.
  await Promise.resolve();
  await Promise.race([contextAsked.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return question();
}

/** Holds the first context back until the tree is on the screen: drawn into one frame with it, it would make that late. */
async function afterTree<T>(answer: Promise<T>): Promise<T> {
  const context = await answer;
  if (cells.tree.peek() === null || hasCome("session:tree") || typeof requestAnimationFrame !== "function")
    return context;
  await nextFrame();
  return context;
}

/** When what there is has been drawn. Nothing is in a page that does not show. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, quietMs);
  });
}

function followContext(): () => void {
  const isNews = newsOnly();
  return follow(
    () => {
      const params = { form: cells.form.value, point: cells.point.value };
      if (!isOpen()) return null;
      return () => {
        const answer = ask("context", { ...params, around: cells.selection.peek() });
        contextAsked = answer;
        return cells.context.peek() === null ? afterTree(answer) : answer;
      };
    },
    (context) => {
      const before = cells.context.peek();
      batch(() => {
        cells.context.value = context;
        if (!isNews() || before === null) return;
        const { tokens, title } = context.summary;
        const what = before.point === context.point ? `Form ${context.form}` : `Point set to ${title}`;
        cells.announcement.value = `${what}: ${amountOf(context)}, about ${formatTokens(tokens)} tokens`;
      });
    },
    cells.contextWaiting,
  );
}

function followMinimap(): () => void {
  return follow(
    () => {
      const params = { slices: cells.minimapSlices.value, point: cells.point.value };
      return isKnown() && params.slices > 0 ? () => afterContext(() => ask("minimap", params)) : null;
    },
    (minimap) => {
      cells.minimap.value = minimap;
    },
  );
}

function followStrip(): () => void {
  return follow(
    () => {
      const params = { slices: cells.stripSlices.value, point: cells.point.value };
      return isKnown() && params.slices > 0 ? () => afterContext(() => ask("strip", params)) : null;
    },
    (strip) => {
      cells.strip.value = strip;
    },
  );
}

/** After tree and context have been drawn: what is read first comes first. */
async function afterDrawing(): Promise<void> {
  await Promise.resolve();
  await contextAsked.catch(() => undefined);
  for (let frames = 0; frames < 2 && typeof requestAnimationFrame === "function"; frames++) await nextFrame();
}

/** So few entries delay nothing; and where they have no growth to show, its place goes before anything is read. */
const FEW = 100;

/** While the point stays on the branch whose requests are known, only its place among them changes. */
function followGrowth(): () => void {
  let opening = -1;
  return follow(
    () => {
      const [point, asked] = [cells.point.value, cells.generation.value];
      if (!isOpen()) return null;
      return async () => {
        const known = opening === asked ? cells.growth.peek() : null;
        const at = known === null ? null : await placeOn(known.rows, point);
        if (known !== null && at !== null) return { ...known, at };
        if ((cells.info.peek()?.entries ?? 0) > FEW) await afterDrawing();
        const isWanted = cells.generation.peek() === asked && cells.point.peek() === point;
        return isWanted ? ask("growth", { point }) : undefined;
      };
    },
    (growth) => {
      if (growth === undefined) return;
      opening = cells.generation.peek();
      cells.growth.value = growth;
    },
  );
}

/** The point and the selection as rows: their ids for the address, their words for whoever names them. */
function followPlaces(): () => void {
  return follow(
    () => {
      const point = cells.point.value;
      const selection = cells.selection.value;
      if (!isKnown()) return null;
      const rows = Int32Array.from([point, selection].filter((row) => row !== null));
      return () => ask("rows", { rows, point });
    },
    (rows) => {
      const at = (place: number | null) => rows.find(({ row }) => row === place) ?? null;
      batch(() => {
        cells.pointRow.value = at(cells.point.peek());
        cells.selectionRow.value = at(cells.selection.peek());
      });
    },
  );
}

const READ_AGAIN = "The file has changed since it was last open and was read again";

/** The session was read again: everything is asked for anew, from the same place where it still exists. */
async function replace(info: SessionInfo): Promise<void> {
  const generation = cells.generation.peek();
  // Where the place is not known yet, the session has only just been opened, by a link if there is one.
  const found = await locate(untracked(here) ?? readHash(location.hash), info);
  if (cells.generation.peek() !== generation) return;
  batch(() => {
    cells.generation.value += 1;
    cells.info.value = info;
    cells.folded.value = new Set();
    arrive(found);
    cells.remarks.value = [...cells.remarks.peek(), `${READ_AGAIN}.`];
    cells.announcement.value = READ_AGAIN;
  });
}

/** Runs something as soon as the session that is being opened stands, and never if it does not. */
function onceReady(run: () => void): void {
  const generation = cells.generation.peek();
  const end = effect(() => {
    if (cells.phase.value === "loading" && cells.generation.value === generation) return;
    queueMicrotask(() => end());
    if (cells.phase.peek() === "ready" && cells.generation.peek() === generation) queueMicrotask(run);
  });
}

/** Starts keeping everything in step. Returns the end of it. */
export function startViews(): () => void {
  const ends = [followTree(), followContext(), followMinimap(), followStrip(), followPlaces(), followGrowth()];
  ends.push(
    client().onReplaced((info) => {
      markOnce("session:indexed");
      onceReady(() => {
        replace(info).catch((error: unknown) => noteTrouble(failureOf(error)));
      });
    }),
    client().onCrash((error) => noteTrouble(failureOf(error))),
  );
  return () => {
    for (const end of ends) end();
  };
}
