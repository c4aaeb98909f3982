/** Runs a workbook of scenarios on the server, and saves a copy with their results. */
import { dataOf } from "@etesian/client";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { ActionButton } from "../../../controls/ActionButton.tsx";
import { save } from "../../../charts/picture.ts";
import { Icon } from "../../../controls/icons.tsx";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface RunResult {
  readonly scenarios: number;
  /** Problems, each with its cell. */
  readonly problems: readonly string[];
}

export function RunWorkbook() {
  const { yours } = useTexts().texts;
  const attempt = useAttempt();
  const [lastResult, setLastResult] = useState<RunResult | null>(null);
  const run = (file: File): void => {
    setLastResult(null);
    attempt.run(async () => {
      const result = await dataOf(api.POST("/api/v3/workbooks", { body: { file } }));
      const bytes = Uint8Array.from(atob(result.file.content), (character) => character.codePointAt(0)!);
      save(result.file.filename, new Blob([bytes], { type: XLSX }));
      setLastResult({
        scenarios: result.scenarios.filter(({ id }) => id !== null).length,
        problems: result.problems.map(({ cell, message }) => `${cell}: ${message}`),
      });
    });
  };
  return (
    <>
      <FileTrigger
        acceptedFileTypes={[XLSX, ".xlsx"]}
        onSelect={(files) => {
          const [selected] = files ?? [];
          if (selected !== undefined) run(selected);
        }}
      >
        <ActionButton isBusy={attempt.isBusy}>
          <Icon name="data" size={14} />
          {attempt.isBusy ? yours.workbookRunning : yours.runWorkbook}
        </ActionButton>
      </FileTrigger>
      <ErrorMessages messages={attempt.errors} />
      {lastResult !== null && (
        <div className="notice" role="status">
          <p>{yours.workbookResult(lastResult.scenarios)}</p>
          <ErrorMessages messages={lastResult.problems} />
        </div>
      )}
    </>
  );
}
