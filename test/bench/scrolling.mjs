// Scrolling through a long tree: by the wheel, and from end to end as by the scrollbar.

/** @typedef {import("playwright-core").Page} Page */

/** Runs in the page: times between frames, tasks and elements until it is stopped. */
const record = () => {
  /** @type {number[]} */
  const frames = [];
  let last = 0;
  let elements = 0;
  let id = 0;
  let longest = 0;
  const tasks = new PerformanceObserver((list) => {
    longest = Math.max(longest, ...list.getEntries().map(({ duration }) => duration));
  });
  tasks.observe({ type: "longtask" });
  const frame = (/** @type {number} */ now) => {
    if (last > 0) frames.push(now - last);
    last = now;
    if (frames.length % 8 === 0) elements = Math.max(elements, document.getElementsByTagName("*").length);
    id = requestAnimationFrame(frame);
  };
  id = requestAnimationFrame(frame);
  Object.assign(globalThis, {
    stopRecording: () => {
      cancelAnimationFrame(id);
      tasks.disconnect();
      const sorted = frames.toSorted((a, b) => a - b);
      return { p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, longest, elements, frames: frames.length };
    },
  });
};

/**
 * The 95th percentile of times between frames, the longest task (0 below 50 ms) and the most elements.
 * @typedef {{ p95: number, longest: number, elements: number, frames: number }} Smoothness
 */

/**
 * @param {Page} page
 * @param {() => Promise<unknown>} scroll
 * @returns {Promise<Smoothness>}
 */
async function recorded(page, scroll) {
  await page.evaluate(record);
  await scroll();
  await page.waitForTimeout(100);
  return page.evaluate(() => {
    const { stopRecording } = /** @type {{ stopRecording?: () => Smoothness }} */ (globalThis);
    if (stopRecording === undefined) throw new Error("nothing was recorded");
    return stopRecording();
  });
}

/**
 * Turns the wheel over the tree for some seconds, up from its end.
 * @param {Page} page
 */
export async function scrollByWheel(page) {
  const box = await page.getByRole("tree").boundingBox();
  if (box === null) throw new Error("The tree is not to be seen.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return recorded(page, async () => {
    for (let turn = 0; turn < 200; turn++) await page.mouse.wheel(0, -360);
  });
}

/**
 * Draws the tree from its end to its beginning, a step a frame.
 * @param {Page} page
 */
export async function scrollThrough(page) {
  return recorded(page, () =>
    page.getByRole("tree").evaluate(
      (element) =>
        new Promise((resolve) => {
          const steps = 480;
          const most = element.scrollHeight - element.clientHeight;
          let step = 0;
          const frame = () => {
            step += 1;
            element.scrollTop = most * (1 - step / steps);
            if (step < steps) requestAnimationFrame(frame);
            else resolve(undefined);
          };
          requestAnimationFrame(frame);
        }),
    ),
  );
}
