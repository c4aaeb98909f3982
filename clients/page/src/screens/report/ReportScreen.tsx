/**
 * A report of the scenario: the planner's text, headline numbers, chosen charts, assumptions and sources, as A4 pages
 * that the browser prints. The URL contains the chosen charts and the text.
 */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { isHourly, readableArea } from "@etesian/interface";
import { CopyButton } from "../../controls/CopyButton.tsx";
import { Icon } from "../../controls/icons.tsx";
import { QrCode } from "../../controls/QrCode.tsx";
import { useTexts } from "../../texts/language.tsx";
import { ChartFigure } from "../ChartFigure.tsx";
import { ChartAdder } from "../ChartSelect.tsx";
import { nameOf } from "../compare/names.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { HASH_DIGITS } from "../workbench/ModelUpdated.tsx";
import { newPane, type PaneState, writePanes } from "../workbench/panes.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { Assumptions } from "./Assumptions.tsx";
import { ReportNumbers } from "./ReportNumbers.tsx";
import { codeAddress, MAX_CHARTS, MAX_TEXT, permanentAddress } from "./report-address.ts";
import { useReportTexts } from "./use-report-texts.ts";

/** Width of the QR code in pixels. */
const QR_WIDTH = 76;

/** Delay (ms) after typing before the URL is updated. */
const TEXT_REST_MS = 300;

export function ReportScreen({
  panes,
  text,
}: {
  /** The charts of the report. */
  readonly panes: readonly PaneState[];
  readonly text: string;
}) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const reportTexts = useReportTexts();
  const navigate = useNavigate();
  const stored = useSession((state) => state.scenario);
  const version = useSession((state) => state.visitedVersion ?? state.scenario.version);
  const name = nameOf(stored, texts);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${name} · Etesian`;
    main.current?.focus();
  }, [name]);
  const show = (next: readonly PaneState[]): void =>
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({ ...search, report: writePanes(next) }),
      replace: true,
    });
  const others = [...model.charts.values()].filter(({ key }) => !panes.some((pane) => pane.key === key));
  return (
    <main className="report" aria-label={reportTexts.title} tabIndex={-1} ref={main}>
      <div className="reportBar" role="toolbar" aria-label={reportTexts.toolbar}>
        <Link
          className="button"
          to="."
          search={(search: WorkbenchSearch) => ({ ...search, view: undefined, report: undefined, text: undefined })}
        >
          <Icon name="undo" />
          {reportTexts.back}
        </Link>
        <span className="space" />
        {panes.length < MAX_CHARTS && others.length > 0 && (
          <ChartAdder others={others} onAdd={(key) => show([...panes, newPane(key)])} />
        )}
        <CopyButton text={permanentAddress(location.href, version)} label={reportTexts.copyAddress} />
        <Button className="button primary" onPress={() => window.print()}>
          {reportTexts.print}
        </Button>
      </div>
      <article className="sheet">
        <header className="reportHead">
          <div>
            <p className="of">{`${model.areas.get(stored.area) ?? readableArea(stored.area)} · ${stored.endYear} · ${texts.startYearData(stored.startYear)}`}</p>
            <h1>{name}</h1>
          </div>
          <span className="brand">
            <Icon name="mark" size={20} />
            Etesian
          </span>
        </header>
        <ReportText text={text} />
        <ReportNumbers />
        <div className="reportCharts">
          {panes.map((pane, index) => {
            const chart = model.charts.get(pane.key)!;
            const move = (by: -1 | 1): void => show(panes.with(index, panes[index + by]!).with(index + by, pane));
            return (
              <div key={pane.key} className={isHourly(chart.type) ? "reportChart wide" : "reportChart"}>
                <ChartFigure chart={chart} pane={pane} heading="h2" />
                <span className="placing" role="group" aria-label={texts.pane.actions(chart.title)}>
                  <ActionButton
                    className="icon small"
                    aria-label={reportTexts.earlier(chart.title)}
                    isDisabled={index === 0}
                    onPress={() => move(-1)}
                  >
                    <Icon name="up" size={14} />
                  </ActionButton>
                  <ActionButton
                    className="icon small"
                    aria-label={reportTexts.later(chart.title)}
                    isDisabled={index === panes.length - 1}
                    onPress={() => move(1)}
                  >
                    <Icon name="down" size={14} />
                  </ActionButton>
                  <Button
                    className="icon small"
                    aria-label={texts.removeChart(chart.title)}
                    onPress={() => show(panes.toSpliced(index, 1))}
                  >
                    <Icon name="close" size={14} />
                  </Button>
                </span>
              </div>
            );
          })}
        </div>
        <Assumptions />
        <Sources panes={panes} />
        <Origin version={version} />
      </article>
    </main>
  );
}

/** The planner's text, which is stored in the URL. */
function ReportText({ text }: { readonly text: string }) {
  const reportTexts = useReportTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(
      () =>
        void navigate({
          to: ".",
          search: (search: WorkbenchSearch) => ({ ...search, text: typed === "" ? undefined : typed }),
          replace: true,
        }),
      TEXT_REST_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, text, navigate]);
  return (
    <TextField
      className={typed === "" ? "lead isEmpty" : "lead"}
      value={typed}
      onChange={setTyped}
      maxLength={MAX_TEXT}
    >
      <Label className="unseen">{reportTexts.text}</Label>
      {/* The copy gives the field the height of its text. */}
      <div className="growing" data-text={`${typed}\n`}>
        <TextArea placeholder={reportTexts.textHint} rows={1} />
      </div>
    </TextField>
  );
}

/** The sources of the figures. */
function Sources({ panes }: { readonly panes: readonly PaneState[] }) {
  const { model } = useWorkspace();
  const reportTexts = useReportTexts();
  const stored = useSession((state) => state.scenario);
  const titleId = useId();
  const area = model.areas.get(stored.area) ?? readableArea(stored.area);
  const shown = panes.flatMap(({ key }) => model.charts.get(key) ?? []);
  const sources = Map.groupBy(
    shown.filter(({ source }) => source !== null),
    ({ source }) => source!,
  );
  return (
    <section className="sources" aria-labelledby={titleId}>
      <h2 id={titleId}>{reportTexts.sources}</h2>
      <ul>
        <li>{reportTexts.dataOf(area, stored.startYear)}</li>
        {Array.from(sources, ([source, charts]) => (
          <li key={source}>{`${charts.map(({ title }) => title).join(", ")}: ${source}`}</li>
        ))}
      </ul>
    </section>
  );
}

/** How to find the report again and check that its figures are the same. */
function Origin({ version }: { readonly version: number }) {
  const { modelHash } = useWorkspace();
  const { texts, language } = useTexts();
  const reportTexts = useReportTexts();
  const id = useSession((state) => state.scenario.id);
  const recipe = useSession((state) => state.answer?.recipe ?? null);
  const address = permanentAddress(location.href, version);
  const parts = [
    `${texts.scenario} ${id}`,
    texts.time.versionNumber(version),
    ...(modelHash === null ? [] : [texts.modelHash(modelHash.slice(0, HASH_DIGITS))]),
    ...(recipe === null ? [] : [reportTexts.recipe(recipe.slice(0, HASH_DIGITS))]),
  ];
  const today = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "long" }).format();
  return (
    <footer className="origin">
      <QrCode address={codeAddress(location.href, version)} label={reportTexts.qr} width={QR_WIDTH} />
      <div>
        <p>{`${reportTexts.sameFigures} ${parts.join(", ")}.`}</p>
        <p className="address">
          {reportTexts.address} <a href={address}>{address}</a>
        </p>
        <p>{reportTexts.openedOn(today)}</p>
      </div>
    </footer>
  );
}
