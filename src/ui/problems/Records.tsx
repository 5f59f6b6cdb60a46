import type { JSX } from "preact";
import type { ProblemView } from "../../core/view/context.ts";
import { Disclosure } from "../blocks/Disclosure.tsx";
import { Scope } from "../blocks/kept.ts";
import { LongText } from "../blocks/LongText.tsx";

/** The records of a line that holds several, each to open: Pi cannot read them, but a reader can. */
export function Records({ problem }: { readonly problem: ProblemView }): JSX.Element | null {
  const { records = [], line } = problem;
  if (records.length === 0) return null;
  return (
    <Scope.Provider value={`problem.${line}`}>
      <div class="problems-records">
        <p>What Pi cannot read here:</p>
        {records.map(({ title, text }, index) => (
          // The records of a line never change places.
          <Disclosure key={index} name={`${index}`} title={<code>{title}</code>} open={false}>
            <LongText name={`${index}.text`} text={{ text }} look="mono" />
          </Disclosure>
        ))}
      </div>
    </Scope.Provider>
  );
}
