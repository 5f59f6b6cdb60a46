import { asString, field, isArray, isObject, type JsonObject } from "../../lib/json.ts";
import { cut, jsonPrefix } from "../../lib/text.ts";

/** One parameter of a tool; those of nested objects are named by their way: `edits[].oldText`. */
export interface ParameterRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Parameters that are looked at; objects within objects that are opened; UTF-16 units of a name, a type, a description. */
const MOST = 2000;
const DEPTH = 5;
const NAME_UNITS = 120;
const TYPE_UNITS = 200;
const DESCRIPTION_UNITS = 1000;

/**
 * The parameters of a plain JSON schema of an object, in order, each followed by its own properties; undefined for any other schema,
 * which only its JSON tells. References and conditions are named in the type, not followed.
 */
export function parameterRows(schema: unknown): ParameterRow[] | undefined {
  const top = propertiesOf(schema);
  if (field(schema, "type") !== "object" || (top === undefined && field(schema, "properties") !== undefined)) {
    return undefined;
  }
  const rows: ParameterRow[] = [];
  const open: { name: string; schema: unknown; required: boolean; depth: number }[] = [];
  const push = (properties: JsonObject | undefined, within: unknown, lead: string, depth: number): void => {
    const names = field(within, "required");
    const required = new Set(isArray(names) ? names : []);
    for (const [name, own] of Object.entries(properties ?? {}).toReversed()) {
      open.push({ name: lead + cut(name, NAME_UNITS), schema: own, required: required.has(name), depth });
    }
  };
  push(top, schema, "", 1);
  for (let next = open.pop(); next !== undefined && rows.length < MOST; next = open.pop()) {
    const { name, schema: own, required, depth } = next;
    const description = cut(asString(field(own, "description")) ?? "", DESCRIPTION_UNITS);
    rows.push({ name, type: cut(typeOf(own), TYPE_UNITS), required, description });
    if (depth === DEPTH) continue;
    const items = field(own, "items");
    push(propertiesOf(own), own, `${name}.`, depth + 1);
    push(propertiesOf(items), items, `${name}[].`, depth + 1);
  }
  return rows;
}

function propertiesOf(schema: unknown): JsonObject | undefined {
  const properties = field(schema, "properties");
  return isObject(properties) ? properties : undefined;
}

/** What a schema allows, in a few words: a type, values, alternatives. */
function typeOf(schema: unknown): string {
  const own = simpleType(schema);
  if (own === "array") return `array of ${simpleType(field(schema, "items"))}`;
  for (const key of ["anyOf", "oneOf"]) {
    const choices = field(schema, key);
    if (own === "any" && isArray(choices)) return choices.slice(0, 20).map(simpleType).join(" | ");
  }
  return own;
}

function simpleType(schema: unknown): string {
  const values = field(schema, "enum");
  if (isArray(values)) return values.slice(0, 20).map(printed).join(" | ");
  const only = field(schema, "const");
  if (only !== undefined) return printed(only);
  const type = field(schema, "type");
  if (typeof type === "string") return cut(type, TYPE_UNITS);
  if (isArray(type))
    return type
      .slice(0, 20)
      .map((one) => asString(one) ?? printed(one))
      .join(" | ");
  const reference = asString(field(schema, "$ref"));
  return reference === undefined ? "any" : cut(reference, TYPE_UNITS);
}

function printed(value: unknown): string {
  return jsonPrefix(value, 40);
}
