import { Fragment, type JSX } from "preact";
import type {
  Inline,
  Rich,
  RichBlock,
  RichItem,
  RichLink,
  RichNotes,
  RichRun,
  RichTable,
} from "../../core/view/rich.ts";
import { CodeView } from "./CodeView.tsx";
import { Words } from "./Words.tsx";

interface RichBlocksProps {
  readonly name: string;
  readonly blocks: Rich;
}

/** Blocks of rich text. How deep they nest is bounded where they are made. */
export function RichBlocks({ name, blocks }: RichBlocksProps): JSX.Element {
  return (
    <div class="rich">
      {blocks.map((block, index) => (
        // Blocks of one text never change places.
        <RichBlockView key={index} name={`${name}.${index}`} block={block} />
      ))}
    </div>
  );
}

interface BlockProps<B = RichBlock> {
  readonly name: string;
  readonly block: B;
}

function RichBlockView({ name, block }: BlockProps): JSX.Element {
  switch (block.kind) {
    case "paragraph":
      return (
        <p dir="auto">
          <Inlines of={block.inline} />
        </p>
      );
    case "heading":
      // Of the text, not of the page: the page's outline has its own.
      return (
        <p dir="auto" class={`rich-heading rich-heading-${Math.min(block.level, 4)}`}>
          <Inlines of={block.inline} />
        </p>
      );
    case "list": {
      const items = block.items.map((item, index) => <Item key={index} name={`${name}.${index}`} item={item} />);
      return block.start === null ? (
        <ul class="rich-list">{items}</ul>
      ) : (
        <ol class="rich-list" start={block.start}>
          {items}
        </ol>
      );
    }
    case "quote":
      return (
        <blockquote class="rich-quote">
          <RichBlocks name={name} blocks={block.blocks} />
        </blockquote>
      );
    case "code":
      return <CodeView name={name} code={block} info={block.info} />;
    case "table":
      return <Table block={block} />;
    case "rule":
      return <hr class="rich-rule" />;
    case "source":
      return (
        <p dir="auto" class="rich-source">
          <Words text={block.text} />
        </p>
      );
    case "notes":
      return <Notes name={name} block={block} />;
    default:
      return block satisfies never;
  }
}

function Notes({ name, block }: BlockProps<RichNotes>): JSX.Element {
  return (
    <dl class="rich-notes">
      {block.notes.map(({ label, blocks }, index) => (
        <div key={index}>
          <dt>
            <Words text={label} />
          </dt>
          <dd>
            <RichBlocks name={`${name}.${index}`} blocks={blocks} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Item({ name, item }: { readonly name: string; readonly item: RichItem }): JSX.Element {
  const { checked, blocks } = item;
  if (checked === null) {
    return (
      <li>
        <RichBlocks name={name} blocks={blocks} />
      </li>
    );
  }
  return (
    <li class="rich-task">
      <span
        class={checked ? "rich-box rich-box-done" : "rich-box"}
        role="img"
        aria-label={checked ? "done" : "to do"}
      />
      <RichBlocks name={name} blocks={blocks} />
    </li>
  );
}

function Table({ block: { align, rows } }: { readonly block: RichTable }): JSX.Element {
  const [head = [], ...body] = rows;
  const look = (column: number): string | undefined => {
    const to = align[column] ?? null;
    return to === null ? undefined : `rich-${to}`;
  };
  return (
    <div class="rich-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} dir="auto" class={look(column)}>
                <Inlines of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} dir="auto" class={look(column)}>
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ of }: { readonly of: readonly Inline[] }): JSX.Element {
  return (
    <>
      {of.map((one, index) => (
        // Stretches of one text never change places.
        <Fragment key={index}>
          <InlineView of={one} />
        </Fragment>
      ))}
    </>
  );
}

function InlineView({ of }: { readonly of: Inline }): JSX.Element {
  if (typeof of === "string") return <Words text={of} />;
  if (of.kind === "run") return <Run run={of} />;
  if (of.kind === "link") return <Link link={of} />;
  return (
    <sup class="rich-note">
      <Words text={of.label} />
    </sup>
  );
}

/** Leads out of the page, on a click, and tells the other end nothing of where from. */
function Link({ link }: { readonly link: RichLink }): JSX.Element {
  const { href, image, inline } = link;
  return (
    <a class="rich-link" href={href} title={href} target="_blank" rel="noreferrer noopener">
      {image && <span class="rich-image">image</span>}
      {inline.map((run, index) => (
        <Fragment key={index}>{typeof run === "string" ? <Words text={run} /> : <Run run={run} />}</Fragment>
      ))}
    </a>
  );
}

function Run({ run: { text, marks } }: { readonly run: RichRun }): JSX.Element {
  let drawn = <Words text={text} />;
  if (marks.includes("code")) drawn = <code class="rich-code">{drawn}</code>;
  if (marks.includes("math")) drawn = <code class="rich-math">{drawn}</code>;
  if (marks.includes("target")) drawn = <span class="rich-target">{drawn}</span>;
  if (marks.includes("delete")) drawn = <del>{drawn}</del>;
  if (marks.includes("emphasis")) drawn = <em>{drawn}</em>;
  return marks.includes("strong") ? <strong>{drawn}</strong> : drawn;
}
