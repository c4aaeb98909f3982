/** The parts of a result as expandable rows: titles, bars, values of both years and the change. */
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "react-aria-components";
import type { DisplayUnit } from "@etesian/interface";
import { Icon } from "../../controls/icons.tsx";
import { formatChange, formatFigure, MINUS, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import type { MoreRow, Row } from "./rows.ts";
import { displayUnitOfTerm, type Titles } from "./titles.ts";

/** Options for drawing a tree's rows. */
export interface TreeOptions {
  readonly titles: Titles;
  /** How the result is displayed. */
  readonly shownAs: DisplayUnit;
  readonly decimals: number;
  readonly largest: number;
  readonly hasNegative: boolean;
  /** Whether the result has a value in the start year. */
  readonly hasPresent: boolean;
  readonly toggle: (path: string) => void;
  readonly selected: string | null;
  readonly select: (path: string) => void;
}

/** Rows that follow the treegrid pattern: one tab stop; arrow keys move, open and close. */
export function Tree({
  rows,
  options,
  label,
  children,
}: {
  readonly rows: readonly (Row | MoreRow)[];
  readonly options: TreeOptions;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [currentPath, setCurrentPath] = useState<string | null>(null);
  const current = rows.find(({ path }) => path === currentPath) ?? rows[0];
  const focus = (row: Row | MoreRow | undefined): void => {
    if (row === undefined) return;
    setCurrentPath(row.path);
    container.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest("[data-path]") === null) return;
    const index = rows.indexOf(current);
    const isOpen = "isOpen" in current ? current.isOpen : false;
    const handlers: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (isOpen === false ? options.toggle(current.path) : focus(rows[index + 1])),
      ArrowLeft: () =>
        isOpen === true
          ? options.toggle(current.path)
          : focus(rows.slice(0, index).findLast(({ level }) => level < current.level)),
      Enter: () =>
        container.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(current.path)}"] button`)?.click(),
      " ": () => options.select(current.path),
    };
    const handler = handlers[event.key];
    if (handler === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    handler();
  };
  return (
    <div className="tree" role="treegrid" aria-label={label} ref={container} onKeyDown={onKeyDown}>
      {children}
      {rows.map((row) => {
        const shared = { isCurrent: row === current, onFocus: () => setCurrentPath(row.path), options };
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
  readonly options: TreeOptions;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

/** The indent of a level; narrow screens have a smaller one. */
const indentOf = (level: number): string => `calc(${level - 1} * var(--indent))`;

function Line({ row, options, isCurrent, onFocus }: LineProps & { readonly row: Row }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const startYear = useSession((state) => state.scenario.startYear);
  const { subject, term, contribution, sign, level, path, isOpen } = row;
  const { titles } = options;
  const title = titles.term(term);
  const node = subject.kind === "object" && subject.object === "node" ? subject.key : null;
  const shownUnit = displayUnitOfTerm(term, model.displayUnitOf);
  const ownFigure = (value: number | null): string =>
    value === null || term.isCurve
      ? "–"
      : `${formatFigure(value * shownUnit.factor, language)} ${shownUnit.unit}`.trim();
  const isSelected = options.selected === path;
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
      onClick={() => options.select(path)}
    >
      <span className="name" role="rowheader" style={{ paddingLeft: indentOf(level) }} title={title}>
        {isOpen === null ? (
          <i className="leaf" />
        ) : (
          <Button
            className="turn"
            excludeFromTabOrder
            aria-label={(isOpen ? texts.why.close : texts.why.open)(title)}
            onPress={() => options.toggle(path)}
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
      {contribution === null ? (
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
            <Bar contribution={contribution} options={options} level={level} colour={titles.colour(subject)} />
          </span>
          <Values present={contribution.present} future={contribution.future} options={options} role="gridcell" />
        </>
      )}
    </div>
  );
}

function More({ row, options, isCurrent, onFocus }: LineProps & { readonly row: MoreRow }) {
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
      <span className="name" role="rowheader" style={{ paddingLeft: indentOf(row.level) }}>
        <Button className="title link" excludeFromTabOrder onPress={() => options.toggle(row.path)}>
          {texts.why.others(row.more)}
        </Button>
      </span>
      <span role="gridcell" className="bar" aria-hidden="true">
        <Bar contribution={row.contribution} options={options} level={row.level} colour={null} />
      </span>
      <Values {...row.contribution} options={options} role="gridcell" />
    </div>
  );
}

/** The value in the end year, the value in the start year and the change, with the result's decimals. */
export function Values({
  present: startValue,
  future,
  options: { shownAs, decimals, hasPresent },
  role,
}: {
  readonly present: number | null;
  readonly future: number | null;
  readonly options: TreeOptions;
  /** The cell's role; undefined outside the tree. */
  readonly role?: "gridcell" | undefined;
}) {
  const present = hasPresent ? startValue : null;
  const { language } = useTexts();
  const text = (value: number | null): string => {
    if (value === null) return "–";
    const shown = value * shownAs.factor;
    const rounded = formatDecimals(shown, language, decimals);
    // A part that would round to 0 with the result's decimals gets more decimals.
    return /[1-9]/.test(rounded) ? rounded : formatFigure(shown, language);
  };
  const shownChange =
    present === null || future === null
      ? null
      : formatChange(present * shownAs.factor, future * shownAs.factor, language, decimals);
  const sign = { up: "+", down: MINUS, none: "" } as const;
  return (
    <>
      <span role={role} className="value">
        {future === null ? "–" : <data value={future}>{text(future)}</data>}
      </span>
      <span role={role}>{text(present)}</span>
      <span role={role}>{shownChange === null ? "" : `${sign[shownChange.direction]}${shownChange.text}`}</span>
    </>
  );
}

/** The part as a bar, with a line for the start year. Bars start in the middle if some parts are negative. */
function Bar({
  contribution,
  options: { largest, hasNegative, hasPresent },
  level,
  colour,
}: {
  readonly contribution: { readonly present: number | null; readonly future: number | null };
  readonly options: TreeOptions;
  readonly level: number;
  /** The name of a design token; null for ink. */
  readonly colour: string | null;
}) {
  if (largest === 0) return null;
  const zero = hasNegative ? 50 : 0;
  const positionOf = (value: number): number => zero + (value / largest) * (100 - zero);
  const [from, to] = [zero, positionOf(contribution.future ?? 0)].toSorted((a, b) => a - b) as [number, number];
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
      {contribution.present !== null && hasPresent && <u style={{ left: `${positionOf(contribution.present)}%` }} />}
    </>
  );
}
