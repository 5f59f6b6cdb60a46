import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonPrefix, prettyJson } from "../../lib/text.ts";
import { CURRENT_VERSION } from "../format/header.ts";
import { hasByteOrderMark, parseLine } from "../format/parse-line.ts";
import { isString, type Path, stringPieces, stringText, valueSpans } from "../format/value-span.ts";
import { isImage, sniffImage } from "../messages/blocks/image.ts";
import { contentText } from "../messages/prompt.ts";
import { roleOf } from "../messages/roles.ts";
import { withEdit } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Place } from "../view/block.ts";
import { assertRow } from "./at.ts";

/** First key of a place in a message that stands in no line as it is: edited, or converted for sending. No writer's key starts so. */
const MESSAGE_KEY = "\0message";
/** Base64 and other texts are decoded in pieces of so many characters, a multiple of four. */
const PIECE_CHARS = 1 << 20;
/** Of lines from this size on, bytes, the text at a place is decoded alone. */
const LONG_BYTES = 256 << 10;

const TEXT_TYPE = "text/plain;charset=utf-8";
const latin1 = new TextDecoder("latin1");

/** A message as the context has it: which of its entry's, the edit applied to it (-1 for none), and whether it is converted for sending. */
export interface MessageAt {
  readonly row: number;
  readonly part: number;
  readonly edit: number;
  readonly sent: boolean;
}

/** The place of an edited or converted message: {@link readText} makes the message again and looks into it. */
export function messagePlace({ row, part, edit, sent }: MessageAt): Place {
  return { row, path: [MESSAGE_KEY, part, edit, sent ? 1 : 0] };
}

/**
 * The text at a place, at most `limit` UTF-16 units: a string as it is, the text blocks of a prompt as one text, any other
 * value as pretty-printed JSON.
 *
 * @throws RangeError when nothing lies there; DOMException NotReadableError when the file has changed.
 */
export async function readText(session: OpenedSession, place: Place, limit: number): Promise<string> {
  const line = await longLine(session, place);
  const text = line === undefined ? undefined : textInLine(line, place.path, limit);
  return text ?? cut(textOf(await resolve(session, place, line), limit), limit);
}

/**
 * What lies at a place, as a file to save or show. Images are decoded and typed by their own first bytes: `image/…` for PNG,
 * JPEG, GIF and WebP, `application/octet-stream` for everything else that calls itself an image. Texts are `text/plain`,
 * other values `application/json`.
 *
 * @throws RangeError when nothing lies there; DOMException NotReadableError when the file has changed.
 */
export async function readBlob(session: OpenedSession, place: Place): Promise<Blob> {
  const line = await longLine(session, place);
  const blob = line === undefined ? undefined : blobInLine(line, place.path);
  if (blob !== undefined) return blob;
  const found = await resolve(session, place, line);
  const image = imageData(found);
  if (image !== undefined) return imageBlob(decodeBase64(image), image);
  return new Blob([textOf(found, Infinity)], { type: isText(found) ? TEXT_TYPE : "application/json" });
}

/**
 * The text that {@link readText} gives, from the bytes of an entry's line: no more of it is decoded than is asked for.
 * Undefined where no string lies there.
 */
export function textInLine(bytes: Uint8Array, path: Path, limit: number): string | undefined {
  return ifJson(() => {
    const [span] = valueSpans(bytes, [path]);
    if (span === undefined || !isString(bytes, span)) return undefined;
    let text = "";
    for (const piece of stringPieces(bytes, span, Math.max(1, Math.min(limit, PIECE_CHARS)))) {
      text += piece;
      if (text.length > limit) break;
    }
    return cut(text, limit);
  });
}

/**
 * The file that {@link readBlob} gives, from the bytes of an entry's line: neither the line nor, where it is plain base64,
 * the image is ever one string. Undefined where no string lies there.
 */
export function blobInLine(bytes: Uint8Array, path: Path): Blob | undefined {
  return ifJson(() => {
    const holders = [path.slice(0, -1), path.slice(0, -2)];
    const [span, ...types] = valueSpans(bytes, [path, ...holders.map((holder) => [...holder, "type"])]);
    if (span === undefined || !isString(bytes, span)) return undefined;
    const isOfImage = types.some(
      (type) => type !== undefined && isString(bytes, type) && stringText(bytes, type) === "image",
    );
    if (path.at(-1) !== "data" || !isOfImage)
      return new Blob(Array.from(stringPieces(bytes, span, PIECE_CHARS), ownBlob), { type: TEXT_TYPE });
    const base64 = bytes.subarray(span.start + 1, span.end - 1);
    const decoded = decodeBytes(base64);
    if (decoded !== undefined) return imageBlob(decoded, latin1.decode(base64.subarray(0, 16)));
    const text = stringText(bytes, span);
    return imageBlob(decodeBase64(text), text);
  });
}

/** A piece is out of the worker's heap as soon as it is a Blob: a third less memory at the peak than with all of them until the end. */
function ownBlob(piece: BlobPart): Blob {
  return new Blob([piece]);
}

/** Nothing where JSON.parse takes exception: the line is then no longer the one that was read, as reading it whole will tell. */
function ifJson<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The bytes of the line a place names, where it is long and is the entry as it stands in the file. */
async function longLine(session: OpenedSession, { row, path }: Place): Promise<Uint8Array | undefined> {
  assertRow(session, row);
  const { builder, columns } = session.index;
  if (path[0] === MESSAGE_KEY || builder.version < CURRENT_VERSION || columns.length.at(row) < LONG_BYTES)
    return undefined;
  const bytes = await session.bodies.bytes(row);
  return columns.line.at(row) === 1 && hasByteOrderMark(bytes) ? bytes.subarray(3) : bytes;
}

function parsedLine(bytes: Uint8Array): unknown {
  const parsed = parseLine(bytes);
  if (parsed.kind === "value") return parsed.value;
  throw new DOMException("The file has changed since it was read", "NotReadableError");
}

/** A value with what it lies in, from the outside in. */
interface Found {
  readonly value: unknown;
  readonly around: readonly unknown[];
  readonly key: string | number | undefined;
}

/** @param line the bytes of the entry's line where they are at hand */
async function resolve(session: OpenedSession, place: Place, line: Uint8Array | undefined): Promise<Found> {
  const entry = line === undefined ? await session.bodies.entry(place.row) : parsedLine(line);
  const made = place.path[0] === MESSAGE_KEY;
  let value = made ? await madeMessage(session, entry, place) : entry;
  const around: unknown[] = [];
  const keys = made ? place.path.slice(4) : place.path;
  for (const key of keys) {
    around.push(value);
    value = member(value, key);
    if (value === undefined)
      throw new RangeError(`Entry ${session.index.id(place.row)} holds nothing at ${keys.join(".")}`);
  }
  return { value, around, key: keys.at(-1) };
}

async function madeMessage(session: OpenedSession, entry: unknown, { row, path }: Place): Promise<unknown> {
  const [, part, edit, sent] = path;
  let message = session.index.kind(row).messages(entry)[Number(part)];
  if (edit !== -1) {
    assertRow(session, Number(edit));
    message = withEdit(message, await session.bodies.entry(Number(edit)));
  }
  return sent === 1 ? roleOf(message).toLlm(message) : message;
}

/** Own members only: a file may hold keys such as `constructor`, and a place may come from anywhere. */
function member(value: unknown, key: string | number): unknown {
  if (isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return field(value, String(key));
}

function textOf(found: Found, limit: number): string {
  const { value } = found;
  if (typeof value === "string") return value;
  if (isPromptContent(found)) return contentText(value);
  // What is nested too deep for JSON.stringify is printed without indentation.
  return prettyJson(value) ?? jsonPrefix(value, limit);
}

function isText(found: Found): boolean {
  return typeof found.value === "string" || isPromptContent(found);
}

/** The content of a system message is shown as one text, whatever number of blocks it has. */
function isPromptContent({ value, around, key }: Found): boolean {
  return key === "content" && isArray(value) && field(around.at(-1), "role") === "system";
}

/** Base64 text of an image block: of the block itself, or where the place leads to its data. */
function imageData({ value, around, key }: Found): string | undefined {
  if (isImage(value)) return asString(field(value, "data")) ?? asString(field(field(value, "source"), "data"));
  if (typeof value !== "string" || key !== "data") return undefined;
  const holder = around.at(-1);
  return isImage(holder) || (isObject(holder) && isImage(around.at(-2))) ? value : undefined;
}

/** @param start the base64 text, its first characters at least */
function imageBlob(parts: BlobPart[], start: string): Blob {
  return new Blob(parts, { type: sniffImage(start) ?? "application/octet-stream" });
}

/** The bytes base64 text stands for, url-safe and broken over lines too; the text itself where it is no base64. */
function decodeBase64(text: string): BlobPart[] {
  const clean = /^[A-Za-z0-9+/]*={0,2}$/.test(text)
    ? text
    : text.replaceAll(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/");
  const parts: BlobPart[] = [];
  try {
    for (let at = 0; at < clean.length; at += PIECE_CHARS) parts.push(fromBase64(clean.slice(at, at + PIECE_CHARS)));
    return parts;
  } catch {
    return [text];
  }
}

/** The bytes that plain base64 stands for; undefined for what {@link decodeBase64} has to look at. */
function decodeBytes(base64: Uint8Array): BlobPart[] | undefined {
  const parts: BlobPart[] = [];
  try {
    for (let at = 0; at < base64.length; at += PIECE_CHARS) {
      const piece = fromBase64(latin1.decode(base64.subarray(at, at + PIECE_CHARS)));
      // Space or padding in the middle: what follows it would be cut elsewhere.
      if (at + PIECE_CHARS < base64.length && piece.length < (PIECE_CHARS / 4) * 3) return undefined;
      parts.push(ownBlob(piece));
    }
    return parts;
  } catch {
    return undefined;
  }
}

/** Young in browsers, and twice as quick as `atob`, of which it takes and refuses the same. */
declare global {
  interface Uint8ArrayConstructor {
    fromBase64?(text: string): Uint8Array<ArrayBuffer>;
  }
}

/** @throws SyntaxError or DOMException where the text is no base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (Uint8Array.fromBase64 !== undefined) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
