/** Figures in words: as Pi writes them where Pi does, and never `NaN` or `Invalid Date`. */

/** Beyond this no figure is one of anything real, and its digits are only in the way. */
const MOST = 1e15;
const BEYOND = "> 1e15";

/** Tokens as Pi's footer writes them: 999, 1.2k, 12k, 1.2M, 12M; `> 1e15` beyond that. */
export function formatTokens(count: number): string {
  if (!Number.isFinite(count)) return "?";
  if (count > MOST) return BEYOND;
  if (count < 1000) return Math.round(count).toString();
  if (count < 10_000) return `${(count / 1000).toFixed(1)}k`;
  if (count < 1_000_000) return `${Math.round(count / 1000)}k`;
  if (count < 10_000_000) return `${(count / 1_000_000).toFixed(1)}M`;
  return `${Math.round(count / 1_000_000)}M`;
}

/** Made once: toLocaleString makes one at every call, which a list of numbers feels. */
const counts = new Intl.NumberFormat("en-US");

/** A whole number with thousands set apart: 1,204; `> 1e15` beyond that. */
export function formatCount(count: number): string {
  if (Number.isFinite(count) && Math.abs(count) > MOST) return count > 0 ? BEYOND : `< −1e15`;
  return Number.isFinite(count) ? counts.format(Math.round(count)) : "?";
}

/** `1 entry`, `1,204 entries`. */
export function formatAmount(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"];

/** Bytes in steps of 1000, two or three digits: 812 B, 8.4 kB, 48.2 MB, 310 MB, 1.2 GB. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return "?";
  let amount = bytes;
  let unit = 0;
  // 999.5 would be written as 1000.
  while (amount >= 999.5 && unit < byteUnits.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 99.95 ? 0 : 1;
  return `${amount.toFixed(digits)} ${byteUnits[unit] ?? ""}`;
}

/** Dollars as Pi's footer writes them: $0.123, $12.810; `> $1e15` beyond that. */
export function formatCost(dollars: number): string {
  if (Number.isFinite(dollars) && dollars > MOST) return "> $1e15";
  return Number.isFinite(dollars) ? `$${dollars.toFixed(3)}` : "?";
}

function dateOf(ms: number | null): Date | null {
  if (ms === null) return null;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** The local time of day, 13:41; empty for none. */
export function formatClock(ms: number | null): string {
  const date = dateOf(ms);
  return date === null ? "" : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The local time of day with seconds, 13:41:09; empty for none. */
export function formatSeconds(ms: number | null): string {
  const date = dateOf(ms);
  return date === null ? "" : `${formatClock(ms)}:${two(date.getSeconds())}`;
}

/** The local date, 2025-03-14; empty for none. */
export function formatDate(ms: number | null): string {
  const date = dateOf(ms);
  if (date === null) return "";
  const year = date.getFullYear();
  const digits = year >= 0 && year <= 9999 ? String(year).padStart(4, "0") : String(year);
  return `${digits}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Local date and time, 2025-03-14 13:41:09; empty for none. */
export function formatTime(ms: number | null): string {
  return dateOf(ms) === null ? "" : `${formatDate(ms)} ${formatSeconds(ms)}`;
}

/** The exact moment in UTC as ISO 8601, for whoever hovers; empty for none. */
export function formatIso(ms: number | null): string {
  return dateOf(ms)?.toISOString() ?? "";
}

const spans: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
  ["week", 7],
];

/** How long ago, roughly: just now, 5 minutes ago, yesterday, 3 weeks ago; the date beyond four weeks. */
export function formatAgo(ms: number | null, now: number): string {
  if (dateOf(ms) === null || ms === null) return "";
  let amount = (now - ms) / 1000;
  if (amount < 60) return "just now";
  let name: Intl.RelativeTimeFormatUnit = "second";
  for (const [unit, size] of spans) {
    if (amount < size) break;
    amount /= size;
    name = unit;
  }
  if (name === "week" && amount > 4) return formatDate(ms);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(amount), name);
}

/** A span of time in two units at most: 840 ms, 12 s, 4 min 5 s, 3 h 20 min, 2 d 4 h. */
export function formatSpan(ms: number): string {
  if (!Number.isFinite(ms)) return "?";
  if (ms < 0) return `−${formatSpan(-ms)}`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const;
  const first = units.findIndex(([, size]) => seconds >= size);
  const [name, size] = units[first] ?? units[3];
  const [lower, part] = units[first + 1] ?? units[3];
  const rest = Math.floor((seconds % size) / part);
  return rest === 0
    ? `${Math.floor(seconds / size)} ${name}`
    : `${Math.floor(seconds / size)} ${name} ${rest} ${lower}`;
}
