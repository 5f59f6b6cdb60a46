import type { JSX } from "preact";
import type { Field } from "../../core/view/block.ts";
import { JsonTree } from "./JsonTree.tsx";
import { LongText } from "./LongText.tsx";

interface FieldRowsProps {
  readonly name: string;
  readonly fields: readonly Field[];
  /** For fields that do not say. */
  readonly look: "prose" | "mono";
}

/** Names and values, one below the other; long values are cut like any text. */
export function FieldRows({ name, fields, look }: FieldRowsProps): JSX.Element {
  return (
    <dl class="blocks-fields">
      {fields.map((field, index) => (
        // Names may repeat in a file; places do not.
        <div key={index}>
          <dt dir="auto">{field.name}</dt>
          <dd>
            {field.look === "json" ? (
              <JsonTree name={`${name}.${index}`} text={field} saveAs={`${field.name}.json`} />
            ) : (
              <LongText name={`${name}.${index}`} text={field} look={field.look ?? look} saveAs={`${field.name}.txt`} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
