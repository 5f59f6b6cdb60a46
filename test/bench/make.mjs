// Makes the sessions the benchmark opens: realistic in shape, the same at every run, written once to a folder.
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { noiseImage } from "./image.mjs";

const english =
  "the session token rotates when a cookie expires and its handler validates the refresh window in seconds against the store before it answers with a new path for every client that still holds an older copy".split(
    " ",
  );
const chinese = Array.from(
  "会话令牌在刷新窗口内轮换处理程序验证客户端存储路径并返回新的值测试通过后提交修改请求等待审核",
);

/** A generator of numbers in [0, 1) that gives the same ones each time. */
function numbers(seed = 1) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/**
 * Writes one session unless it is there already, and returns its path.
 * @param {import("./shapes.mjs").Shape} shape
 * @param {string} folder
 */
export async function makeSession(shape, folder) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${shape.name.replaceAll(/[ ,]/g, "-")}.jsonl`);
  if (existsSync(path) && statSync(path).size > 0) return path;
  const stream = createWriteStream(`${path}.part`);
  const writer = new SessionWriter(shape, (text) => stream.write(text));
  while (!writer.done) {
    if (!writer.turn()) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
  renameSync(`${path}.part`, path);
  return path;
}

class SessionWriter {
  #random = numbers();
  #shape;
  #write;
  #bytes = 0;
  #entries = 0;
  #requests = 0;
  /** No compaction comes any more: the images from here on stay in the context. */
  #last = false;
  /** @type {string[]} */
  #images = [];
  #time = Date.parse("2026-03-01T09:00:00Z");
  /** @type {string | null} */
  #parent = null;
  #room = true;

  /**
   * @param {import("./shapes.mjs").Shape} shape
   * @param {(text: string) => boolean} write
   */
  constructor(shape, write) {
    this.#shape = shape;
    this.#write = write;
    this.#line({
      type: "session",
      version: 3,
      id: "0199aaaa-0000-7000-8000-00000000be4c",
      timestamp: new Date(this.#time).toISOString(),
      cwd: "/srv/bench",
    });
    this.#entry("message", {
      message: {
        role: "system",
        content: "",
        sections: { preamble: this.#words(4000) },
        toolsAdded: [],
        timestamp: this.#time,
      },
    });
  }

  get done() {
    const { bytes = Infinity, entries = Infinity, requests = Infinity } = this.#shape;
    return this.#bytes >= bytes || this.#entries >= entries || this.#requests >= requests;
  }

  /** One prompt with its answers. False when the stream wants a pause. */
  turn() {
    this.#room = true;
    const { kind, output: most = 9500 } = this.#shape;
    const small = kind === "small";
    this.#message({
      role: "user",
      content: [{ type: "text", text: this.#words(small ? 20 : 300) }, ...this.#image(kind)],
    });
    const steps = 3 + Math.floor(this.#random() * 6);
    for (let step = 0; step < steps; step++) {
      const call = `toolu_${this.#hex()}${this.#hex()}`;
      const thinking = small
        ? []
        : [{ type: "thinking", thinking: this.#words(500), thinkingSignature: this.#hex().repeat(40) }];
      const toolCall = {
        type: "toolCall",
        id: call,
        name: "bash",
        arguments: { command: `npm test -- ${this.#hex()}` },
      };
      this.#answer([...thinking, { type: "text", text: this.#words(small ? 20 : 120) }, toolCall], "toolUse");
      const output = this.#words(small ? 40 : 500 + this.#random() * (most - 500));
      this.#message({
        role: "toolResult",
        toolCallId: call,
        toolName: "bash",
        content: [{ type: "text", text: output }],
        isError: false,
      });
    }
    this.#answer([{ type: "text", text: this.#words(small ? 20 : 500) }], "stop");
    this.#compact();
    return this.#room;
  }

  #compact() {
    const { compactions = 0.02, bytes = 0, imagesAtLeaf = 0 } = this.#shape;
    if (this.#last) return;
    this.#last = imagesAtLeaf > 0 && this.#bytes >= bytes - imagesAtLeaf;
    if (this.#random() >= compactions && !this.#last) return;
    this.#entry("compaction", { summary: this.#words(2000), firstKeptEntryId: this.#parent, tokensBefore: 90_000 });
  }

  /** @param {string} kind */
  #image(kind) {
    if (kind !== "images") return [];
    if (this.#images.length === 0) {
      for (let side = 300; side <= 780; side += 60) this.#images.push(noiseImage(side, this.#random));
    }
    const data = this.#images[Math.floor(this.#random() * this.#images.length)];
    return [{ type: "image", mimeType: "image/png", data }];
  }

  /**
   * @param {unknown[]} content
   * @param {string} stopReason
   */
  #answer(content, stopReason) {
    this.#requests += 1;
    const cost = { input: 0.001, output: 0.002, cacheRead: 0.003, cacheWrite: 0.001, total: 0.007 };
    const usage = { input: 100, output: 200, cacheRead: 30_000, cacheWrite: 400, totalTokens: 30_700, cost };
    this.#message({
      role: "assistant",
      content,
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-sonnet-5",
      usage,
      stopReason,
    });
  }

  /** @param {Record<string, unknown>} message */
  #message(message) {
    this.#entry("message", { message: { ...message, timestamp: this.#time } });
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} rest
   */
  #entry(type, rest) {
    const id = this.#hex();
    this.#time += 1000;
    this.#line({ type, id, parentId: this.#parent, timestamp: new Date(this.#time).toISOString(), ...rest });
    this.#parent = id;
    this.#entries += 1;
  }

  /** @param {unknown} value */
  #line(value) {
    const text = `${JSON.stringify(value)}\n`;
    this.#bytes += Buffer.byteLength(text);
    this.#room = this.#write(text) && this.#room;
  }

  #hex() {
    return Math.floor(this.#random() * 0xffffffff)
      .toString(16)
      .padStart(8, "0");
  }

  /** @param {number} length */
  #words(length) {
    const cjk = this.#shape.kind === "cjk";
    const words = cjk ? chinese : english;
    let text = "";
    while (text.length < length) {
      text += words[Math.floor(this.#random() * words.length)];
      if (!cjk || this.#random() < 0.05) text += this.#random() < 0.1 ? "\n" : " ";
    }
    return text;
  }
}
