import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonPrefix, prettyJson } from "../../lib/text.ts";
import { isImage, sniffImage } from "../messages/blocks/image.ts";
import { contentText } from "../messages/prompt.ts";
import { roleOf } from "../messages/roles.ts";
import { withEdit } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Place } from "../view/block.ts";
import { assertRow } from "./at.ts";

/** First key of a place in a message that stands in no line as it is: edited, or converted for sending. No writer's key starts so. */
const MESSAGE_KEY = "\0message";
/** Base64 is decoded in pieces of so many characters, a multiple of four. */
const PIECE_CHARS = 1 << 20;

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
  const found = await resolve(session, place);
  return cut(textOf(found, limit), limit);
}

/**
 * What lies at a place, as a file to save or show. Images are decoded and typed by their own first bytes: `image/…` for PNG,
 * JPEG, GIF and WebP, `application/octet-stream` for everything else that calls itself an image. Texts are `text/plain`,
 * other values `application/json`.
 *
 * @throws RangeError when nothing lies there; DOMException NotReadableError when the file has changed.
 */
export async function readBlob(session: OpenedSession, place: Place): Promise<Blob> {
  const found = await resolve(session, place);
  const image = imageData(found);
  if (image !== undefined)
    return new Blob(decodeBase64(image), { type: sniffImage(image) ?? "application/octet-stream" });
  const type = isText(found) ? "text/plain;charset=utf-8" : "application/json";
  return new Blob([textOf(found, Infinity)], { type });
}

/** A value with what it lies in, from the outside in. */
interface Found {
  readonly value: unknown;
  readonly around: readonly unknown[];
  readonly key: string | number | undefined;
}

async function resolve(session: OpenedSession, place: Place): Promise<Found> {
  assertRow(session, place.row);
  const entry = await session.bodies.entry(place.row);
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

/** The bytes base64 text stands for, url-safe and broken over lines too; the text itself where it is no base64. */
function decodeBase64(text: string): BlobPart[] {
  const clean = /^[A-Za-z0-9+/]*={0,2}$/.test(text)
    ? text
    : text.replaceAll(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/");
  const parts: BlobPart[] = [];
  try {
    for (let at = 0; at < clean.length; at += PIECE_CHARS) {
      const binary = atob(clean.slice(at, at + PIECE_CHARS));
      const bytes = new Uint8Array(binary.length);
      for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
      parts.push(bytes);
    }
    return parts;
  } catch {
    return [text];
  }
}
