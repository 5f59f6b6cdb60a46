// `npm run compare -- <files or folders>`. Node 20 runs no TypeScript: Vite loads it, with the project's own plugins.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const paths = process.argv.slice(2);
if (paths.length === 0) console.log("usage: npm run compare -- <session files or folders>");
const server = await createServer({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
try {
  const loaded = await server.ssrLoadModule("/test/oracle/compare.ts");
  const { main } = /** @type {typeof import('./compare.ts')} */ (loaded);
  process.exitCode = (await main(paths)) > 0 ? 1 : 0;
} finally {
  await server.close();
}
