import { type Fields, tool } from "./messages.ts";

/** Prompt and tools of the sample session: sections as Pi 1.6.0 names them, declarations a little shortened. */

const string = (description: string): Fields => ({ type: "string", description });
const number = (description: string): Fields => ({ type: "number", description });

export const read = tool(
  "read",
  "Read the contents of a file. Supports text files and images (jpg, png, gif, webp). Text output is cut to 2000 lines or 50 KB; use offset and limit for large files.",
  {
    path: string("Path to the file to read (relative or absolute)"),
    offset: number("Line number to start reading from (1-indexed)"),
    limit: number("Maximum number of lines to read"),
  },
);

export const bash = tool(
  "bash",
  "Execute a bash command in the current working directory. Returns stdout and stderr, cut to the last 2000 lines or 50 KB.",
  { command: string("Shell command to execute"), timeout: number("Timeout in seconds (optional, no default timeout)") },
);

export const edit = tool(
  "edit",
  "Edit a single file by exact text replacement. Each oldText must match a unique, non-overlapping region of the file.",
  {
    path: string("Path to the file to edit (relative or absolute)"),
    edits: {
      type: "array",
      items: {
        type: "object",
        properties: {
          oldText: string("Exact text to replace"),
          newText: string("Replacement text for this targeted edit."),
        },
      },
    },
  },
);

export const write = tool(
  "write",
  "Write content to a file. Creates the file and its folders, overwrites what is there.",
  {
    path: string("Path to the file to write (relative or absolute)"),
    content: string("Content to write to the file"),
  },
);

export const grep = tool(
  "grep",
  "Search file contents for a pattern. Returns matching lines with paths and line numbers.",
  {
    pattern: string("Search pattern (regex or literal string)"),
    path: string("Directory or file to search (default: current directory)"),
    glob: string("Filter files by glob pattern, e.g. '*.ts'"),
  },
);

export const codemode = tool(
  "codemode",
  "Run a JavaScript script that calls the other tools. Only what the script puts out comes back. Runs as the body of an async function: top-level await and return work.",
  { code: string("JavaScript source, no markdown fence") },
);

const SNIPPETS: { readonly [name: string]: string } = {
  read: "Read file contents",
  bash: "Execute bash commands (ls, git, npm, etc.)",
  edit: "Make precise file edits with exact text replacement",
  write: "Create or overwrite files",
  grep: "Search file contents for patterns (respects .gitignore)",
  codemode: "Run a script that calls several tools and keeps large results out of the context",
};

/** The prompt's list of tools. */
export function toolsSection(...names: string[]): string {
  const list = names.map((name) => `- ${name}: ${SNIPPETS[name] ?? ""}`).join("\n");
  return `<tools>\n${list}\n\nAdditional tools may be available.\n</tools>`;
}

const preamble =
  "You are a coding assistant running inside pi, a coding agent harness. Help users inspect files, run commands, and modify code.";

const rules = `<rules>
- Use read to examine files instead of cat or sed.
- Use grep instead of bash for searching the project.
- edit: oldText must be unique in the original file; merge changes that lie close together.
- Be concise in your responses
- Show file paths clearly when working with files
</rules>`;

const projectContext = `<project_context>
Project-specific instructions and guidelines:

<project_instructions path="/home/mira/src/quayside/AGENTS.md">
# Quayside

Ticketing API of the island ferries: Node 20, Fastify, Postgres, Redis for rate limits only.

- \`npm test\` runs everything, \`npm test -- auth\` one folder. Tests use a real Postgres in Docker.
- Migrations live in \`migrations/\`, numbered, never edited once merged. They must run while the old version serves.
- Money is integer cents. Times are UTC milliseconds, called \`…At\`.
- No new dependency without asking. No feature flags: we deploy behind the harbour gate instead.
- Support reads \`docs/\`. If behaviour changes for passengers, say so there in plain words.
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
The following skills provide specialized instructions for specific tasks.

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
