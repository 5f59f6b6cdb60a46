import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { GROWTH_KINDS } from "../../core/view/growth.ts";
import { formatCount, formatTime } from "../../lib/figures.ts";
import { growth } from "../../state/cells.ts";
import type { Shown } from "./series.ts";
import { KIND_NAMES } from "./look.ts";
import { readingOf } from "./readings.ts";

interface ReadoutProps {
  readonly shown: Shown;
  readonly cursor: Signal<number | null>;
}

/**
 * The legend, and in it the values of the request under the pointer; else of the one at the point. Each value has its place,
 * so that nothing moves while the pointer does.
 */
export function Readout({ shown, cursor }: ReadoutProps): JSX.Element {
  const { series } = shown;
  const request = cursor.value ?? growth.value?.at ?? -1;
  const reading = request < 0 || request >= series.count ? null : readingOf(shown.growth, series, request);
  const digits = `${formatCount(series.count).length}ch`;
  return (
    <dl class="growth-read" title={reading === null ? undefined : formatTime(shown.growth.times[request] ?? null)}>
      <div class="growth-read-number">
        <dt class="growth-read-request">request</dt>
        <dd>
          <span style={{ minWidth: digits }}>{reading?.number ?? "0"}</span>/{formatCount(series.count)}
        </dd>
      </div>
      <div class="growth-read-time">
        <dt class="unseen">time</dt>
        <dd>{reading?.time}</dd>
      </div>
      <div class="growth-read-total">
        <dt>context</dt>
        <dd>{reading?.context}</dd>
      </div>
      {GROWTH_KINDS.map(
        (kind, i) =>
          series.present[i] === true && (
            <div class="growth-read-kind" key={kind} title={KIND_NAMES[kind][1]}>
              <dt>
                <i class={`growth-swatch growth-${kind}`} />
                <span>{KIND_NAMES[kind][0]}</span>
              </dt>
              <dd>{reading?.kinds[i]}</dd>
            </div>
          ),
      )}
      <div class="growth-read-provider" title="Prompt by the provider’s count: input, cache reads and cache writes">
        <dt>
          <i class="growth-swatch growth-line" />
          <span>provider</span>
        </dt>
        <dd>{reading?.provider}</dd>
      </div>
      <div class="growth-read-cached" title="Part of the provider’s prompt that was read from the cache">
        <dt>cached</dt>
        <dd>{reading?.cached}</dd>
      </div>
      <div class="growth-read-cost" title="Cost of the request, in US dollars">
        <dt>cost</dt>
        <dd>{reading?.cost}</dd>
      </div>
      <div class="growth-read-marks">
        <dt class="unseen">before it</dt>
        <dd title={reading?.marks}>{reading?.marks}</dd>
      </div>
    </dl>
  );
}
