/**
 * Explains a number in place of the sliders: the parts of its query down to nodes, by size or by change. Charts stay
 * visible.
 */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import type { DisplayUnit } from "@etesian/interface";
import type { ExplanationSubject } from "../../calculation/calculator.ts";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatChange, decimalsForColumn, formatFigure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { NodePage } from "./NodePage.tsx";
import { missingQueries, type MoreRow, openedAtFirst, type Order, type Row, rowsOf, scaleOf } from "./rows.ts";
import { SliderLinks } from "./SliderLinks.tsx";
import { shownUnit, type Titles, titlesOf } from "./titles.ts";
import { type TreeStyle, Tree, Values } from "./Tree.tsx";
import { useExplanations } from "./use-explanations.ts";

/** @param props.query null for a node on its own, which is then given */
export function WhyPanel({ query, node }: { readonly query: string | null; readonly node: string | undefined }) {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const titles = useMemo(() => titlesOf(model, language, texts), [model, language, texts]);
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers announce the panel that replaces the sliders.
  useEffect(() => heading.current?.focus(), [query, node]);
  const words = texts.why;
  const close = (): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, why: undefined, node: undefined }) });
  const up = (): void =>
    node === undefined || query === null
      ? close()
      : void navigate({ to: ".", search: (search) => ({ ...search, node: undefined }) });
  const explained = query === null ? "" : titles.query(query);
  const title = node === undefined ? words.of(explained) : titles.node(node);
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
          aria-label={node === undefined || query === null ? words.back : words.up}
          onPress={up}
        >
          <Icon name="undo" size={15} />
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          {node !== undefined && query !== null && <span className="above">{explained}</span>}
          {title}
        </h2>
        <Button className="icon small" aria-label={texts.panesMore.close} onPress={close}>
          <Icon name="close" size={15} />
        </Button>
      </header>
      {!session.canExplain ? (
        <p className="empty">{words.onServer}</p>
      ) : node !== undefined ? (
        <NodePage key={node} node={node} titles={titles} />
      ) : (
        query !== null && <QueryTree key={query} query={query} titles={titles} />
      )}
    </section>
  );
}

/** How to display the result of a query: like the headline number or chart that shows it. */
function useShownUnit(query: string, unit: string | null): DisplayUnit {
  const { model } = useWorkspace();
  return useMemo(() => {
    const headline = model.headline.find((number) => number.query === query);
    if (headline !== undefined) return headline;
    for (const chart of model.charts.values())
      for (const { terms } of chart.series) {
        const term = terms.find((term) => term.query === query);
        if (term !== undefined) return { unit: chart.unit, factor: Math.abs(term.factor) };
      }
    return shownUnit(unit ?? "", model.displayUnitOf);
  }, [model, query, unit]);
}

function QueryTree({ query, titles }: { readonly query: string; readonly titles: Titles }) {
  const { texts, language } = useTexts();
  const years = useSession((state) => state.scenario);
  const [order, setOrder] = useState<Order>("size");
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isFormula, setIsFormula] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [wanted, setWanted] = useState<readonly ExplanationSubject[]>([`query ${query}`]);
  const explanations = useExplanations(wanted);
  const root = explanations.get(`query ${query}`);
  const explained = root?.kind === "query" ? root : null;
  const shownAs = useShownUnit(query, explained?.unit ?? null);
  const { model } = useWorkspace();
  // Queries return 0 for a start year without a value.
  const hasPresent = (model.headline.find((number) => number.query === query)?.needs ?? null) === null;
  const words = texts.why;
  const first = useMemo(
    () => (explained === null ? null : openedAtFirst(explained.term, { explanations, order: "change" })),
    [explained, explanations.size],
  );
  const [auto, setAuto] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (auto === null && first !== null && first.awaits === null) setAuto(first.open);
  }, [auto, first]);
  const open = chosen ?? auto ?? first?.open ?? new Set<string>();
  const tree = { explanations, open, order };
  const rows = explained === null ? [] : rowsOf(explained.term, tree);
  const needed = JSON.stringify([
    ...new Set([
      query,
      ...(first === null || first.awaits === null ? [] : [first.awaits]),
      ...openQueries(rows),
      ...missingQueries(rows, tree),
    ]),
  ]);
  useEffect(() => {
    setWanted((JSON.parse(needed) as string[]).map((key): ExplanationSubject => `query ${key}`));
  }, [needed]);
  if (explained === null)
    return (
      <p className="empty" role="status">
        {texts.loading}
      </p>
    );
  const { term, formula } = explained;
  const toggle = (path: string): void => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setChosen(next);
  };
  const { largest, hasNegative } = scaleOf(rows);
  const look: TreeStyle = {
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
  const picked = rows.find((row): row is Row => row.path === selected && "subject" in row) ?? null;
  return (
    <>
      <p className="say">
        <Sentence
          term={hasPresent ? term : { present: null, future: term.future }}
          rows={rows}
          titles={titles}
          figureOf={figureOf}
          shownAs={shownAs}
          decimals={look.decimals}
        />
      </p>
      <div className="whyBar">
        <Segments
          label={words.order}
          selectedKey={order}
          onChoose={setOrder}
          segments={[
            { key: "size", label: words.bySize },
            { key: "change", label: words.byChange },
          ]}
        />
        <span className="space" />
        <Button className="button" aria-pressed={isFormula} onPress={() => setIsFormula(!isFormula)}>
          {isFormula ? words.asTree : words.asFormula}
        </Button>
      </div>
      {isFormula ? (
        <pre className="formula" tabIndex={0} aria-label={words.asFormula}>
          {formula.trim()}
        </pre>
      ) : (
        <div className="treePlace">
          <Tree rows={rows} look={look} label={words.of(titles.query(query))}>
            <div className="treeHead" role="row">
              <span role="columnheader">{shownAs.unit === "" ? words.part : `${words.part}, ${shownAs.unit}`}</span>
              <span role="columnheader">{words.share}</span>
              <span role="columnheader">{years.endYear}</span>
              <span role="columnheader">{years.startYear}</span>
              <span role="columnheader">{words.change}</span>
            </div>
          </Tree>
          <div className="treeTotal">
            <span>{titles.query(query)}</span>
            <span />
            <Values present={term.present} future={term.future} look={look} />
          </div>
          {picked !== null && <SliderLinks subject={picked.subject} titles={titles} />}
        </div>
      )}
      <footer>
        <span>{`${words.inkLine(years.startYear)} ${hasNegative ? words.mixed : ""}`.trim()}</span>
      </footer>
    </>
  );
}

const openQueries = (rows: readonly (Row | MoreRow)[]): readonly string[] =>
  rows.flatMap((row) =>
    "subject" in row && row.isOpen === true && row.subject.kind === "query" ? [row.subject.key] : [],
  );

/** "Costs a year: 54.3 bln €, 8.9 more than in 2023. The largest part is Fuels and trade; Production changed most." */
function Sentence({
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
  const words = texts.why;
  const parts = rows.filter((row): row is Row => "subject" in row && row.level === 1 && row.adds !== null);
  const by = (size: (row: Row) => number): Row | undefined => parts.toSorted((a, b) => size(b) - size(a))[0];
  const largest = by(({ adds }) => Math.abs(adds?.future ?? 0));
  const moved = by(({ adds }) => Math.abs((adds?.future ?? 0) - (adds?.present ?? 0)));
  const growth =
    term.present === null || term.future === null
      ? null
      : formatChange(term.present * factor, term.future * factor, language, decimals);
  const compared =
    growth === null
      ? ""
      : growth.direction === "none"
        ? words.asToday(startYear)
        : (growth.direction === "up" ? words.moreThan : words.lessThan)(growth.text, startYear);
  const nameOf = ({ term: part }: Row): string => titles.term(part);
  return (
    <>
      <b>{`${figureOf(term.future)} ${unit}`.trim()}</b>
      {compared}.{largest !== undefined && parts.length > 1 && ` ${words.largest(nameOf(largest))}`}
      {moved !== undefined &&
        parts.length > 1 &&
        growth !== null &&
        growth.direction !== "none" &&
        ` ${words.movedMost(nameOf(moved))}`}
    </>
  );
}
