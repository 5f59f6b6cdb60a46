import { fingerprint } from "../core/format/fingerprint.ts";
import { INDEX_VERSION } from "../core/session/saved.ts";
import { field } from "../lib/json.ts";
import { createCache } from "./cache.ts";
import { core, isSavedIndex } from "./core.ts";
import { serve, systemClock } from "./serve.ts";
import { idbStorage } from "./storage.ts";
import { warmUp } from "./warm.ts";

const warming = new AbortController();
addEventListener("message", ({ data }) => {
  // The list of recent sessions is asked for while the page starts; whatever else is asked, somebody waits for.
  if (field(data, "method") !== "recents") warming.abort();
});
// A request that cannot be read has no number to answer to: the page learns of it as a failure of the worker.
addEventListener("messageerror", () => {
  throw new Error("a request could not be read");
});
serve(
  globalThis,
  core,
  createCache({ storage: idbStorage(), indexVersion: INDEX_VERSION, fingerprint, isIndex: isSavedIndex }),
);
void warmUp(core, warming.signal, systemClock);
