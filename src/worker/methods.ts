import type { SessionInfo } from "../core/view/info.ts";
import { CodedError } from "./errors.ts";
import type { OpenHooks, Slot } from "./slot.ts";
import type { Core, Saved, SessionCache } from "./ports.ts";
import type { Method, Requests } from "./protocol.ts";
import { shownContext, shownTree } from "./shown.ts";

/** One function a method. `hooks` matter to `open` and `reopen`, their signal to whatever takes long. */
export type Methods = {
  readonly [M in Method]: (
    params: Requests[M]["params"],
    hooks: OpenHooks,
  ) => Requests[M]["result"] | Promise<Requests[M]["result"]>;
};

/** Methods that need no open session. */
export const SESSIONLESS: ReadonlySet<Method> = new Set<Method>(["open", "reopen", "recents", "forget"]);

/** Methods that put another session in the place of the open one. */
export const OPENING: ReadonlySet<Method> = new Set<Method>(["open", "reopen"]);

/** What each request does. Errors are thrown as they come; the server words them. */
export function methodsOf<Session, Index extends Saved>(
  core: Core<Session, Index>,
  slot: Slot<Session, Index>,
  cache: SessionCache<Index>,
): Methods {
  const session = (): Session => slot.current().session;
  return {
    open: ({ file, name, cache }, hooks) => slot.open(file, name, cache, hooks),
    reopen: ({ key }, hooks) => reopen(slot, cache, key, hooks),
    recents: () => cache.recents(),
    forget: ({ key }) => cache.forget(key),
    tree: (query) => shownTree(core, session(), query),
    rows: ({ rows, point }) => core.rowsOf(session(), rows, point),
    context: (query) => shownContext(core, session(), query),
    items: ({ form, point, from, to }) => core.contextItems(session(), form, point, from, to),
    prompt: ({ point }) => core.effectivePrompt(session(), point),
    entry: ({ row, point }) => core.entryView(session(), row, point),
    story: ({ row, point }, { signal }) => core.entryStory(session(), row, point, signal),
    text: ({ place, limit }) => core.readText(session(), place, limit),
    styled: ({ place, source, end, limit }) => core.readStyled(session(), place, source, end, limit),
    rich: ({ text }, { signal }) => core.readMarkdown(text, signal),
    tokens: ({ text, language }) => core.codeTokens(text, language),
    blob: ({ place }) => core.readBlob(session(), place),
    raw: ({ row, line }) => core.rawView(session(), row, line),
    line: ({ row, line }) => core.rawLine(session(), row, line),
    readAs: ({ reading }) => core.readAs(session(), reading),
    problems: () => core.problemViews(session()),
    report: (query, { signal }) => core.reportOf(session(), query, signal),
    growth: ({ point }) => core.growthOf(session(), point),
    minimap: ({ slices, point }) => core.minimapOf(session(), slices, point),
    strip: ({ slices, point }) => core.pathStrip(session(), slices, point),
    lines: ({ from, to, point }) => core.fileLines(session(), from, to, point),
    find: ({ id }) => core.findRow(session(), id),
    step: ({ row, to, back }) => core.step(session(), row, to, back),
    export: async ({ what, point }) => {
      const { session, fileName } = slot.current();
      const stem = fileName.replace(/\.jsonl?$/i, "");
      return what === "branch"
        ? { name: `${stem}-branch.jsonl`, blob: await core.exportBranch(session, point, fileName) }
        : { name: `${stem}-${what}.json`, blob: await core.exportMessages(session, what, point) };
    },
  };
}

async function reopen<Session, Index extends Saved>(
  slot: Slot<Session, Index>,
  cache: SessionCache<Index>,
  key: string,
  hooks: OpenHooks,
): Promise<SessionInfo> {
  const copy = await cache.copy(key);
  // Another file may have been opened meanwhile: this one must not take its place.
  hooks.signal.throwIfAborted();
  if (copy === undefined) {
    throw new CodedError("gone", "No copy of this session is kept here any more. Open the file itself.");
  }
  return slot.open(copy.file, copy.fileName, true, hooks);
}
