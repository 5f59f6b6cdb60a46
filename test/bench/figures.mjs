// What was measured, kept between runs: a run of some of it replaces only its own figures.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Values of one figure of a session, a round each (or a move, a click, a keystroke each), and the day they are of.
 * @typedef {{ session: string, name: string, on: string, values: number[] }} Figure
 */

/** The file they are kept in, a line each. */
const kept = new URL("figures.jsonl", import.meta.url);

/** The page by itself, among the names of sessions. */
export const PAGE = "the page";

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export class Figures {
  /** By session and name. @type {Map<string, Figure>} */
  #all = new Map();

  constructor() {
    const lines = existsSync(kept) ? readFileSync(kept, "utf8").trim().split("\n") : [];
    for (const line of lines) this.#set(/** @type {Figure} */ (JSON.parse(line)));
  }

  /** @param {Figure} figure */
  #set(figure) {
    this.#all.set(keyOf(figure.session, figure.name), figure);
  }

  /**
   * Replaces figures of a session by those of this day.
   * @param {string} session
   * @param {Record<string, readonly number[]>} figures
   */
  put(session, figures) {
    const on = new Date().toISOString().slice(0, 10);
    for (const [name, values] of Object.entries(figures)) {
      const sound = values.filter((value) => !Number.isNaN(value));
      this.#set({ session, name, on, values: sound.map((value) => Math.round(value * 10) / 10) });
    }
    writeFileSync(kept, Array.from(this.#all.values(), (figure) => `${JSON.stringify(figure)}\n`).join(""));
  }

  /**
   * @param {string} session
   * @param {string} name
   * @returns {readonly number[]} none where it was not measured
   */
  values(session, name) {
    return this.#all.get(keyOf(session, name))?.values ?? [];
  }

  /**
   * The median, NaN where it was not measured.
   * @param {string} session
   * @param {string} name
   */
  median(session, name) {
    return median(this.values(session, name));
  }

  /**
   * The median of one figure to another of the same round, NaN where they were not measured.
   * @param {string} session
   * @param {string} name
   * @param {string} to
   */
  ratio(session, name, to) {
    const below = this.values(session, to);
    return median(this.values(session, name).map((value, round) => value / (below[round] ?? Number.NaN)));
  }

  /**
   * The day a figure is of.
   * @param {string} session
   * @param {string} name
   */
  day(session, name) {
    return this.#all.get(keyOf(session, name))?.on ?? "";
  }
}

/**
 * @param {string} session
 * @param {string} name
 */
function keyOf(session, name) {
  return `${session}/${name}`;
}
