import { salvagedRecords } from "../format/glued.ts";
import { parseLine } from "../format/parse-line.ts";
import { OTHER } from "../session/other-lines.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Reading } from "../view/info.ts";

/** Other ways to read the file that its damage suggests. None is taken by itself: each is a file of its own to open. */
export function readingsOf(session: OpenedSession): Reading[] {
  const readings: Reading[] = [];
  if (session.problems.some(({ code }) => code === "version-lost")) readings.push("version-3");
  if (session.problems.some(({ records }) => records !== undefined)) readings.push("salvaged");
  return readings;
}

/**
 * The file as it would have to be to be read so: `version-3` states that version in its header, `salvaged` gives each record
 * of a glued line a line of its own and takes out NUL bytes. Everything else stays byte for byte.
 *
 * @throws RangeError for a reading that {@link readingsOf} does not offer; DOMException NotReadableError when the file has
 *   changed.
 */
export async function readAs(session: OpenedSession, reading: Reading): Promise<Blob> {
  if (!readingsOf(session).includes(reading)) throw new RangeError(`Nothing suggests reading this file as ${reading}`);
  const { file, index } = session;
  const { others, header } = index.builder;
  const parts: BlobPart[] = [];
  let copied = 0;
  for (let at = 0; at < others.count; at++) {
    const start = others.offset.at(at);
    const end = start + others.length.at(at);
    const kind = others.kind.at(at);
    let line: string | undefined;
    if (reading === "version-3" && kind === OTHER.header && copied === 0)
      line = JSON.stringify({ ...header, version: 3 });
    if (reading === "salvaged" && kind === OTHER.broken) line = await salvagedLine(file.slice(start, end));
    if (line === undefined) continue;
    parts.push(file.slice(copied, start), line);
    copied = end;
  }
  parts.push(file.slice(copied));
  return new Blob(parts);
}

async function salvagedLine(line: Blob): Promise<string | undefined> {
  const parsed = parseLine(new Uint8Array(await line.arrayBuffer()));
  return parsed.kind === "broken" ? salvagedRecords(parsed.text)?.join("\n") : undefined;
}
