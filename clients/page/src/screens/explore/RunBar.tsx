/**
 * Progress of an exploration: counts, the remaining time, and buttons to cancel it, to repeat it and to download its
 * table.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { csvOf, forSpreadsheet } from "../../charts/csv.ts";
import { save } from "../../charts/picture.ts";
import { Icon } from "../../controls/icons.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { formatDecimals } from "../../figures/figures.ts";
import { SWEEPS_KEY } from "../../saved/own-sweeps.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { fileNameOf } from "../workbench/data/file-names.ts";
import { useExploreTexts } from "./use-explore-texts.ts";
import type { ViewRun } from "./use-run.ts";

/** Error codes of limits that are higher for signed-in users. */
const LIMITS_RAISED_BY_SIGN_IN = [
  "too_many_variants",
  "too_many_outputs",
  "sweep_too_long",
  "too_many_sweeps",
  "sweep_storage_full",
];

/** Results as a file for spreadsheets. */
export interface Table {
  /** Part of the file's name. */
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Number of squares that show the progress. */
const SQUARES = 24;

export function RunBar({
  viewRun: { run, isStale, start, cancel, save: saveRun },
  itemKind = "variants",
  createTable,
}: {
  readonly viewRun: ViewRun;
  /** Plural name of the counted items. */
  readonly itemKind?: "variants" | "sliders" | "areas";
  /** The results for a file; null without results. */
  readonly createTable: (() => Table) | null;
}) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const { session } = useWorkspace();
  const isSignedIn = useStore(visitor.state, ({ person }) => person !== null);
  const saveTable = ({ name, header, rows }: Table): void => {
    const lines = rows.map((cells) => cells.map((cell) => String(cell ?? "")));
    const file = fileNameOf(session.state.getState().scenario, name, "csv");
    save(file, forSpreadsheet(csvOf([header, ...lines]), language));
  };
  const { done = 0, total = 0, failed = 0, fault = null, refusal } = run?.report ?? {};
  const formatCount = (variants: number): string => formatDecimals(variants, language, 0);
  const fraction = total === 0 ? 0 : done / total;
  const isComplete = total > 0 && done === total;
  const seconds = run?.secondsLeft ?? null;
  const status =
    fault !== null
      ? refusal === undefined
        ? (exploreTexts.ended[fault] ?? fault)
        : exploreTexts.refused(fault)
      : isComplete
        ? exploreTexts.counted(exploreTexts.counts[itemKind](formatCount(total)), run?.location ?? "page")
        : run?.isRunning === false && total > 0
          ? exploreTexts.stopped(exploreTexts.counts[itemKind](formatCount(total)), formatCount(done))
          : total === 0
            ? run === null
              ? ""
              : exploreTexts.planning
            : exploreTexts.progress(
                formatCount(done),
                exploreTexts.counts[itemKind](formatCount(total)),
                seconds === null ? null : Math.ceil(seconds),
              );
  return (
    <footer className="runBar">
      <div
        className="ladder"
        role="progressbar"
        aria-label={exploreTexts.progressOf}
        aria-valuenow={Math.round(fraction * 100)}
        aria-valuetext={status}
      >
        <i style={{ width: `${(Math.floor(fraction * SQUARES) / SQUARES) * 100}%` }} />
      </div>
      <p className={fault === null ? "state" : "state fault"}>{status}</p>
      {refusal !== undefined && LIMITS_RAISED_BY_SIGN_IN.includes(refusal) && !isSignedIn && (
        <p className="state">{exploreTexts.signInForMore}</p>
      )}
      {failed > 0 && <p className="state">{exploreTexts.failed(failed)}</p>}
      {isStale && <p className="state stale">{exploreTexts.stale}</p>}
      <span className="space" />
      <p className="unseen" role="status">
        {isComplete || fault !== null ? status : ""}
      </p>
      {createTable !== null && (
        <Button className="button" onPress={() => saveTable(createTable())}>
          <Icon name="download" size={14} />
          {exploreTexts.table}
        </Button>
      )}
      {isSignedIn && saveRun !== null && isComplete && <SaveRun key={run?.id} save={saveRun} />}
      {run?.isRunning === true && !isComplete ? (
        <Button className="button" onPress={cancel}>
          {exploreTexts.cancel}
        </Button>
      ) : (
        (isStale || (run !== null && !isComplete)) && (
          <Button className="button primary" onPress={start}>
            {exploreTexts.again}
          </Button>
        )
      )}
    </footer>
  );
}

function SaveRun({ save: saveRun }: { readonly save: () => Promise<void> }) {
  const savedRunTexts = useExploreTexts().saved;
  const attempt = useAttempt();
  const queries = useQueryClient();
  const [isSaved, setIsSaved] = useState(false);
  const onPress = (): void =>
    attempt.run(async () => {
      await saveRun();
      setIsSaved(true);
      await queries.invalidateQueries({ queryKey: SWEEPS_KEY });
    });
  return (
    <>
      <ErrorMessages messages={attempt.errors} />
      <p className="state" role="status">
        {isSaved ? savedRunTexts.isSaved : ""}
      </p>
      {!isSaved && (
        <ActionButton className="button" isBusy={attempt.isBusy} onPress={onPress}>
          {savedRunTexts.save}
        </ActionButton>
      )}
    </>
  );
}
