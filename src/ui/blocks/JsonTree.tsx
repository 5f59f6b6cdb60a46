import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { BoundedText } from "../../core/view/block.ts";
import { isArray, isObject } from "../../lib/json.ts";
import { formatAmount } from "../../lib/figures.ts";
import { CopyButton } from "./CopyButton.tsx";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { LongText } from "./LongText.tsx";
import { LineText } from "./VisibleText.tsx";
import "./tools.css";

const opened = new Kept<boolean>();
const asText = new Kept<boolean>();

/** Most members of one value that are drawn; the text has them all. */
const MEMBERS = 100;
/** A value of so many members is open from the start, down to so many levels. */
const OPEN_MEMBERS = 8;
const OPEN_LEVELS = 2;
/** A flat value of so many UTF-16 units is a line; a tree of so many has buttons. */
const LINE_UNITS = 80;
const FOOT_UNITS = 120;

interface JsonTreeProps {
  readonly name: string;
  /** Pretty-printed. */
  readonly text: BoundedText;
  readonly saveAs: string;
}

/** A value as a tree to fold, or as its text. Only what is open is drawn: no depth of nesting takes long. */
export function JsonTree({ name, text, saveAs }: JsonTreeProps): JSX.Element {
  const [plain = false, setPlain] = useKept(asText, useBlockKey(`${name}-json`));
  const value = useMemo(() => (text.more === undefined ? parsed(text.text) : undefined), [text]);
  if (sizeOf(value) === 0) return <LongText name={name} text={text} look="mono" saveAs={saveAs} />;
  // A short list says more on one line than in a tree.
  if (isFlat(value)) return <span class="blocks-json">{inline(value)}</span>;
  const foot = text.text.length > FOOT_UNITS && (
    <div class="blocks-foot blocks-json-foot">
      <button type="button" aria-pressed={plain} onClick={() => setPlain(!plain)}>
        {plain ? "As a tree" : "As text"}
      </button>
      <CopyButton text={text.text} what="as JSON" />
    </div>
  );
  return (
    <div class="blocks-json">
      {plain ? (
        <LongText name={name} text={text} look="mono" saveAs={saveAs} />
      ) : (
        <Members name={`${name}-json`} value={value} level={0} />
      )}
      {foot}
    </div>
  );
}

/** True for a value without values in it that is short enough for a line. */
function isFlat(value: unknown): boolean {
  const members = isArray(value) ? value : Object.values(isObject(value) ? value : {});
  return members.every((member) => sizeOf(member) === 0) && JSON.stringify(value).length <= LINE_UNITS;
}

function inline(value: unknown): JSX.Element {
  return <LineText text={JSON.stringify(value, null, 1).replaceAll(/\n */g, " ")} />;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

interface NodeProps {
  readonly name: string;
  readonly value: unknown;
  readonly level: number;
}

function Members({ name, value, level }: NodeProps): JSX.Element {
  const members: [string, unknown][] = isArray(value)
    ? value.slice(0, MEMBERS).map((member, at) => [String(at), member])
    : Object.entries(isObject(value) ? value : {}).slice(0, MEMBERS);
  const left = sizeOf(value) - members.length;
  return (
    <ul class="blocks-json-members">
      {members.map(([key, member], index) => (
        // Members of one value never change places.
        <Member
          key={index}
          name={`${name}.${index}`}
          label={key}
          inList={isArray(value)}
          value={member}
          level={level}
        />
      ))}
      {left > 0 && <li class="blocks-faint">{formatAmount(left, "further member")}: read them as text</li>}
    </ul>
  );
}

interface MemberProps extends NodeProps {
  readonly label: string;
  readonly inList: boolean;
}

function Member({ name, label, inList, value, level }: MemberProps): JSX.Element {
  const [kept, setOpen] = useKept(opened, useBlockKey(name));
  const key = (
    <span class={inList ? "blocks-json-index" : "blocks-json-key"}>
      <LineText text={label} />
    </span>
  );
  const size = sizeOf(value);
  if (size === 0) {
    return (
      <li>
        {key} <Leaf value={value} />
      </li>
    );
  }
  const open = kept ?? (size <= OPEN_MEMBERS && level + 1 < OPEN_LEVELS);
  return (
    <li>
      <button type="button" class="blocks-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {key}{" "}
        <span class="blocks-faint">{isArray(value) ? formatAmount(size, "item") : formatAmount(size, "field")}</span>
      </button>
      {open && <Members name={name} value={value} level={level + 1} />}
    </li>
  );
}

function Leaf({ value }: { readonly value: unknown }): JSX.Element {
  if (typeof value === "string") {
    return (
      <span class="blocks-json-text">
        <LineText text={value === "" ? '""' : value} />
      </span>
    );
  }
  return <span class="blocks-json-value">{JSON.stringify(value)}</span>;
}

/** Members of a list or object; 0 for what has none. */
function sizeOf(value: unknown): number {
  if (isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}
