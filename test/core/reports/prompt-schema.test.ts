import fc from "fast-check";
import { expect, it } from "vitest";
import { parameterRows } from "../../../src/core/reports/prompt-schema.ts";

it("parameters of a plain schema, those of nested objects after their own", () => {
  const schema = {
    type: "object",
    required: ["path", "edits"],
    properties: {
      path: { type: "string", description: "Where" },
      edits: {
        type: "array",
        items: {
          type: "object",
          required: ["oldText"],
          properties: { oldText: { type: "string" }, all: { const: true } },
        },
      },
      mode: { enum: ["a", 1] },
      limit: { anyOf: [{ type: "number" }, { type: "null" }] },
      where: { type: "object", properties: { line: { type: ["number", "null"] } } },
      other: { $ref: "#/x" },
      odd: 5,
    },
  };
  expect(parameterRows(schema)).toEqual([
    { name: "path", type: "string", required: true, description: "Where" },
    { name: "edits", type: "array of object", required: true, description: "" },
    { name: "edits[].oldText", type: "string", required: true, description: "" },
    { name: "edits[].all", type: "true", required: false, description: "" },
    { name: "mode", type: '"a" | 1', required: false, description: "" },
    { name: "limit", type: "number | null", required: false, description: "" },
    { name: "where", type: "object", required: false, description: "" },
    { name: "where.line", type: "number | null", required: false, description: "" },
    { name: "other", type: "#/x", required: false, description: "" },
    { name: "odd", type: "any", required: false, description: "" },
  ]);
});

it("a schema of an object without properties has no rows, any other schema is none", () => {
  expect(parameterRows({ type: "object" })).toEqual([]);
  for (const other of [undefined, null, "object", [], {}, { type: "string" }, { type: "object", properties: [] }]) {
    expect(parameterRows(other)).toBeUndefined();
  }
});

it("nesting beyond the stack and endless lists end", () => {
  let deep: object = { type: "string" };
  for (let depth = 0; depth < 20_000; depth++) deep = { type: "object", properties: { a: deep } };
  expect(parameterRows(deep)?.map(({ name }) => name)).toEqual(["a", "a.a", "a.a.a", "a.a.a.a", "a.a.a.a.a"]);
  const wide = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, 1])),
  };
  expect(parameterRows(wide)).toHaveLength(2000);
});

it("survives anything", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (properties, required) => {
      structuredClone(parameterRows({ type: "object", properties, required }));
    }),
  );
});
