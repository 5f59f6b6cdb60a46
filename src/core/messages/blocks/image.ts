import { asString, field } from "../../../lib/json.ts";
import { cut } from "../../../lib/text.ts";
import type { ImageBlock } from "../../view/block.ts";
import { placeIn } from "../draw.ts";
import { FACT_UNITS } from "../limits.ts";
import type { ContentKind } from "./kind.ts";

/** First bytes of the raster formats that may be shown, one UTF-16 unit a byte; "?" stands for any. */
const magic: readonly { mimeType: string; starts: string }[] = [
  { mimeType: "image/png", starts: "\u0089PNG\r\n\u001a\n" },
  { mimeType: "image/jpeg", starts: "\u00ff\u00d8\u00ff" },
  { mimeType: "image/gif", starts: "GIF87a" },
  { mimeType: "image/gif", starts: "GIF89a" },
  { mimeType: "image/webp", starts: "RIFF????WEBP" },
];

/** True for an image block of any writer. */
export function isImage(block: unknown): boolean {
  return field(block, "type") === "image";
}

/** The raster format base64 text holds by its first bytes, as a MIME type; undefined for anything else. Url-safe text is taken too. */
export function sniffImage(base64: string): string | undefined {
  const start = base64.slice(0, 16).replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]{16}$/.test(start)) return undefined;
  const bytes = atob(start);
  return magic.find(({ starts }) => Array.from(starts).every((byte, i) => byte === "?" || byte === bytes[i]))?.mimeType;
}

/**
 * `{type: "image", data, mimeType}` (Pi: ImageContent), or by other writers `{source: {type: "base64", media_type, data}}`. What
 * is shown is decided by the image's own first bytes, never by the MIME type the file claims; `mimeType` is then theirs.
 */
export const imageKind: ContentKind = {
  types: ["image"],
  draw(block, { place }) {
    const source = block["source"];
    const inSource = block["data"] === undefined && source !== undefined;
    const data = inSource ? field(source, "data") : block["data"];
    const claimed = asString(inSource ? field(source, "media_type") : block["mimeType"]);
    const at = inSource ? placeIn(place, "source", "data") : placeIn(place, "data");
    const bytes = typeof data === "string" ? decodedSize(data) : 0;
    const found = typeof data === "string" ? sniffImage(data) : undefined;
    const image = { kind: "image", bytes, place: at } as const;
    if (found !== undefined) return [{ ...image, mimeType: found, shown: true }];
    const mimeType = cut(claimed ?? "unknown type", FACT_UNITS);
    return [{ ...image, mimeType, shown: false, reason: whyNot(data, source) } satisfies ImageBlock];
  },
};

/** Bytes that base64 text decodes to. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function whyNot(data: unknown, source: unknown): string {
  const url = asString(field(source, "url"));
  if (data === undefined && url !== undefined) return `an image elsewhere, which is never loaded: ${cut(url, 200)}`;
  if (data === undefined || data === null) return "it has no data";
  if (typeof data !== "string") return "its data is no text";
  if (data === "") return "its data is empty";
  if (/^data:/i.test(data)) return "its data begins with a data: prefix instead of being base64";
  if (/^[a-z][a-z0-9+.-]*:/i.test(data)) return `its data is a reference, kept elsewhere: ${cut(data, 100)}`;
  if (!/^[A-Za-z0-9+/_=\s-]*$/.test(data.slice(0, 1000))) return "its data is not base64";
  return "its first bytes are not those of a PNG, JPEG, GIF or WebP image";
}
