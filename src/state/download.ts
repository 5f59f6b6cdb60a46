/** Saving to the reader's disk: an ordinary download of a blob of this page. */
import { cleanFileName } from "./names.ts";

/** How long the browser gets to start reading a blob before its address is taken back. */
const graceMs = 60_000;

export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = cleanFileName(name);
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), graceMs);
}
