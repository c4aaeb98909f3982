/** Progress of an exploration: counts, the time left, and buttons to cancel it, to repeat it and to download its table. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { csvOf, forSpreadsheet } from "../../charts/csv.ts";
import { save } from "../../charts/picture.ts";
import { Icon } from "../../controls/icons.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { formatDecimals } from "../../figures/figures.ts";
import { SWEEPS_KEY } from "../../saved/own-sweeps.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { fileNameOf } from "../workbench/data/file-names.ts";
import { useExploreWords } from "./use-explore-words.ts";
import type { ViewRun } from "./use-run.ts";

/** Refusals by limits that are higher for signed-in users. */
const SIGNED_IN_ALLOWS = [
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

/** The progress has as many squares as a day has hours. */
const SQUARES = 24;

export function RunBar({
  viewRun: { run, isStale, start, cancel, save: saveRun },
  count: kind = "variants",
  table,
}: {
  readonly viewRun: ViewRun;
  /** Plural name of the counted items. */
  readonly count?: "variants" | "sliders" | "areas";
  /** The results for a file; null without results. */
  readonly table: (() => Table) | null;
}) {
  const { language } = useTexts();
  const words = useExploreWords();
  const { session } = useWorkspace();
  const isSignedIn = useStore(visitor.state, ({ person }) => person !== null);
  const saveTable = ({ name, header, rows }: Table): void => {
    const lines = rows.map((cells) => cells.map((cell) => String(cell ?? "")));
    const file = fileNameOf(session.state.getState().scenario, name, "csv");
    save(file, forSpreadsheet(csvOf([header, ...lines]), language));
  };
  const { done = 0, total: of = 0, failed = 0, fault = null, refusal } = run?.report ?? {};
  const count = (variants: number): string => formatDecimals(variants, language, 0);
  const part = of === 0 ? 0 : done / of;
  const isComplete = of > 0 && done === of;
  const seconds = run?.secondsLeft ?? null;
  const state =
    fault !== null
      ? refusal === undefined
        ? (words.ended[fault] ?? fault)
        : words.refused(fault)
      : isComplete
        ? words.counted(words.counts[kind](count(of)), run?.location ?? "page")
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
      {refusal !== undefined && SIGNED_IN_ALLOWS.includes(refusal) && !isSignedIn && (
        <p className="state">{words.signInForMore}</p>
      )}
      {failed > 0 && <p className="state">{words.failed(failed)}</p>}
      {isStale && <p className="state stale">{words.stale}</p>}
      <span className="space" />
      <p className="unseen" role="status">
        {isComplete || fault !== null ? state : ""}
      </p>
      {table !== null && (
        <Button className="button" onPress={() => saveTable(table())}>
          <Icon name="download" size={14} />
          {words.table}
        </Button>
      )}
      {isSignedIn && saveRun !== null && isComplete && <SaveRun key={run?.id} save={saveRun} />}
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

function SaveRun({ save: saveRun }: { readonly save: () => Promise<void> }) {
  const words = useExploreWords().saved;
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
      <Sentences sentences={attempt.errors} />
      <p className="state" role="status">
        {isSaved ? words.isSaved : ""}
      </p>
      {!isSaved && (
        <ActionButton className="button" isBusy={attempt.isBusy} onPress={onPress}>
          {words.save}
        </ActionButton>
      )}
    </>
  );
}
