/** Notices about the state of the scenario, on the screen and for screen readers. */
import { useEffect, useState } from "react";
import { useShallow } from "zustand/shallow";
import type { ModelUpdate } from "../../calculation/area-model.ts";
import type { Progress } from "../../calculation/worker/messages.ts";
import { formatFigure, formatDecimals } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { ModelUpdated } from "./ModelUpdated.tsx";
import { SignedOut } from "./SignedOut.tsx";

/** Delay before an unsaved change is reported (ms). */
const LATE_MS = 1_000;

/** Whether a condition has been true for a given time. */
function useSustained(isTrue: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isTrue, ms]);
  return hasLasted;
}

export function Notices({
  progress,
  isOnServer,
  update,
}: {
  readonly progress: Progress | null;
  readonly isOnServer: boolean;
  readonly update: ModelUpdate | null;
}) {
  const { inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const isOffline = useSession((state) => state.isOffline);
  const unsent = useSession((state) => state.unsentCount);
  const fault = useSession((state) => state.fault);
  const isScaled = useSession((state) => state.scenario.scaling !== null);
  const isLate = useSustained(
    useSession((state) => state.unsentCount > 0 && !state.isSignedOut),
    LATE_MS,
  );
  // A queued change may refer to a slider that is not in the model.
  const refused = useSession(
    useShallow(({ refusals }) => Object.keys(refusals).flatMap((key) => (inputs.has(key) ? [] : refusals[key]!))),
  );
  const megabytes = (bytes: number): string => formatDecimals(bytes / 1e6, language, 1);
  return (
    <div className="notices" aria-live="polite">
      {progress !== null && progress.total > 0 && (
        <p className="notice">{texts.loadingParts(megabytes(progress.loaded), megabytes(progress.total))}</p>
      )}
      {isOnServer && <p className="notice">{texts.onServer}</p>}
      {isScaled && <p className="notice warn">{texts.scaledNetworks}</p>}
      {isOffline && <p className="notice">{texts.offline(unsent)}</p>}
      {isLate && !isOffline && <p className="notice warn">{texts.busy(unsent)}</p>}
      <SignedOut />
      <ModelUpdated update={update} />
      {refused.length > 0 && <p className="notice fault">{texts.updates.refused(refused.join(" "))}</p>}
      {fault !== null && <p className="notice fault">{`${texts.faultTitle}: ${fault}`}</p>}
    </div>
  );
}

/** Announces the headline numbers to screen readers after a change. */
export function LiveHeadlines() {
  const { numbers } = useWorkspace();
  const { texts, language } = useTexts();
  const isAtRest = useSession(
    (state) => state.draggedSlider === null && !state.isCalculating && state.previousAnswer !== null,
  );
  const answer = useSession((state) => state.answer);
  const figures = numbers
    .slice(0, 2)
    .map((number) => {
      const { query, title, unit, factor } = number;
      const value = answer === null ? null : valueOf(answer, query, number, "future");
      return value === null ? "" : `${title} ${formatFigure(value * factor, language)} ${unit}`;
    })
    .filter((part) => part !== "")
    .join(", ");
  return (
    <p className="unseen" role="status">
      {isAtRest && figures !== "" ? texts.updated(figures) : ""}
    </p>
  );
}
