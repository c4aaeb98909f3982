/** Progress of an exploration: counts, the time left, and the ways to end it, repeat it and take its table. */
import { Button } from "react-aria-components";
import { Icon } from "../../controls/icons.tsx";
import { written } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import type { ViewRun } from "./use-run.ts";

/** The progress has as many squares as a day has hours. */
const SQUARES = 24;

export function RunBar({
  of: { run, isStale, start, cancel },
  count: kind = "variants",
  onTable,
}: {
  readonly of: ViewRun;
  /** The things that are counted. */
  readonly count?: "variants" | "sliders";
  /** Saves the results as a table; null without results. */
  readonly onTable: (() => void) | null;
}) {
  const { texts, language } = useTexts();
  const words = texts.explore;
  const { done = 0, of = 0, failed = 0, fault = null } = run?.explored ?? {};
  const count = (variants: number): string => written(variants, language, 0);
  const part = of === 0 ? 0 : done / of;
  const isComplete = of > 0 && done === of;
  const seconds = run?.secondsLeft ?? null;
  const state =
    fault !== null
      ? fault
      : isComplete
        ? words.counted[kind](count(of))
        : run?.isRunning === false && of > 0
          ? words.stopped(words.counts[kind](count(of)), count(done))
          : of === 0
            ? words.planning
            : words.progress(count(done), words.counts[kind](count(of)), seconds === null ? null : Math.ceil(seconds));
  return (
    <footer className="runBar">
      <div
        className="ladder"
        role="progressbar"
        aria-label={words.progressOf}
        aria-valuenow={Math.round(part * 100)}
        aria-valuetext={state}
      >
        <i style={{ width: `${(Math.floor(part * SQUARES) / SQUARES) * 100}%` }} />
      </div>
      <p className={fault === null ? "state" : "state fault"}>{state}</p>
      {failed > 0 && <p className="state">{words.failed(failed)}</p>}
      {isStale && <p className="state stale">{words.stale}</p>}
      <span className="space" />
      <p className="unseen" role="status">
        {isComplete || fault !== null ? state : ""}
      </p>
      {onTable !== null && (
        <Button className="button" onPress={onTable}>
          <Icon name="download" size={14} />
          {words.table}
        </Button>
      )}
      {run?.isRunning === true && !isComplete ? (
        <Button className="button" onPress={cancel}>
          {words.cancel}
        </Button>
      ) : (
        (isStale || (run !== null && !isComplete)) && (
          <Button className="button primary" onPress={start}>
            {words.again}
          </Button>
        )
      )}
    </footer>
  );
}
