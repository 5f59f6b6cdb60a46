/** Builders of messages and content blocks: what Pi 1.6.0 writes, with sensible defaults. `more` adds or replaces fields. */

/** Fields of a line, a message or a block. */
export type Fields = { [key: string]: unknown };

export function text(words: string): Fields {
  return { type: "text", text: words };
}

export function thinking(words: string, more: Fields = {}): Fields {
  return { type: "thinking", thinking: words, ...more };
}

export function toolCall(id: string, name: string, args: Fields, more: Fields = {}): Fields {
  return { type: "toolCall", id, name, arguments: args, ...more };
}

export function image(data: string, mimeType = "image/png"): Fields {
  return { type: "image", data, mimeType };
}

/** Tokens of one answer and what they cost: 3, 15, 0.3 and 3.75 dollars a million, of input, output, cache reads and writes. */
export function usage(input: number, output: number, cacheRead = 0, cacheWrite = 0, more: Fields = {}): Fields {
  const dollars = (tokens: number, perMillion: number) => Math.round(tokens * perMillion) / 1e6;
  const cost = {
    input: dollars(input, 3),
    output: dollars(output, 15),
    cacheRead: dollars(cacheRead, 0.3),
    cacheWrite: dollars(cacheWrite, 3.75),
  };
  const total = Math.round((cost.input + cost.output + cost.cacheRead + cost.cacheWrite) * 1e6) / 1e6;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    totalTokens: input + output + cacheRead + cacheWrite,
    cost: { ...cost, total },
    ...more,
  };
}

/** A tool as a system message declares it. */
export function tool(name: string, description = `The ${name} tool.`, properties: Fields = {}): Fields {
  return { name, description, parameters: { type: "object", properties } };
}

export function systemMessage(content: unknown, timestamp: number, more: Fields = {}): Fields {
  return { role: "system", content, ...more, timestamp };
}

export function userMessage(content: unknown, timestamp: number, more: Fields = {}): Fields {
  return { role: "user", content, ...more, timestamp };
}

/** An answer: `stop` unless it calls tools, by `demo/beacon-1` unless told otherwise. */
export function assistantMessage(content: unknown, timestamp: number, more: Fields = {}): Fields {
  const calls = Array.isArray(content) && content.some((block: Fields) => block["type"] === "toolCall");
  return {
    role: "assistant",
    content,
    api: "demo-messages",
    provider: "demo",
    model: "beacon-1",
    usage: usage(12, 7),
    stopReason: calls ? "toolUse" : "stop",
    ...more,
    timestamp,
  };
}

export function toolResult(callId: string, toolName: string, content: unknown, timestamp: number, more: Fields = {}) {
  return { role: "toolResult", toolCallId: callId, toolName, content, isError: false, ...more, timestamp };
}

/** A command the user ran himself (`!command`, or `!!command` with excludeFromContext). */
export function bashExecution(command: string, output: string, timestamp: number, more: Fields = {}): Fields {
  return {
    role: "bashExecution",
    command,
    output,
    exitCode: 0,
    cancelled: false,
    truncated: false,
    ...more,
    timestamp,
  };
}

export function customRole(customType: string, content: unknown, timestamp: number, more: Fields = {}): Fields {
  return { role: "custom", customType, content, display: true, ...more, timestamp };
}
