/** What people read for the values of cells. */
import type { Form } from "../../core/view/context.ts";
import type { Filter } from "../../core/view/row.ts";
import type { MiddlePane, Theme } from "../../state/cells.ts";

export const FORM_NAMES: Readonly<Record<Form, string>> = {
  stored: "Stored",
  projected: "Projected",
  sent: "Sent",
};

export const FILTER_NAMES: Readonly<Record<Filter, string>> = {
  default: "Default",
  "no-tools": "No-tools",
  "user-only": "User",
  "labeled-only": "Labeled",
  all: "All",
};

export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "as the system",
  light: "light",
  dark: "dark",
};

/** The context and the questions about it: a name, and what is asked. */
export const MIDDLE_NAMES: Readonly<Record<MiddlePane, readonly [name: string, about: string]>> = {
  context: ["Context", "What the model saw at the point"],
  tokens: ["Tokens", "What the context at the point consists of"],
  prompt: ["Prompt", "The effective prompt and tools, and every change of them"],
  compactions: ["Compactions", "What each compaction and branch summary kept, said and lost"],
  cache: ["Cache", "Why requests missed the prompt cache"],
  files: ["Files", "What was read, edited and written of each file, and whether what the model has is stale"],
  compare: ["Compare", "How the contexts at two moments differ"],
  find: ["Find", "Where a text of the session went"],
  limits: ["Limits", "What the file cannot tell, and what it records of the requests"],
};
