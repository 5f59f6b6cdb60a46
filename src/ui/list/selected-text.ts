/** True while the reader has marked text within an element: a click that ends a marking is no click. */
export function hasSelectedText(within: EventTarget | null): boolean {
  const marked = getSelection();
  if (marked === null || marked.isCollapsed || !(within instanceof Node)) return false;
  return marked.anchorNode !== null && within.contains(marked.anchorNode);
}
