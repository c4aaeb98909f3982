/**
 * Explains a number in place of the sliders: the parts of its query down to nodes, sorted by size or by change. Charts
 * remain visible.
 */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import type { DisplayUnit } from "@etesian/interface";
import type { ExplanationSubject } from "../../calculation/calculator.ts";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatChange, decimalsForColumn, formatFigure } from "../../figures/figures.ts";
import { hasStartValue } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { NodePage } from "./NodePage.tsx";
import { missingQueries, type MoreRow, initiallyOpen, type Order, type Row, rowsOf, scaleOf } from "./rows.ts";
import { SliderLinks } from "./SliderLinks.tsx";
import { displayUnit, type Titles, titlesOf } from "./titles.ts";
import { type TreeOptions, Tree, Values } from "./Tree.tsx";
import { useExplanations } from "./use-explanations.ts";

/** @param props.query null if only a node is explained */
export function WhyPanel({ query, node }: { readonly query: string | null; readonly node: string | undefined }) {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const titles = useMemo(() => titlesOf(model, language, texts), [model, language, texts]);
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers announce the panel that replaces the sliders.
  useEffect(() => heading.current?.focus(), [query, node]);
  const whyTexts = texts.why;
  const close = (): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, why: undefined, node: undefined }) });
  const up = (): void =>
    node === undefined || query === null
      ? close()
      : void navigate({ to: ".", search: (search) => ({ ...search, node: undefined }) });
  const queryTitle = query === null ? "" : titles.query(query);
  const title = node === undefined ? whyTexts.of(queryTitle) : titles.node(node);
  return (
    <section
      className="whyPanel"
      id="sliders"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        up();
      }}
    >
      <header>
        <Button
          className="icon small"
          aria-label={node === undefined || query === null ? whyTexts.back : whyTexts.backToParts}
          onPress={up}
        >
          <Icon name="undo" size={15} />
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          {node !== undefined && query !== null && <span className="above">{queryTitle}</span>}
          {title}
        </h2>
        <Button className="icon small" aria-label={texts.pane.close} onPress={close}>
          <Icon name="close" size={15} />
        </Button>
      </header>
      {!session.canExplain ? (
        <p className="empty">{whyTexts.onServer}</p>
      ) : node !== undefined ? (
        <NodePage key={node} node={node} titles={titles} />
      ) : (
        query !== null && <QueryTree key={query} query={query} titles={titles} />
      )}
    </section>
  );
}

/** How to display the result of a query: as in the headline number or chart that shows it. */
function useDisplayUnit(query: string, unit: string | null): DisplayUnit {
  const { model } = useWorkspace();
  return useMemo(() => {
    const headline = model.headline.find((number) => number.query === query);
    if (headline !== undefined) return headline;
    for (const chart of model.charts.values())
      for (const { terms } of chart.series) {
        const term = terms.find((term) => term.query === query);
        if (term !== undefined) return { unit: chart.unit, factor: Math.abs(term.factor) };
      }
    return displayUnit(unit ?? "", model.displayUnitOf);
  }, [model, query, unit]);
}

function QueryTree({ query, titles }: { readonly query: string; readonly titles: Titles }) {
  const { texts, language } = useTexts();
  const years = useSession((state) => state.scenario);
  const [order, setOrder] = useState<Order>("size");
  const [openedByUser, setOpenedByUser] = useState<ReadonlySet<string> | null>(null);
  const [showsFormula, setShowsFormula] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [subjects, setSubjects] = useState<readonly ExplanationSubject[]>([`query ${query}`]);
  const explanations = useExplanations(subjects);
  const root = explanations.get(`query ${query}`);
  const explanation = root?.kind === "query" ? root : null;
  const shownAs = useDisplayUnit(query, explanation?.unit ?? null);
  const { model } = useWorkspace();
  const hasPresent = useMemo(() => hasStartValue(model, query), [model, query]);
  const whyTexts = texts.why;
  const initial = useMemo(
    () => (explanation === null ? null : initiallyOpen(explanation.term, { explanations, order: "change" })),
    [explanation, explanations.size],
  );
  const [openedInitially, setOpenedInitially] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (openedInitially === null && initial !== null && initial.missingQuery === null) setOpenedInitially(initial.open);
  }, [openedInitially, initial]);
  const open = openedByUser ?? openedInitially ?? initial?.open ?? new Set<string>();
  const tree = { explanations, open, order };
  const rows = explanation === null ? [] : rowsOf(explanation.term, tree);
  const neededQueriesJson = JSON.stringify([
    ...new Set([
      query,
      ...(initial === null || initial.missingQuery === null ? [] : [initial.missingQuery]),
      ...openQueries(rows),
      ...missingQueries(rows, tree),
    ]),
  ]);
  useEffect(() => {
    setSubjects((JSON.parse(neededQueriesJson) as string[]).map((key): ExplanationSubject => `query ${key}`));
  }, [neededQueriesJson]);
  if (explanation === null)
    return (
      <p className="empty" role="status">
        {texts.loading}
      </p>
    );
  const { term, formula } = explanation;
  const toggle = (path: string): void => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpenedByUser(next);
  };
  const { largest, hasNegative } = scaleOf(rows);
  const options: TreeOptions = {
    titles,
    shownAs,
    decimals: decimalsForColumn(Math.max(Math.abs(term.future ?? 0), Math.abs(term.present ?? 0)) * shownAs.factor) + 1,
    largest,
    hasNegative,
    hasPresent,
    toggle,
    selected,
    select: setSelected,
  };
  const figureOf = (value: number | null): string =>
    value === null ? "–" : formatFigure(value * shownAs.factor, language);
  const selectedRow = rows.find((row): row is Row => row.path === selected && "subject" in row) ?? null;
  return (
    <>
      <p className="say">
        <ResultSentence
          term={hasPresent ? term : { present: null, future: term.future }}
          rows={rows}
          titles={titles}
          figureOf={figureOf}
          shownAs={shownAs}
          decimals={options.decimals}
        />
      </p>
      <div className="whyBar">
        <Segments
          label={whyTexts.order}
          selectedKey={order}
          onChoose={setOrder}
          segments={[
            { key: "size", label: whyTexts.bySize },
            { key: "change", label: whyTexts.byChange },
          ]}
        />
        <span className="space" />
        <Button className="button" aria-pressed={showsFormula} onPress={() => setShowsFormula(!showsFormula)}>
          {showsFormula ? whyTexts.asTree : whyTexts.asFormula}
        </Button>
      </div>
      {showsFormula ? (
        <pre className="formula" tabIndex={0} aria-label={whyTexts.asFormula}>
          {formula.trim()}
        </pre>
      ) : (
        <div className="treePlace">
          <Tree rows={rows} options={options} label={whyTexts.of(titles.query(query))}>
            <div className="treeHead" role="row">
              <span role="columnheader">
                {shownAs.unit === "" ? whyTexts.part : `${whyTexts.part}, ${shownAs.unit}`}
              </span>
              <span role="columnheader">{whyTexts.share}</span>
              <span role="columnheader">{years.endYear}</span>
              <span role="columnheader">{years.startYear}</span>
              <span role="columnheader">{whyTexts.change}</span>
            </div>
          </Tree>
          <div className="treeTotal">
            <span>{titles.query(query)}</span>
            <span />
            <Values present={term.present} future={term.future} options={options} />
          </div>
          {selectedRow !== null && <SliderLinks subject={selectedRow.subject} titles={titles} />}
        </div>
      )}
      <footer>
        <span>{`${whyTexts.startYearLine(years.startYear)} ${hasNegative ? whyTexts.negativeBars : ""}`.trim()}</span>
      </footer>
    </>
  );
}

const openQueries = (rows: readonly (Row | MoreRow)[]): readonly string[] =>
  rows.flatMap((row) =>
    "subject" in row && row.isOpen === true && row.subject.kind === "query" ? [row.subject.key] : [],
  );

/** "Costs a year: 54.3 bln €, 8.9 more than in 2023. The largest part is Fuels and trade; Production changed most." */
function ResultSentence({
  term,
  rows,
  titles,
  figureOf,
  shownAs: { unit, factor },
  decimals,
}: {
  readonly term: { readonly present: number | null; readonly future: number | null };
  readonly rows: readonly (Row | MoreRow)[];
  readonly titles: Titles;
  readonly figureOf: (value: number | null) => string;
  readonly shownAs: DisplayUnit;
  /** Number of decimals in the tree. */
  readonly decimals: number;
}) {
  const { texts, language } = useTexts();
  const startYear = useSession((state) => state.scenario.startYear);
  const whyTexts = texts.why;
  const parts = rows.filter((row): row is Row => "subject" in row && row.level === 1 && row.contribution !== null);
  const largestBy = (size: (row: Row) => number): Row | undefined => parts.toSorted((a, b) => size(b) - size(a))[0];
  const largest = largestBy(({ contribution }) => Math.abs(contribution?.future ?? 0));
  const mostChanged = largestBy(({ contribution }) =>
    Math.abs((contribution?.future ?? 0) - (contribution?.present ?? 0)),
  );
  const growth =
    term.present === null || term.future === null
      ? null
      : formatChange(term.present * factor, term.future * factor, language, decimals);
  const comparison =
    growth === null
      ? ""
      : growth.direction === "none"
        ? whyTexts.sameAs(startYear)
        : (growth.direction === "up" ? whyTexts.moreThan : whyTexts.lessThan)(growth.text, startYear);
  const nameOf = ({ term: part }: Row): string => titles.term(part);
  return (
    <>
      <b>{`${figureOf(term.future)} ${unit}`.trim()}</b>
      {comparison}.{largest !== undefined && parts.length > 1 && ` ${whyTexts.largest(nameOf(largest))}`}
      {mostChanged !== undefined &&
        parts.length > 1 &&
        growth !== null &&
        growth.direction !== "none" &&
        ` ${whyTexts.changedMost(nameOf(mostChanged))}`}
    </>
  );
}
