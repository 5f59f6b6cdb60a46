import { render } from "preact";
import { act } from "preact/test-utils";
import { connect } from "../../../src/state/client.ts";
import { setFilter, setForm } from "../../../src/state/actions.ts";
import { close, forgetClosed } from "../../../src/state/opening.ts";
import { startViews } from "../../../src/state/views.ts";
import { App } from "../../../src/ui/app/App.tsx";
import { startFollowing } from "../../../src/ui/app/follow.ts";
import { startWidth } from "../../../src/ui/app/width.ts";
import { startKeyboard } from "../../../src/ui/keys/keyboard.ts";
import { FakeClient } from "../../state/fake-client.ts";

export interface Mounted {
  readonly worker: FakeClient;
  unmount(): void;
}

/** The whole page over a made-up worker, as main.tsx puts it together. */
export async function mount(width = 1440): Promise<Mounted> {
  setWidth(width);
  location.hash = "";
  const worker = new FakeClient();
  connect(worker);
  close();
  forgetClosed();
  setForm("projected");
  setFilter("default");
  const root = document.createElement("div");
  document.body.append(root);
  const ends = [startFollowing(), startWidth(), startViews(), startKeyboard()];
  await act(() => render(<App />, root));
  return {
    worker,
    unmount() {
      for (const end of ends) end();
      render(null, root);
      root.remove();
    },
  };
}

/** Gives the window a width: happy-dom then answers media queries by it. */
export function setWidth(width: number): void {
  const view = window as unknown as {
    readonly happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  view.happyDOM.setViewport({ width, height: 900 });
}

/** Does something, and lets the page catch up. */
export async function doing(what: () => unknown): Promise<void> {
  await act(async () => {
    what();
    for (let i = 0; i < 30; i++) await Promise.resolve();
  });
}

export function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): Promise<void> {
  return doing(() =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init })),
  );
}

/** The button, or other thing to press, of a name. */
export function named(name: string | RegExp, root: ParentNode = document): HTMLElement {
  const all = Array.from(root.querySelectorAll<HTMLElement>("button, [role=menuitem], [role=radio], [role=option]"));
  const found = all.find((element) => {
    const given = (element.getAttribute("aria-label") ?? element.textContent).trim();
    return typeof name === "string" ? given === name : name.test(given);
  });
  if (found === undefined) throw new Error(`nothing is named ${String(name)}`);
  return found;
}

export function click(name: string | RegExp): Promise<void> {
  return doing(() => named(name).click());
}

/** Chooses a file in the one file input. */
export function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  return doing(() => {
    Object.defineProperty(input, "files", { value: [file], configurable: true });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
