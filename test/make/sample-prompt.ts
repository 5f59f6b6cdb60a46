import { type Fields, tool } from "./messages.ts";

/** Prompt and tools of the sample session: sections as Pi 1.6.0 names them, declarations shortened. */

const string = (description?: string): Fields => ({ type: "string", ...(description && { description }) });
const number = (): Fields => ({ type: "number" });

export const read = tool("read", "Read a file: text, cut to 2000 lines, or an image.", {
  path: string(),
  offset: number(),
  limit: number(),
});

export const bash = tool("bash", "Run a bash command. Returns stdout and stderr, cut to the last 2000 lines.", {
  command: string(),
  timeout: number(),
});

export const edit = tool("edit", "Edit a file by exact text replacement.", {
  path: string(),
  edits: {
    type: "array",
    items: {
      type: "object",
      properties: {
        oldText: string("Exact text, unique in the file"),
        newText: string(),
      },
    },
  },
});

export const write = tool("write", "Write a file. Overwrites what is there.", {
  path: string(),
  content: string(),
});

export const grep = tool("grep", "Search files for a pattern.", {
  pattern: string(),
  path: string(),
  glob: string("Only such files"),
});

export const codemode = tool(
  "codemode",
  "Run a JavaScript script that calls the other tools. Only what it returns comes back.",
  { code: string() },
);

const SNIPPETS: { readonly [name: string]: string } = {
  read: "Read file contents",
  bash: "Execute bash commands",
  edit: "Edit files by exact text replacement",
  write: "Create or overwrite files",
  grep: "Search files for patterns",
  codemode: "Run a script that calls several tools",
};

/** The prompt's list of tools. */
export function toolsSection(...names: string[]): string {
  const list = names.map((name) => `- ${name}: ${SNIPPETS[name] ?? ""}`).join("\n");
  return `<tools>\n${list}\n</tools>`;
}

const preamble = "You are a coding assistant running inside pi, a coding agent harness.";

const rules = `<rules>
- Use read to examine files instead of cat or sed.
- edit: oldText must be unique in the original file.
- Be concise in your responses
</rules>`;

const projectContext = `<project_context>
<project_instructions path="/home/mira/src/quayside/AGENTS.md">
# Quayside

Ticketing API of the island ferries: Node 20, Fastify, Postgres, Redis for rate limits only.

- Migrations live in \`migrations/\`, numbered, never edited once merged. They must run while the old version serves.
- Money is integer cents. Times are UTC milliseconds, called \`…At\`.
- No new dependency, no feature flags: we deploy behind the harbour gate.
- Support reads \`docs/\`: plain words there.
</project_instructions>
</project_context>`;

const cwd = "<cwd>\n/home/mira/src/quayside\n</cwd>";

/** The prompt as the first request declares it. */
export const firstSections: Fields = {
  preamble,
  tools: toolsSection("read", "bash", "edit", "write", "grep"),
  rules,
  project_context: projectContext,
  cwd,
};

export const firstTools = [read, bash, edit, write, grep];

export const migrationSkill = `<skills>
<skill>
<name>online-migrations</name>
<description>Add, backfill and drop columns while two versions of the service are running.</description>
<location>/home/mira/.pi/agent/skills/online-migrations/SKILL.md</location>
</skill>
</skills>`;

/** Later patches of the prompt: a section replaced and one added, then one taken out again. */
export const withCodemode: Fields = {
  tools: toolsSection("read", "bash", "edit", "write", "codemode"),
  skills: migrationSkill,
};

export const withoutSkills: Fields = { skills: null };

/** What replaying all of them gives: the checkpoint of the second compaction. */
export const checkpointSections: Fields = {
  preamble,
  tools: toolsSection("read", "bash", "edit", "write", "codemode"),
  rules,
  project_context: projectContext,
  cwd,
};

export const checkpointTools = [read, bash, edit, write, codemode];
