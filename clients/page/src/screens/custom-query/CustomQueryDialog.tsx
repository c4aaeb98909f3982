/** The editor for a user-defined query. The chart updates when typing pauses, and the query is stored in the URL. */
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Button, Input, Label, TextField } from "react-aria-components";
import { customQuery } from "../../calculation/calculator.ts";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { CompletedText } from "../../controls/CompletedText.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatWithUnit } from "../../figures/figures.ts";
import "../../styles/custom-query.css";
import { useTexts } from "../../texts/language.tsx";
import { documentAt } from "../documents.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { overlay } from "../workbench/overlay.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { freeNumber, withoutCustomChart, withCustomChart } from "./custom-chart-address.ts";
import { MAX_LABEL, customChart } from "./custom-charts.ts";
import { namesAt, positionAt, unitIn } from "./query-names.ts";
import { useCustomQueryTexts } from "./use-custom-query-texts.ts";

/** Time (ms) after the last key until the query is calculated. */
const PAUSE_MS = 400;

/**
 * @param shown `query 2` for the query of chart 2; `query` for a new query, or for the last chart's query if all
 * numbers are taken
 */
export function CustomQueryDialog({
  shown: overlayName,
  search,
}: {
  readonly shown: string;
  readonly search: WorkbenchSearch;
}) {
  const [n] = useState(() => {
    const [, number] = overlayName.split(" ");
    return number === undefined ? (freeNumber(search.own ?? []) ?? search.own!.at(-1)!.n) : Number(number);
  });
  const { language } = useTexts();
  const queryTexts = useCustomQueryTexts();
  const { session, model } = useWorkspace();
  const navigate = useNavigate();
  const storedChart = search.own?.find((chart) => chart.n === n);
  const [query, setQuery] = useState(storedChart?.query ?? "");
  const [title, setTitle] = useState(storedChart?.title ?? "");
  /** Null for the unit of the queries in the text. */
  const [ownUnit, setOwnUnit] = useState(storedChart?.unit ?? null);
  const [isHourly, setIsHourly] = useState(storedChart?.hours === true);
  const names = useSession((state) => state.names) ?? [];
  const unitsId = useId();
  const faultId = useId();
  const unit = ownUnit ?? unitIn(query, names);
  const result = useSession((state) => state.answer?.results.get(customQuery(query)) ?? null);
  const hasRoom = withCustomChart(model, search, customChart({ n, query, title, unit, isHourly })) !== null;
  useEffect(() => session.listNames(), [session]);
  // Each change to the URL creates a new model, which must not change the URL again.
  const latestModel = useRef(model);
  useEffect(() => {
    latestModel.current = model;
  });
  const apply = useCallback((): void => {
    if (query.trim() === "") return;
    const chart = customChart({ n, query, title, unit, isHourly });
    void navigate({
      to: ".",
      search: (current: WorkbenchSearch) => withCustomChart(latestModel.current, current, chart) ?? current,
      replace: true,
    });
  }, [n, query, title, unit, isHourly, navigate]);
  useEffect(() => {
    const timer = setTimeout(apply, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [apply]);
  const close = (): void => overlay.setState({ shown: null });
  const remove = (): void => {
    close();
    void navigate({
      to: ".",
      search: (current: WorkbenchSearch) => withoutCustomChart(model, current, n),
      replace: true,
    });
  };
  const faultOffset = result?.faultOffset ?? null;
  const position = faultOffset === null ? null : positionAt(query, faultOffset);
  const fault = result?.fault ?? null;
  const faultEnd = faultOffset === null ? null : endOfWord(query, faultOffset);
  const selectFault = (): void => {
    const field = document.querySelector<HTMLTextAreaElement>(".customQuery textarea");
    field?.focus();
    field?.setSelectionRange(faultOffset, faultEnd);
  };
  return (
    <Popup
      title={queryTexts.title}
      isOpen
      onClose={() => {
        apply();
        close();
      }}
      isAside
    >
      <div className="customQuery">
        <p className="hint">
          {queryTexts.about}{" "}
          <a className="link" href={documentAt("queries")} target="_blank" rel="noreferrer">
            {queryTexts.documentation}
          </a>
        </p>
        {!session.canQuery && <p className="sentence refused">{queryTexts.onlyInBrowser}</p>}
        <CompletedText
          className="code"
          aria-label={queryTexts.query}
          aria-describedby={fault === null ? undefined : faultId}
          aria-invalid={fault !== null}
          autoFocus
          rows={5}
          spellCheck={false}
          placeholder="Q(total_costs)"
          value={query}
          onChange={setQuery}
          complete={(text, caret) =>
            namesAt(text, caret, names, ({ kind, unit: unitOfName }) =>
              unitOfName === null ? queryTexts.kinds[kind] : `${queryTexts.kinds[kind]}, ${unitOfName}`,
            )
          }
          optionsLabel={queryTexts.names}
        />
        {!hasRoom && <p className="sentence refused">{queryTexts.queryTooLong}</p>}
        <div id={faultId} role="status" className="outcome">
          {fault !== null && (
            <>
              {faultOffset !== null && (
                <pre aria-hidden="true">
                  {query.slice(0, faultOffset)}
                  <mark>{query.slice(faultOffset, faultEnd!) || " "}</mark>
                  {query.slice(faultEnd!)}
                </pre>
              )}
              <p className="sentence refused">
                {position !== null && queryTexts.fault(position.line, position.column)}
                {fault}
              </p>
            </>
          )}
          {fault === null && result?.isCurve === true && !isHourly && (
            <p className="sentence">{queryTexts.chooseHours}</p>
          )}
          {fault === null && typeof result?.future === "number" && (
            <p>
              {isHourly
                ? queryTexts.chooseYears
                : `${queryTexts.result}: ${formatWithUnit(unit, result.future, language)}`}
            </p>
          )}
        </div>
        {faultOffset !== null && (
          <Button className="button" onPress={selectFault}>
            {queryTexts.goTo}
          </Button>
        )}
        <TextField value={title} onChange={setTitle}>
          <Label>{queryTexts.chartTitle}</Label>
          <Input className="input" placeholder={query} maxLength={MAX_LABEL} />
        </TextField>
        <TextField value={unit} onChange={setOwnUnit}>
          <Label>{queryTexts.unit}</Label>
          <Input className="input" list={unitsId} maxLength={MAX_LABEL} />
        </TextField>
        <datalist id={unitsId}>
          {[...new Set(names.flatMap((name) => name.unit ?? []))].toSorted().map((unit) => (
            <option key={unit} value={unit} />
          ))}
        </datalist>
        <Segments
          label={queryTexts.resolution}
          selectedKey={isHourly ? "hours" : "years"}
          onChoose={(chosen) => setIsHourly(chosen === "hours")}
          segments={[
            { key: "years", label: queryTexts.years },
            { key: "hours", label: queryTexts.hours },
          ]}
        />
        <ActionButton className="button" isDisabled={storedChart === undefined} onPress={remove}>
          {queryTexts.remove}
        </ActionButton>
      </div>
    </Popup>
  );
}

/** The end of the word at an offset, or of the single character there. */
const endOfWord = (text: string, offset: number): number =>
  offset + (/^\w+|^./.exec(text.slice(offset))?.[0].length ?? 0);
