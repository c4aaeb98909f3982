/** The editor of an own query. Its chart follows the text after a pause, and the address keeps it. */
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Button, Input, Label, TextField } from "react-aria-components";
import { ownQuery } from "../../calculation/calculator.ts";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { CompletedText } from "../../controls/CompletedText.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatWithUnit } from "../../figures/figures.ts";
import "../../styles/own-query.css";
import { useTexts } from "../../texts/language.tsx";
import { documentAt } from "../documents.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { overlay } from "../workbench/overlay.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { freeNumber, withoutOwnChart, withOwnChart } from "./own-address.ts";
import { MAX_LABEL, ownChart } from "./own-charts.ts";
import { namesAt, placeOf, unitIn } from "./query-names.ts";
import { useOwnWords } from "./use-own-words.ts";

/** Time (ms) after the last key until the query is calculated. */
const PAUSE_MS = 400;

/** @param shown `query 2` for the query of a chart, `query` for a new one; without room, that of the last chart */
export function OwnQueryDialog({
  shown: opened,
  search,
}: {
  readonly shown: string;
  readonly search: WorkbenchSearch;
}) {
  const [n] = useState(() => {
    const [, number] = opened.split(" ");
    return number === undefined ? (freeNumber(search.own ?? []) ?? search.own!.at(-1)!.n) : Number(number);
  });
  const { language } = useTexts();
  const words = useOwnWords();
  const { session, model } = useWorkspace();
  const navigate = useNavigate();
  const known = search.own?.find((chart) => chart.n === n);
  const [query, setQuery] = useState(known?.query ?? "");
  const [title, setTitle] = useState(known?.title ?? "");
  /** Null: the unit of the queries in the text. */
  const [ownUnit, setOwnUnit] = useState(known?.unit ?? null);
  const [isHourly, setIsHourly] = useState(known?.hours === true);
  const names = useSession((state) => state.names) ?? [];
  const unitsId = useId();
  const faultId = useId();
  const unit = ownUnit ?? unitIn(query, names);
  const shown = useSession((state) => state.answer?.results.get(ownQuery(query)) ?? null);
  const hasRoom = withOwnChart(model, search, ownChart({ n, query, title, unit, isHourly })) !== null;
  useEffect(() => session.listNames(), [session]);
  // Each change of the address gives a new model, which must not change the address again.
  const latest = useRef(model);
  useEffect(() => {
    latest.current = model;
  });
  const apply = useCallback((): void => {
    if (query.trim() === "") return;
    const chart = ownChart({ n, query, title, unit, isHourly });
    void navigate({
      to: ".",
      search: (before: WorkbenchSearch) => withOwnChart(latest.current, before, chart) ?? before,
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
      search: (before: WorkbenchSearch) => withoutOwnChart(model, before, n),
      replace: true,
    });
  };
  const at = shown?.faultOffset ?? null;
  const place = at === null ? null : placeOf(query, at);
  const fault = shown?.fault ?? null;
  const end = at === null ? null : endOfWord(query, at);
  const goTo = (): void => {
    const field = document.querySelector<HTMLTextAreaElement>(".ownQuery textarea");
    field?.focus();
    field?.setSelectionRange(at, end);
  };
  return (
    <Popup
      title={words.title}
      isOpen
      onClose={() => {
        apply();
        close();
      }}
      isAside
    >
      <div className="ownQuery">
        <p className="hint">
          {words.about}{" "}
          <a className="link" href={documentAt("queries")} target="_blank" rel="noreferrer">
            {words.documentation}
          </a>
        </p>
        {!session.canQuery && <p className="sentence refused">{words.onlyInBrowser}</p>}
        <CompletedText
          className="code"
          aria-label={words.query}
          aria-describedby={fault === null ? undefined : faultId}
          aria-invalid={fault !== null}
          autoFocus
          rows={5}
          spellCheck={false}
          placeholder="Q(total_costs)"
          value={query}
          onChange={setQuery}
          complete={(text, caret) =>
            namesAt(text, caret, names, ({ kind, unit: of }) =>
              of === null ? words.kinds[kind] : `${words.kinds[kind]}, ${of}`,
            )
          }
          optionsLabel={words.names}
        />
        {!hasRoom && <p className="sentence refused">{words.noRoom}</p>}
        <div id={faultId} role="status" className="outcome">
          {fault !== null && (
            <>
              {at !== null && (
                <pre aria-hidden="true">
                  {query.slice(0, at)}
                  <mark>{query.slice(at, end!) || " "}</mark>
                  {query.slice(end!)}
                </pre>
              )}
              <p className="sentence refused">
                {place !== null && words.fault(place.line, place.column)}
                {fault}
              </p>
            </>
          )}
          {fault === null && shown?.isCurve === true && !isHourly && <p className="sentence">{words.curve}</p>}
          {fault === null && typeof shown?.future === "number" && (
            <p>{isHourly ? words.number : `${words.result}: ${formatWithUnit(unit, shown.future, language)}`}</p>
          )}
        </div>
        {at !== null && (
          <Button className="button" onPress={goTo}>
            {words.goTo}
          </Button>
        )}
        <TextField value={title} onChange={setTitle}>
          <Label>{words.titleOf}</Label>
          <Input className="input" placeholder={query} maxLength={MAX_LABEL} />
        </TextField>
        <TextField value={unit} onChange={setOwnUnit}>
          <Label>{words.unit}</Label>
          <Input className="input" list={unitsId} maxLength={MAX_LABEL} />
        </TextField>
        <datalist id={unitsId}>
          {[...new Set(names.flatMap((name) => name.unit ?? []))].toSorted().map((unit) => (
            <option key={unit} value={unit} />
          ))}
        </datalist>
        <Segments
          label={words.shownAs}
          selectedKey={isHourly ? "hours" : "years"}
          onChoose={(chosen) => setIsHourly(chosen === "hours")}
          segments={[
            { key: "years", label: words.years },
            { key: "hours", label: words.hours },
          ]}
        />
        <ActionButton className="button" isDisabled={known === undefined} onPress={remove}>
          {words.remove}
        </ActionButton>
      </div>
    </Popup>
  );
}

/** The end of the word at an offset, or of the single character there. */
const endOfWord = (text: string, at: number): number => at + (/^\w+|^./.exec(text.slice(at))?.[0].length ?? 0);
