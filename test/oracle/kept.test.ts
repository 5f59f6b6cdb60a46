import { describe, expect, it } from "vitest";
import { openSession } from "../../src/core/index.ts";
import { draw } from "../make/draw.ts";
import { disagreements, everyPoint } from "./disagreements.ts";
import { openWithPi } from "./pi.ts";

/**
 * What random sessions found once, drawn as small as it gets and kept for ever: each of these was read differently from
 * Pi, or is a corner where a reader easily is.
 */
const KEPT: { readonly [what: string]: string } = {
  "a session_info without a name clears the name": 'u user\nn name "A name"\no name "" name=\n',
  "a name that is null clears it": 'u user\nn name "A name"\no name "" name=null\n',
  "a last entry whose id is null leaves the context empty": "u user\na assistant\nv user @id=null\n",
  "a last entry without an id keeps what is above it": "u user\na assistant\nv user @id=\n",
  "a last entry whose id is empty keeps what is above it": 'u user\na assistant\nv user @id=""\n',
  "usage of an answer without an id is not trusted": "u user\na assistant @id= use=[9000,1,0,0]\n",
  "usage of an answer whose id is empty is not trusted": 'u user\na assistant @id="" use=[9000,1,0,0]\n',
  "a checkpoint of another role is edited as that role":
    'u user\nk compaction "so far" keep=k systemMessage={"role":"user","content":"before"}\nr replace k "after"\n',
  "a checkpoint of role assistant takes a text as a block":
    'u user\nk compaction "so far" keep=k systemMessage={"role":"assistant","content":[]}\nr replace k "after"\n',
  "ids are not converted":
    'u user @id=1\na assistant @parentId=1\nv user @parentId="1"\nw user @id=0\nx user @parentId=0\n',
  "the last of several edits counts, by order on the path":
    'u user\no omit v\nv user\np replace v "again"\nq replace v "and again"\n',
  "an edit before the compaction in force reaches only what is kept with it":
    'u user\nv user\no omit w\nw user\nk compaction "so far" keep=w\nx user\n',
  "an older compaction that an edit omits stays silent":
    'u user\nk compaction "one" keep=u\nl compaction "two" keep=u\no omit k\n',
  "a compaction that keeps what comes after it keeps nothing": 'u user\nk compaction "so far" keep=v\nv user\nw user\n',
  "a text in place of an answer's blocks weighs nothing":
    'u user\na assistant content="a long text in place of blocks" use=[0,0,0,0]\n',
  "sections are named like parts of an object":
    's system "" sections={"__proto__":"one","constructor":"two","1":"three"}\nt system "" sections={"constructor":null,"toString":"four"}\n',
  "tools are named like parts of an object":
    's system "" tools=["__proto__","constructor"]\nt system "" gone=["constructor"]\n',
};

const V1 = { header: { version: 1 } };
const NO_ID = "@id= @parentId=";

/** The same for version 1, where entries have no ids and compactions count lines. */
const KEPT_V1: { readonly [what: string]: string } = {
  "an index counts the header as nothing": `u user ${NO_ID}\na assistant ${NO_ID}\nk compaction "so far" keep= firstKeptEntryIndex=2 ${NO_ID}\nv user ${NO_ID}\n`,
  "an index skips lines that are not parsed": `! broken\nu user ${NO_ID}\n! null\na assistant ${NO_ID}\nk compaction "so far" keep= firstKeptEntryIndex=2 ${NO_ID}\n`,
  "an index counts a second header": `u user ${NO_ID}\n! {"type":"session","id":"two"}\na assistant ${NO_ID}\nk compaction "so far" keep= firstKeptEntryIndex=3 ${NO_ID}\n`,
  "an index of a later entry names nothing": `u user ${NO_ID}\nk compaction "so far" keep=u firstKeptEntryIndex=3 ${NO_ID}\nv user ${NO_ID}\n`,
  "an index that is no number leaves the id that is there": `u user ${NO_ID}\nk compaction "so far" keep=u firstKeptEntryIndex="1" ${NO_ID}\n`,
  "ids that are there are replaced, and what points to them dangles":
    'u user\na assistant\n  x user\nv user\nl label u "start"\no omit a\nk compaction "so far" keep=a\n',
  "hook messages become custom messages": `u user ${NO_ID}\nh role hookMessage content="hook" ${NO_ID}\ne entry hookMessage ${NO_ID}\n`,
};

async function agrees(file: string): Promise<void> {
  const pi = openWithPi(file);
  if (!("value" in pi) || pi.value === undefined) throw new Error("Pi does not open it");
  expect(await disagreements(await openSession(new Blob([file])), pi.value, everyPoint(pi.value))).toEqual([]);
}

describe("kept", () => {
  it.each(Object.entries(KEPT))("%s", async (_what, drawing) => {
    await agrees(draw(drawing));
  });

  it.each(Object.entries(KEPT_V1))("version 1: %s", async (_what, drawing) => {
    await agrees(draw(drawing, V1));
    await agrees(draw(drawing, { header: { version: undefined } }));
  });

  it.each([3, 4, 99, "3", "three"])("version %s is not migrated", async (version) => {
    await agrees(draw('u user\nh role hookMessage content="hook"\na assistant\n', { header: { version } }));
  });
});
