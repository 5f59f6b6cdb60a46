import { useEffect, useState } from "preact/hooks";

const USUAL = 24;

function read(): number {
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
  return Number.isFinite(height) && height > 0 ? height : USUAL;
}

/** Height of a row of a list in pixels: the page's `--row`, which is larger under fingers. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(read);
  useEffect(() => {
    const coarse = matchMedia("(pointer: coarse)");
    const update = (): void => setHeight(read());
    update();
    coarse.addEventListener("change", update);
    return () => coarse.removeEventListener("change", update);
  }, []);
  return height;
}
