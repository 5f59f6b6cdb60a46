import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "playwright-core";
import { advice, findChromium } from "../chromium.mjs";

/** The folder of the built page. */
export const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Chromium as `npm test` finds it. The caller closes it. */
export async function launch(extraArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(advice);
  return chromium.launch({ executablePath, args: [...args, ...extraArgs] });
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

export interface Site {
  /** The address of the page, ending with a slash. */
  readonly url: string;
  /** Every path that was asked for, also those not found. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Serves the built page as a static host does, under a path like `/` or `/tools/viewer/`. */
export async function serveDist(basePath = "/"): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    requests.push(pathname);
    const name = pathname.startsWith(basePath) ? decodeURIComponent(pathname.slice(basePath.length)) : undefined;
    const path = name === undefined ? undefined : normalize(join(dist, name === "" ? "index.html" : name));
    if (path === undefined || !path.startsWith(dist)) {
      response.writeHead(404).end();
      return;
    }
    readFile(path).then(
      (body) =>
        response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}${basePath}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
