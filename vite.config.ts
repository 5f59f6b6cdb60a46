import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import asc from "assemblyscript/asc";
import { defaultClientConditions, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";

interface Inline {
  tag: string;
  attributes: string;
  text: string;
}

/** The inline scripts and styles of a page. One pass for both: what looks like a tag inside a script is part of that script. */
function inlineElements(html: string): Inline[] {
  const found = html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi);
  return Array.from(found, ([, tag = "", attributes = "", text = ""]) => ({
    tag: tag.toLowerCase(),
    attributes,
    text,
  }));
}

function hashSources(elements: Inline[], tag: string): string {
  const hashes = elements
    .filter((element) => element.tag === tag)
    .map((element) => `'sha256-${createHash("sha256").update(element.text).digest("base64")}'`);
  return hashes.length === 0 ? "'none'" : [...new Set(hashes)].join(" ");
}

function policy(elements: Inline[]): string {
  return [
    "default-src 'none'",
    // The byte scanner is WebAssembly; this allows nothing else of eval.
    `script-src ${hashSources(elements, "script")} 'wasm-unsafe-eval'`,
    `style-src ${hashSources(elements, "style")}`,
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/**
 * Puts the content security policy first in the head of the finished page, so that nothing in the page comes before it.
 * It must run after everything that still changes the page: the hashes are of the final text.
 */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
          const html = typeof file.source === "string" ? file.source : new TextDecoder().decode(file.source);
          const elements = inlineElements(html);
          if (!html.includes("<head>")) this.error(`${file.fileName} has no plain <head> to put the policy in`);
          // A browser turns these into other characters before it hashes.
          if (/[\r\0]/.test(html)) this.error(`${file.fileName} contains a carriage return or a NUL`);
          if (elements.some(({ attributes }) => /\bsrc\s*=/i.test(attributes))) {
            this.error(`${file.fileName} still has a script that is not inlined`);
          }
          const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(elements)}" />`;
          file.source = html.replace("<head>", () => `<head>\n    ${meta}`);
        }
      },
    },
  };
}

/** `npm start` also prints where the sample session is. */
function sampleAddress(): Plugin {
  return {
    name: "sample-address",
    configurePreviewServer(server) {
      const printUrls = server.printUrls.bind(server);
      server.printUrls = () => {
        printUrls();
        const address = server.resolvedUrls?.local[0];
        if (address !== undefined) server.config.logger.info(`  ➜  Sample:  ${address}#sample`);
      };
    },
  };
}

/**
 * Compiles AssemblyScript (`*.as`) to WebAssembly at build time: a module that exports `wasm`, the binary as hexadecimal digits,
 * which gzip packs better than base64. It is part of the one page, since a page opened from a file cannot fetch.
 */
function assemblyScript(): Plugin {
  return {
    name: "assemblyscript",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".as")) return null;
      const flags = "-O3 --runtime stub --noAssert --enable simd --enable bulk-memory --use abort= --outFile wasm";
      const folder = dirname(id);
      let wasm: Uint8Array | undefined;
      let complaints = "";
      const { error } = await asc.main([`${basename(id, ".as")}.ts`, ...flags.split(" ")], {
        // The compiler knows its language by another ending.
        readFile: (name) => readFile(join(folder, name.replace(/\.ts$/, ".as")), "utf8").catch(() => null),
        writeFile: (_name, contents) => {
          if (typeof contents !== "string") wasm = contents;
        },
        listFiles: () => [],
        stderr: {
          write: (chunk) => {
            complaints += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
          },
        },
      });
      if (error !== null || wasm === undefined) this.error(`${id}: ${String(error?.message)}\n${complaints}`);
      return `export const wasm = ${JSON.stringify(Buffer.from(wasm).toString("hex"))};`;
    },
  };
}

/** Marks for other bundlers, which the one page has no use for. */
const output = { comments: { annotation: false, legal: true, jsdoc: false } };

export default defineConfig({
  base: "./",
  // Packages that differ for a page and a worker: whatever makes text of text runs in the worker, where there is no document to use.
  resolve: { conditions: ["worker", ...defaultClientConditions] },
  build: { target: "es2022", modulePreload: false, reportCompressedSize: false, rolldownOptions: { output } },
  worker: { format: "iife", plugins: () => [assemblyScript()], rolldownOptions: { output } },
  plugins: [assemblyScript(), viteSingleFile(), contentSecurityPolicy(), sampleAddress()],
  preview: { host: "127.0.0.1", port: 4173 },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          setupFiles: ["test/seed.ts"],
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/ui/**", "test/browser/**"],
        },
      },
      {
        extends: true,
        test: { name: "ui", environment: "happy-dom", include: ["test/ui/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "node",
          include: ["test/browser/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
