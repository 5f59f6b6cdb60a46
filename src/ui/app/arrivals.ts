/** How a session gets into the page: files dropped anywhere, files and text pasted anywhere. */
import { remark } from "../../state/actions.ts";
import { openFile, openText } from "../../state/opening.ts";

/** What was dropped or pasted: the file to open, if there is one, and what to say about the rest. */
export interface Taken {
  readonly file: File | null;
  readonly say: string | null;
}

function isFolder(item: DataTransferItem): boolean {
  // Not every browser knows entries; there a folder is a file that cannot be read, and the reader says that.
  return typeof item.webkitGetAsEntry === "function" && item.webkitGetAsEntry()?.isDirectory === true;
}

/** One session at a time: the first file, and never a folder. */
export function take(data: DataTransfer): Taken {
  const items = Array.from(data.items).filter((item) => item.kind === "file");
  const folders = items.filter(isFolder).length;
  const files = items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? [])));
  const file = files[0] ?? null;
  if (file === null)
    return { file, say: folders > 0 ? "A folder cannot be opened. Drop the session file in it." : null };
  if (files.length > 1) return { file, say: `One session at a time: opened the first of ${files.length} files.` };
  return { file, say: folders > 0 ? "Folders cannot be opened: opened the one file beside them." : null };
}

async function openTaken({ file, say }: Taken): Promise<void> {
  const opened = file === null ? Promise.resolve() : openFile(file);
  // After openFile has begun: it clears what was said about the session before.
  if (say !== null) remark(say);
  await opened;
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));
}

/** Files are dragged, not a piece of text or a link. */
function hasFiles(event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes("Files") === true;
}

/** A drag that has not moved over the page for this long is over, wherever it went: browsers do not always say so. */
const silenceMs = 700;

/** Makes the whole page take files. `setOver` hears whether files hang over it. Returns the end of that. */
export function startDrop(setOver: (over: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = (): void => {
    clearTimeout(timer);
    setOver(false);
  };
  const onOver = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
    clearTimeout(timer);
    timer = setTimeout(clear, silenceMs);
  };
  const onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) clear();
  };
  const onDrop = (event: DragEvent): void => {
    clear();
    // A dropped link or text must not lead away from the page; a text field may have it.
    if (!hasFiles(event) && isEditable(event.target)) return;
    event.preventDefault();
    if (!hasFiles(event)) return remark("Only files can be dropped. Text can be pasted: copy it, then paste it here.");
    void openTaken(take(event.dataTransfer));
  };
  const ends: readonly (() => void)[] = [
    listen("dragenter", onOver),
    listen("dragover", onOver),
    listen("dragleave", onLeave),
    listen("drop", onDrop),
    listen("dragend", clear),
  ];
  return () => {
    clear();
    for (const end of ends) end();
  };
}

function listen<K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void): () => void {
  addEventListener(type, listener);
  return () => removeEventListener(type, listener);
}

/** Opens what is pasted anywhere but in a text field. Text must look like a session: a stray paste closes nothing. */
export function startPaste(): () => void {
  return listen("paste", (event) => {
    const data = event.clipboardData;
    if (data === null || event.defaultPrevented || isEditable(event.target)) return;
    const text = data.getData("text/plain");
    const taken = take(data);
    if (taken.file === null && taken.say === null && text.trim() === "") return;
    event.preventDefault();
    if (taken.file !== null || taken.say !== null) void openTaken(taken);
    else if (/^\s*\{/.test(text.slice(0, 1000))) void openText(text);
    else remark("What was pasted is no session: its text does not begin with {.");
  });
}
