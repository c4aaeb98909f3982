/** Opens a scenario by its ID or URL, or creates one from a file. */
import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { DropZone, FileTrigger, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import {
  type FileProblem,
  importScenario,
  type OmittedPart,
  parseScenarioLink,
  readScenarioFile,
} from "../../calculation/scenario-file.ts";
import { findScenario } from "../../calculation/http.ts";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { api } from "../../server.ts";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { refusalText } from "./refusal-text.ts";

const ACCEPTED = [".json", ".ndjson", "application/json"];

export function OpenScenario() {
  const { texts } = useTexts();
  const openingTexts = texts.opening;
  const { history } = useRouter();
  const isMounted = useIsMounted();
  const show = (path: string): void => {
    if (isMounted()) history.push(path);
  };
  const [text, setText] = useState("");
  /** Why no scenario was opened. */
  const [problem, setProblem] = useState<string | null>(null);
  /** A scenario that was created without some parts of its file; the user decides whether to open it. */
  const [incomplete, setIncomplete] = useState<{ readonly id: number; readonly missing: readonly string[] } | null>(
    null,
  );
  const attempt = useAttempt();
  const clearResult = (): void => {
    setProblem(null);
    setIncomplete(null);
    attempt.clear();
  };
  const open = (): void => {
    clearResult();
    // A file's contents can also be pasted into the field.
    if (text.trim().startsWith("{")) return importText(text);
    const link = parseScenarioLink(text, location.origin);
    if (link.kind === "nothing") setProblem(openingTexts.invalidNumber(text.trim()));
    else if (link.kind === "elsewhere") setProblem(openingTexts.otherServer(link.host));
    else {
      attempt.run(async () => {
        if (await findScenario(api, link.id)) show(link.path);
        else setProblem(texts.noScenario);
      });
    }
  };
  const importText = (content: string): void => {
    clearResult();
    const file = readScenarioFile(content);
    if ("kind" in file) return setProblem(problemText(file, openingTexts));
    attempt.run(async () => {
      const { id, refusedParts } = await importScenario(api, file);
      const missing = [
        ...file.omittedParts.map((part) => omissionText(part, openingTexts)),
        ...refusedParts.map((part) => refusalText(part, texts)),
      ];
      if (missing.length === 0) show(`/s/${id}`);
      else setIncomplete({ id, missing });
    });
  };
  return (
    <section aria-labelledby="open-title">
      <h2 id="open-title">{openingTexts.title}</h2>
      <DropZone
        className="card opening"
        aria-label={openingTexts.drop}
        onDrop={({ items }) => {
          const dropped = items.find((item) => item.kind === "file");
          if (dropped !== undefined) void dropped.getText().then(importText);
        }}
      >
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            open();
          }}
        >
          <TextField value={text} onChange={setText}>
            <Label>{openingTexts.number}</Label>
            <Input className="input" placeholder={`${location.origin}/s/12`} />
          </TextField>
          <ActionButton className="button" type="submit" isDisabled={text.trim() === ""} isBusy={attempt.isBusy}>
            {texts.yours.open}
          </ActionButton>
          <FileTrigger
            acceptedFileTypes={ACCEPTED}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file !== undefined) void file.text().then(importText);
            }}
          >
            <ActionButton className="button" isBusy={attempt.isBusy}>
              {openingTexts.import}
            </ActionButton>
          </FileTrigger>
        </Form>
        <p className="hint">{openingTexts.about}</p>
        <ErrorMessages messages={problem === null ? attempt.errors : [problem]} />
        {incomplete !== null && (
          <div className="notice" role="status">
            <p>{openingTexts.importedWithout}</p>
            <ul>
              {incomplete.missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <Link className="link" to="/s/$id" params={{ id: String(incomplete.id) }}>
              {openingTexts.openAnyway}
            </Link>
          </div>
        )}
      </DropZone>
    </section>
  );
}

type OpeningTexts = Texts["opening"];

function problemText(problem: FileProblem, openingTexts: OpeningTexts): string {
  switch (problem.kind) {
    case "notJson":
      return openingTexts.notJson;
    case "notObject":
      return openingTexts.notObject;
    case "several":
      return openingTexts.multipleScenarios(problem.count);
    case "field":
      return openingTexts.field(problem.name, openingTexts.expected[problem.expected]);
  }
}

const omissionText = (part: OmittedPart, openingTexts: OpeningTexts): string =>
  part.kind === "curve" ? openingTexts.curveOmitted(part.key) : openingTexts.esdlOmitted;
