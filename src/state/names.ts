/** Names from outside, made safe to show in a title or to save under. */

// Control characters, line separators, lone surrogates, marks that turn the direction of text, zero-width characters
// (but for the joiner inside emoji), tag characters.
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Control characters as the symbols Unicode has for them, ESC as ␛; but for white space, and for those beyond ASCII. */
function symbols(text: string): string {
  return text.replace(/\p{Cc}/gu, (unit) => {
    const code = unit.charCodeAt(0);
    if (code === 0x7f) return "␡";
    return code < 0x09 || (code > 0x0d && code < 0x20) ? String.fromCharCode(0x2400 + code) : unit;
  });
}

/** One line of visible characters, at most `most` of them. */
export function cleanName(name: string, most = 120): string {
  const clean = symbols(name.slice(0, 4 * most))
    .replace(unseen, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(clean);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : clean;
}

const home = /^(\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[/\\]|$)/;

/** A path as people write it: `~` for what is a home folder on the systems Pi runs on. */
export function shortPath(path: string): string {
  return cleanName(path, 300).replace(home, "~");
}

/** A name every file system takes, without folders in it. */
export function cleanFileName(name: string): string {
  const clean = cleanName(name.replace(unseen, " "))
    .replace(/[/\\:*?"<>|]+/g, "-")
    .replace(/^[.\s-]+|[.\s]+$/g, "");
  return clean === "" ? "session" : clean;
}
