/**
 * Explains a number in place of the sliders: the parts of its query down to nodes, by size or by change. Charts stay
 * visible.
 */
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import type { ShownUnit } from "@etesian/interface";
import type { Explained } from "../../calculation/calculator.ts";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { change, decimalsBeside, figure, MINUS, written } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { NodePage } from "./NodePage.tsx";
import { missingQueries, type MoreRow, openedAtFirst, type Order, type Row, rowsOf, scaleOf } from "./rows.ts";
import { SliderLinks } from "./SliderLinks.tsx";
import { shownTerm, shownUnit, type Titles, titlesOf } from "./titles.ts";
import { useExplanations } from "./use-explanations.ts";

export function WhyPanel({ query, node }: { readonly query: string; readonly node: string | undefined }) {
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
    node === undefined ? close() : void navigate({ to: ".", search: (search) => ({ ...search, node: undefined }) });
  const title = node === undefined ? words.of(titles.query(query)) : titles.node(node);
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
        <Button className="icon small" aria-label={node === undefined ? words.back : words.up} onPress={up}>
          <Icon name="undo" size={15} />
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          {node !== undefined && <span className="above">{titles.query(query)}</span>}
          {title}
        </h2>
        <Button className="icon small" aria-label={texts.panesMore.close} onPress={close}>
          <Icon name="close" size={15} />
        </Button>
      </header>
      {!session.canExplain ? (
        <p className="empty">{words.onServer}</p>
      ) : node === undefined ? (
        <QueryTree key={query} query={query} titles={titles} />
      ) : (
        <NodePage key={node} node={node} titles={titles} />
      )}
    </section>
  );
}

/** How to display the result of a query: like the headline number or chart that shows it. */
function useShownUnit(query: string, unit: string | null): ShownUnit {
  const { model } = useWorkspace();
  return useMemo(() => {
    const headline = model.headline.find((number) => number.query === query);
    if (headline !== undefined) return headline;
    for (const chart of model.charts.values())
      for (const { terms } of chart.series) {
        const term = terms.find((each) => each.query === query);
        if (term !== undefined) return { unit: chart.unit, factor: Math.abs(term.factor) };
      }
    return shownUnit(unit ?? "", model.shownAs);
  }, [model, query, unit]);
}

function QueryTree({ query, titles }: { readonly query: string; readonly titles: Titles }) {
  const { texts, language } = useTexts();
  const years = useSession((state) => state.stored);
  const [order, setOrder] = useState<Order>("size");
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isFormula, setIsFormula] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [wanted, setWanted] = useState<readonly Explained[]>([`query ${query}`]);
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
    setWanted((JSON.parse(needed) as string[]).map((key): Explained => `query ${key}`));
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
  const look: Look = {
    titles,
    shownAs,
    decimals: decimalsBeside(Math.max(Math.abs(term.future ?? 0), Math.abs(term.present ?? 0)) * shownAs.factor) + 1,
    largest,
    hasNegative,
    hasPresent,
    toggle,
    selected,
    select: setSelected,
  };
  const figureOf = (value: number | null): string => (value === null ? "–" : figure(value * shownAs.factor, language));
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
          chosen={order}
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
  readonly shownAs: ShownUnit;
  /** Number of decimals in the tree. */
  readonly decimals: number;
}) {
  const { texts, language } = useTexts();
  const startYear = useSession((state) => state.stored.startYear);
  const words = texts.why;
  const parts = rows.filter((row): row is Row => "subject" in row && row.level === 1 && row.adds !== null);
  const by = (size: (row: Row) => number): Row | undefined => parts.toSorted((a, b) => size(b) - size(a))[0];
  const largest = by(({ adds }) => Math.abs(adds?.future ?? 0));
  const moved = by(({ adds }) => Math.abs((adds?.future ?? 0) - (adds?.present ?? 0)));
  const growth =
    term.present === null || term.future === null
      ? null
      : change(term.present * factor, term.future * factor, language, decimals);
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

interface Look {
  readonly titles: Titles;
  /** How the result is displayed. */
  readonly shownAs: ShownUnit;
  readonly decimals: number;
  readonly largest: number;
  readonly hasNegative: boolean;
  /** False: the result has no value in the start year. */
  readonly hasPresent: boolean;
  readonly toggle: (path: string) => void;
  readonly selected: string | null;
  readonly select: (path: string) => void;
}

/** Rows following the treegrid pattern: one Tab stop; arrows move, open and close. */
function Tree({
  rows,
  look,
  label,
  children,
}: {
  readonly rows: readonly (Row | MoreRow)[];
  readonly look: Look;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const current = rows.find(({ path }) => path === at) ?? rows[0];
  const focus = (row: Row | MoreRow | undefined): void => {
    if (row === undefined) return;
    setAt(row.path);
    place.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest("[data-path]") === null) return;
    const index = rows.indexOf(current);
    const isOpen = "isOpen" in current ? current.isOpen : false;
    const move: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (isOpen === false ? look.toggle(current.path) : focus(rows[index + 1])),
      ArrowLeft: () =>
        isOpen === true
          ? look.toggle(current.path)
          : focus(rows.slice(0, index).findLast(({ level }) => level < current.level)),
      Enter: () =>
        place.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(current.path)}"] button`)?.click(),
      " ": () => look.select(current.path),
    };
    const act = move[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className="tree" role="treegrid" aria-label={label} ref={place} onKeyDown={onKeyDown}>
      {children}
      {rows.map((row) => {
        const shared = { isCurrent: row === current, onFocus: () => setAt(row.path), look };
        return "more" in row ? (
          <More key={row.path} row={row} {...shared} />
        ) : (
          <Line key={row.path} row={row} {...shared} />
        );
      })}
    </div>
  );
}

interface LineProps {
  readonly look: Look;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

const INDENT = 16;

function Line({ row, look, isCurrent, onFocus }: LineProps & { readonly row: Row }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const startYear = useSession((state) => state.stored.startYear);
  const { subject, term, adds, sign, level, path, isOpen } = row;
  const { titles } = look;
  const title = titles.term(term);
  const node = subject.kind === "object" && subject.object === "node" ? subject.key : null;
  const own = shownTerm(term, model.shownAs);
  const ownFigure = (value: number | null): string =>
    value === null || term.isCurve ? "–" : `${figure(value * own.factor, language)} ${own.unit}`.trim();
  const isSelected = look.selected === path;
  return (
    <div
      className={`treeRow${isSelected ? " on" : ""}`}
      role="row"
      aria-level={level}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-path={path}
      data-subject={subject.kind}
      onFocus={onFocus}
      onClick={() => look.select(path)}
    >
      <span className="name" role="rowheader" style={{ paddingLeft: (level - 1) * INDENT }} title={title}>
        {isOpen === null ? (
          <i className="leaf" />
        ) : (
          <Button
            className="turn"
            excludeFromTabOrder
            aria-label={(isOpen ? texts.why.close : texts.why.open)(title)}
            onPress={() => look.toggle(path)}
          >
            <Icon name="chevron" size={12} />
          </Button>
        )}
        {sign !== "" && <b className="sign">{sign}</b>}
        {node === null ? (
          <span className="title">{title}</span>
        ) : (
          <Button
            className="title link"
            excludeFromTabOrder
            onPress={() => void navigate({ to: ".", search: (search) => ({ ...search, node }) })}
          >
            {title}
          </Button>
        )}
        {term.year === "present" && <span className="quiet">{` ${startYear}`}</span>}
      </span>
      {adds === null ? (
        <>
          <span role="gridcell" />
          <span role="gridcell" className="value">
            {ownFigure(term.future)}
          </span>
          <span role="gridcell">{ownFigure(term.present)}</span>
          <span role="gridcell" />
        </>
      ) : (
        <>
          <span role="gridcell" className="bar" aria-hidden="true">
            <Bar adds={adds} look={look} level={level} colour={titles.colour(subject)} />
          </span>
          <Values present={adds.present} future={adds.future} look={look} role="gridcell" />
        </>
      )}
    </div>
  );
}

function More({ row, look, isCurrent, onFocus }: LineProps & { readonly row: MoreRow }) {
  const { texts } = useTexts();
  return (
    <div
      className="treeRow"
      role="row"
      aria-level={row.level}
      tabIndex={isCurrent ? 0 : -1}
      data-path={row.path}
      onFocus={onFocus}
    >
      <span className="name" role="rowheader" style={{ paddingLeft: (row.level - 1) * INDENT }}>
        <Button className="title link" excludeFromTabOrder onPress={() => look.toggle(row.path)}>
          {texts.why.others(row.more)}
        </Button>
      </span>
      <span role="gridcell" className="bar" aria-hidden="true">
        <Bar adds={row.adds} look={look} level={row.level} colour={null} />
      </span>
      <Values {...row.adds} look={look} role="gridcell" />
    </div>
  );
}

/** Future, start year and change, with the decimals of the result. */
function Values({
  present: before,
  future,
  look: { shownAs, decimals, hasPresent },
  role,
}: {
  readonly present: number | null;
  readonly future: number | null;
  readonly look: Look;
  /** Undefined outside the tree. */
  readonly role?: "gridcell" | undefined;
}) {
  const present = hasPresent ? before : null;
  const { language } = useTexts();
  const text = (value: number | null): string => {
    if (value === null) return "–";
    const shown = value * shownAs.factor;
    const rounded = written(shown, language, decimals);
    // A part that the result's decimals would round to 0 keeps its own.
    return /[1-9]/.test(rounded) ? rounded : figure(shown, language);
  };
  const moved =
    present === null || future === null
      ? null
      : change(present * shownAs.factor, future * shownAs.factor, language, decimals);
  const sign = { up: "+", down: MINUS, none: "" } as const;
  return (
    <>
      <span role={role} className="value">
        {future === null ? "–" : <data value={future}>{text(future)}</data>}
      </span>
      <span role={role}>{text(present)}</span>
      <span role={role}>{moved === null ? "" : `${sign[moved.direction]}${moved.text}`}</span>
    </>
  );
}

/** The part as a bar, with a line for the start year; it starts in the middle if some parts are negative. */
function Bar({
  adds,
  look: { largest, hasNegative, hasPresent },
  level,
  colour,
}: {
  readonly adds: { readonly present: number | null; readonly future: number | null };
  readonly look: Look;
  readonly level: number;
  /** The name of a design token; null for ink. */
  readonly colour: string | null;
}) {
  if (largest === 0) return null;
  const zero = hasNegative ? 50 : 0;
  const place = (value: number): number => zero + (value / largest) * (100 - zero);
  const [from, to] = [zero, place(adds.future ?? 0)].toSorted((a, b) => a - b) as [number, number];
  return (
    <>
      <i
        className="part"
        style={{
          left: `${from}%`,
          width: `${to - from}%`,
          background: `var(--${colour ?? "ink-2"})`,
          opacity: level === 1 ? 1 : level === 2 ? 0.72 : 0.5,
        }}
      />
      {hasNegative && <i className="zero" style={{ left: `${zero}%` }} />}
      {adds.present !== null && hasPresent && <u style={{ left: `${place(adds.present)}%` }} />}
    </>
  );
}
