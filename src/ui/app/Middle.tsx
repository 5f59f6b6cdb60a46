import type { JSX } from "preact";
import { REPORTS } from "../../core/view/report.ts";
import { showMiddle } from "../../state/actions.ts";
import { middlePane, type MiddlePane } from "../../state/cells.ts";
import { ContextPane } from "../context/ContextPane.tsx";
import { MIDDLE_NAMES } from "../parts/names.ts";
import { panelId, tabId, Tabs, type Tab } from "../parts/Tabs.tsx";
import { ReportPane } from "../report/ReportPane.tsx";

const tabs: readonly Tab<MiddlePane>[] = (["context", ...REPORTS] as const).map((value) => {
  const [text, title] = MIDDLE_NAMES[value];
  return { value, text, title };
});

/** The middle of the page: the context at the point, or a report on it. */
export function Middle(): JSX.Element {
  const shows = middlePane.value;
  return (
    <div class="app-middle">
      <div class="app-tabs">
        <Tabs label="About the context" id="middle" tabs={tabs} value={shows} onChange={showMiddle} />
      </div>
      <div class="app-panel" role="tabpanel" id={panelId("middle")} aria-labelledby={tabId("middle", shows)}>
        {shows === "context" ? <ContextPane /> : <ReportPane key={shows} name={shows} />}
      </div>
    </div>
  );
}
