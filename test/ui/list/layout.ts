/**
 * Just enough layout for lists in a document without any: a list is `viewport` pixels tall, an item as tall as its
 * `data-height` says, and a write to scrollTop stays within the spacer.
 */
export function fakeLayout(viewport = 480): () => void {
  const box = HTMLElement.prototype;
  const tops = new WeakMap<HTMLElement, number>();
  Object.defineProperty(box, "clientHeight", {
    configurable: true,
    get(this: HTMLElement) {
      return this.classList.contains("list") ? viewport : 0;
    },
  });
  Object.defineProperty(box, "scrollTop", {
    configurable: true,
    get(this: HTMLElement) {
      return tops.get(this) ?? 0;
    },
    set(this: HTMLElement, top: number) {
      const spacer = this.firstElementChild as HTMLElement | null;
      const limit = Math.max(0, Number.parseFloat(spacer?.style.height ?? "0") - viewport);
      tops.set(this, Math.round(Math.max(0, Math.min(top, limit))));
    },
  });
  Object.defineProperty(box, "getBoundingClientRect", {
    configurable: true,
    value(this: HTMLElement) {
      return new DOMRect(0, 0, 300, Number(this.dataset["height"] ?? 0));
    },
  });
  return () => {
    Reflect.deleteProperty(box, "clientHeight");
    Reflect.deleteProperty(box, "scrollTop");
    Reflect.deleteProperty(box, "getBoundingClientRect");
  };
}

/** Scrolls as a hand does. */
export function scrollBy(list: Element, top: number): void {
  list.dispatchEvent(new Event("wheel"));
  list.scrollTop = list.scrollTop + top;
  list.dispatchEvent(new Event("scroll"));
}

/** Where an item stands in the viewport, in pixels: the window's top and the heights before it. */
export function placeOf(list: HTMLElement, item: Element): number {
  const box = item.parentElement as HTMLElement;
  let y = Number.parseFloat(box.style.top) - list.scrollTop;
  for (const child of box.children) {
    if (child === item) break;
    if (!child.hasAttribute("data-away")) y += Number((child as HTMLElement).dataset["height"] ?? 0);
  }
  return y;
}
