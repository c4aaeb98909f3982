/** Runs a workbook of scenarios on the server, and saves the copy with their results. */
import { dataOf } from "@etesian/client";
import { useState } from "react";
import { Button, FileTrigger } from "react-aria-components";
import { save } from "../../../charts/picture.ts";
import { Icon } from "../../../controls/icons.tsx";
import { Sentences } from "../../../controls/Sentences.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface Ran {
  readonly scenarios: number;
  /** Problems with their cells. */
  readonly problems: readonly string[];
}

export function RunWorkbook() {
  const { yours } = useTexts().texts;
  const attempt = useAttempt();
  const [ran, setRan] = useState<Ran | null>(null);
  const run = (file: File): void => {
    setRan(null);
    attempt.run(async () => {
      const answer = await dataOf(api.POST("/api/v3/workbooks", { body: { file } }));
      const bytes = Uint8Array.from(atob(answer.file.content), (character) => character.codePointAt(0)!);
      save(answer.file.filename, new Blob([bytes], { type: XLSX }));
      setRan({
        scenarios: answer.scenarios.filter(({ id }) => id !== null).length,
        problems: answer.problems.map(({ cell, message }) => `${cell}: ${message}`),
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
        <Button isDisabled={attempt.isBusy}>
          <Icon name="data" size={14} />
          {attempt.isBusy ? yours.bookRuns : yours.runBook}
        </Button>
      </FileTrigger>
      <Sentences sentences={attempt.refused} />
      {ran !== null && (
        <div className="notice" role="status">
          <p>{yours.bookRan(ran.scenarios)}</p>
          <Sentences sentences={ran.problems} />
        </div>
      )}
    </>
  );
}
