import type { JSX } from "preact";
import { announcement, phase } from "../../state/cells.ts";
import { TopBar } from "../bar/TopBar.tsx";
import { Dialogs } from "../dialogs/Dialogs.tsx";
import { Failed } from "../start/Failed.tsx";
import { StartPage } from "../start/StartPage.tsx";
import { AskWhere } from "./AskWhere.tsx";
import { Intake } from "./Intake.tsx";
import { Notices } from "./Notices.tsx";
import { width } from "./width.ts";
import { Workspace } from "./Workspace.tsx";
import "../theme/tokens.css";
import "../theme/base.css";
import "./app.css";

export function App(): JSX.Element {
  return (
    <div class="app" data-width={width.value}>
      {phase.value !== "empty" && <TopBar />}
      <Notices />
      <Body />
      <Dialogs />
      <AskWhere />
      <Intake />
      <div class="unseen" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </div>
  );
}

function Body(): JSX.Element {
  switch (phase.value) {
    case "empty":
      return (
        <main class="app-body">
          <StartPage />
        </main>
      );
    case "failed":
      return (
        <main class="app-body">
          <Failed />
        </main>
      );
    case "loading":
    case "ready":
      // One place for both, there from the start: laying the panes out takes as long as reading a small file.
      return <Workspace />;
  }
}
