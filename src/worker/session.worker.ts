import { fingerprint } from "../core/format/fingerprint.ts";
import { INDEX_VERSION } from "../core/session/saved.ts";
import { createCache } from "./cache.ts";
import { core, isSavedIndex } from "./core.ts";
import { serve } from "./serve.ts";
import { idbStorage } from "./storage.ts";

// A request that cannot be read has no number to answer to: the page learns of it as a failure of the worker.
addEventListener("messageerror", () => {
  throw new Error("a request could not be read");
});
serve(
  globalThis,
  core,
  createCache({ storage: idbStorage(), indexVersion: INDEX_VERSION, fingerprint, isIndex: isSavedIndex }),
);
