// Counts what Vitest's JSON report says, and counts as a failure whatever is not a passed test: a file that does not
// load, a skipped test, an error outside a test, no test at all.

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function record(value) {
  return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
}

/**
 * @param {unknown} value
 * @returns {unknown[]}
 */
function list(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * @param {unknown} report Vitest's JSON report, or undefined where it left none
 * @param {boolean} clean whether Vitest itself ended with success
 */
export function tally(report, clean) {
  /** @type {string[]} */
  const notes = [];
  let passed = 0;
  let failed = 0;
  for (const file of list(record(report)["testResults"]).map(record)) {
    const statuses = list(file["assertionResults"]).map((test) => record(test)["status"]);
    const good = statuses.filter((status) => status === "passed").length;
    const bad = statuses.filter((status) => status === "failed").length;
    const skipped = statuses.length - good - bad;
    passed += good;
    failed += bad + skipped;
    if (skipped > 0) notes.push(`${skipped} skipped, counted as failed: ${String(file["name"])}`);
    if (file["status"] !== "passed" && bad + skipped === 0) {
      failed += 1;
      notes.push(`did not load: ${String(file["name"])}`);
    }
  }
  if (passed + failed === 0) notes.push("no test was run");
  if (failed === 0 && (!clean || passed === 0)) {
    failed += 1;
    if (passed > 0) notes.push("every test passed, but Vitest ended with an error");
  }
  return { passed, failed, notes };
}
