import type { CSSProperties, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ImageBlock } from "../../core/view/block.ts";
import { formatBytes } from "../../lib/figures.ts";
import { ask } from "../../state/client.ts";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { useSave } from "./use-save.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes of images that were shown: their place is right at once when they come back. */
const sizes = new Kept<Size>();

/** Pixels. */
const TALLEST = 360;

/** An image of the file, fetched when it comes into view. What is no raster image is named, not drawn. */
export function ImageView({ name, block }: { readonly name: string; readonly block: ImageBlock }): JSX.Element {
  const facts = `${block.mimeType === "" ? "image" : block.mimeType}, ${formatBytes(block.bytes)}`;
  if (!block.shown) {
    return (
      <figure class="blocks-image blocks-image-none">
        <p>Image not shown: {block.reason ?? "it is of no known raster type"}</p>
        <Caption block={block} facts={facts} />
      </figure>
    );
  }
  return (
    <figure class="blocks-image">
      <Picture block={block} name={name} facts={facts} />
      <Caption block={block} facts={facts} />
    </figure>
  );
}

interface PictureProps {
  readonly name: string;
  readonly block: ImageBlock;
  readonly facts: string;
}

function Picture({ name, block, facts }: PictureProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [size, keepSize] = useKept(sizes, useBlockKey(`${name}-image`));
  const [wrong, setWrong] = useState("");
  const visible = useVisible(box);
  const url = useObjectUrl(block, visible && wrong === "", () => setWrong("The image could not be read"));
  const style = size === undefined ? {} : boxOf(size);
  return (
    <div class={size === undefined ? "blocks-picture blocks-picture-new" : "blocks-picture"} style={style} ref={box}>
      {wrong !== "" && <p>{wrong}</p>}
      {url !== null && wrong === "" && (
        <img
          src={url}
          alt={`In the session: ${facts}`}
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (size?.width !== width || size.height !== height) keepSize({ width, height });
          }}
          onError={() => setWrong("The browser cannot decode this image")}
        />
      )}
    </div>
  );
}

/** The image at its own size, but for one that is taller than a box may be. */
function boxOf({ width, height }: Size): CSSProperties {
  const wide = height > TALLEST ? (width * TALLEST) / height : width;
  return { aspectRatio: `${width} / ${height}`, width: `${wide}px` };
}

function Caption({ block, facts }: { readonly block: ImageBlock; readonly facts: string }): JSX.Element {
  const name = `image.${/^image\/([a-z0-9]+)/.exec(block.mimeType)?.[1] ?? "bin"}`;
  const { words, save } = useSave(name, () => ask("blob", { place: block.place }));
  return (
    <figcaption class="blocks-foot">
      <span>{facts}</span>
      <button type="button" onClick={save} aria-label={`Save the image, ${facts}`}>
        Save
      </button>
      {words !== "" && <span role="status">{words}</span>}
    </figcaption>
  );
}

/** True from the moment an element comes near the screen. */
function useVisible(box: { readonly current: Element | null }): boolean {
  const [visible, setVisible] = useState(typeof IntersectionObserver !== "function");
  useEffect(() => {
    if (visible || box.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setVisible(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [visible, box]);
  return visible;
}

/** The image's address while it is wanted, taken back afterwards. */
function useObjectUrl(block: ImageBlock, wanted: boolean, onFailure: () => void): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const place = JSON.stringify(block.place);
  useEffect(() => {
    if (!wanted) return undefined;
    const abort = new AbortController();
    let made: string | null = null;
    ask("blob", { place: block.place }, abort.signal).then(
      (blob) => {
        if (abort.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => {
        if (!abort.signal.aborted) onFailure();
      },
    );
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
    // The block is drawn from a new object each time; its place names it.
  }, [place, wanted]);
  return url;
}
