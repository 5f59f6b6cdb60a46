import type { Construct, Effects, Extension, State } from "micromark-util-types";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    inlineSource: "inlineSource";
    inlineSourceData: "inlineSourceData";
  }
}

const DOLLAR = 36;
const BACKSLASH = 92;
const CLOSING: Readonly<Record<number, number>> = { 40: 41, 91: 93 };

/** Most UTF-16 units of a formula within a text: without a bound, every sign would be followed to the end of its paragraph. */
const MOST = 400;

/**
 * Formulas within a text, to be left as they are: `$x_1$` by Pandoc's rule (no space within the signs, no letter or digit after the
 * last, so that prices are none), `$$x$$`, `\(x\)`, `\[x\]`.
 */
export const mathText: Extension = { text: { [DOLLAR]: construct(dollars), [BACKSLASH]: construct(brackets) } };

function construct(tokenize: Construct["tokenize"]): Construct {
  return { name: "inlineSource", tokenize };
}

type Char = Parameters<State>[0];

/** Line ends are numbers below -2, tabs and the spaces they stand for are -2 and -1. */
function isLineEnd(code: Char): boolean {
  return code !== null && code < -2;
}

function isSpace(code: Char): boolean {
  return code === null || code < 0 || code === 32;
}

function isWord(code: Char): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}

function dollars(effects: Effects, ok: State, nok: State): State {
  let double = false;
  let before: Char = null;
  const formula = new Formula(effects, ok, nok);
  const last: State = (code) => {
    if (double ? code !== DOLLAR : isWord(code) || code === DOLLAR) return nok(code);
    return double ? formula.end(code) : formula.finish(code);
  };
  const within: State = (code) => {
    const ends = code === DOLLAR && (double || !isSpace(before));
    before = code;
    return formula.take(code, ends ? last : within);
  };
  return formula.open((code) => {
    if (code !== DOLLAR) return isSpace(code) ? nok(code) : within(code);
    double = true;
    return formula.take(code, (next) => (next === DOLLAR ? nok(next) : within(next)));
  });
}

function brackets(effects: Effects, ok: State, nok: State): State {
  let closing = 0;
  const formula = new Formula(effects, ok, nok);
  const last: State = (code) => (code === closing ? formula.end(code) : within(code));
  const within: State = (code) => formula.take(code, code === BACKSLASH ? last : within);
  return formula.open((code) => {
    closing = CLOSING[code ?? 0] ?? 0;
    return closing === 0 ? nok(code) : formula.take(code, within);
  });
}

/** The tokens of one formula: a stretch of each line, none of them empty, and the line ends between. */
class Formula {
  readonly #effects: Effects;
  readonly #ok: State;
  readonly #nok: State;
  #left = MOST;
  #inData = false;

  constructor(effects: Effects, ok: State, nok: State) {
    this.#effects = effects;
    this.#ok = ok;
    this.#nok = nok;
  }

  /** The sign that a formula may begin with. */
  open(next: State): State {
    return (code) => {
      this.#effects.enter("inlineSource");
      return this.take(code, next);
    };
  }

  /** One character of it; the formula is none where its paragraph or its bound ends. */
  take(code: Char, next: State): State | undefined {
    if (code === null || this.#left-- === 0) return this.#nok(code);
    if (isLineEnd(code)) {
      this.#leaveData();
      this.#effects.enter("lineEnding");
      this.#effects.consume(code);
      this.#effects.exit("lineEnding");
    } else {
      if (!this.#inData) this.#effects.enter("inlineSourceData");
      this.#inData = true;
      this.#effects.consume(code);
    }
    return next;
  }

  /** Its last character. */
  end(code: Char): State | undefined {
    return this.take(code, (next) => this.finish(next));
  }

  /** After its last character. */
  finish(code: Char): State | undefined {
    this.#leaveData();
    this.#effects.exit("inlineSource");
    return this.#ok(code);
  }

  #leaveData(): void {
    if (this.#inData) this.#effects.exit("inlineSourceData");
    this.#inData = false;
  }
}
