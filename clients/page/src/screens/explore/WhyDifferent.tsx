/** Explains why two scenarios differ: the difference of a number as the sum of the contributions of all changes. */
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { Changes, ExplorationWork } from "../../calculation/calculator.ts";
import { type Difference, differencesOf } from "../../calculation/comparison.ts";
import { BarAxis, barBetween, BarGrid } from "../../charts/BarAxis.tsx";
import { Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { linearScale } from "../../charts/scale.ts";
import { Icon } from "../../controls/icons.tsx";
import { decimalsForColumn, formatFigure, formatSigned, formatDecimals } from "../../figures/figures.ts";
import { verdictOf } from "../../figures/verdict.ts";
import { useTexts } from "../../texts/language.tsx";
import { DifferingValues } from "../compare/DifferingValues.tsx";
import { nameOf } from "../compare/names.ts";
import { useComparedScenarios } from "../compare/compared.ts";
import { useIsFixed, useSession, useWorkspace } from "../session-context.tsx";
import {
  changesBySection,
  type ContributionRow,
  type DifferenceStep,
  differenceRows,
  stepsFrom,
} from "./difference-rows.ts";
import { RunBar, type Table } from "./RunBar.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Pairs of random orderings, used when there are too many changes for exact contributions. */
const PAIRS = 16;
const SEED = 1;

/** A scenario and its number, in the displayed unit. */
interface ScenarioValue {
  readonly title: string;
  readonly value: number;
}

export function WhyDifferent({ number, sweep, title }: ViewProps) {
  const { model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const base = useSession((state) => state.base);
  const compared = useComparedScenarios().find(({ stored }) => stored !== null) ?? null;
  const other = compared?.stored ?? null;
  const otherInputs = compared?.inputs ?? null;
  const isComparable = other !== null && other.area === base.area && other.scaling === null && base.scaling === null;
  const work = useMemo(
    (): Extract<ExplorationWork, { readonly kind: "difference" }> | null =>
      isComparable
        ? {
            kind: "difference",
            other,
            queries: model.headline.map(({ query }) => query),
            groups: changesBySection([base, other], model, inputs),
            pairs: PAIRS,
            seed: SEED,
          }
        : null,
    [base.version, other?.id, other?.version, isComparable, model],
  );
  const run = useRun("difference", work, { sweep, title });
  const { result } = run;
  const numberIndex = model.headline.findIndex(({ query }) => query === number.query);
  const attribution = result?.attributions?.[numberIndex] ?? null;
  const rows = useMemo(
    () =>
      result === null ? [] : differenceRows(result, number, numberIndex, { model, inputs, endYear: texts.endYear }),
    [result, number, numberIndex, model, inputs, texts],
  );
  /** The values that differ, by slider or share group. */
  const differences = useMemo(
    () =>
      new Map(
        other === null || otherInputs === null
          ? []
          : differencesOf({ sliders: base, inputs }, [{ sliders: other, inputs: otherInputs }]).map(
              (difference) => [difference.key, difference] as const,
            ),
      ),
    [base.version, other?.id, other?.version, inputs, otherInputs],
  );
  const [ownName, otherName] = [nameOf(base, texts), other === null ? "" : nameOf(other, texts)];
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = rows.find(({ name }) => name === chosen) ?? rows[0] ?? null;
  const leaves = rows.flatMap((row) => (row.members.length === 0 ? [row] : row.members));
  const changeText = (change: number): string =>
    `${formatSigned(change, language, decimalsOf(rows))} ${number.unit}`.trim();
  const createTable = (): Table => ({
    name: number.query,
    header: ["change", "title", "section", "unit", "contribution", "low", "high", "alone", "least", "greatest"],
    rows: leaves.map(({ name, title, section, value, within, alone, least, greatest }) => [
      name,
      title,
      section,
      number.unit,
      value,
      within?.low ?? null,
      within?.high ?? null,
      alone,
      least,
      greatest,
    ]),
  });
  return (
    <>
      <div className="exploreSettings" />
      <div className={selected === null ? "explorePanes ofOne" : "explorePanes ofOne withAside"}>
        <section className="pane ranking ofDifferences" aria-labelledby="differ-title">
          <header>
            <h3 id="differ-title">
              {other === null ? exploreTexts.differ : exploreTexts.fromTo(number.title, ownName, otherName)}
            </h3>
          </header>
          <p className="say">{exploreTexts.differAbout}</p>
          {other === null ? (
            <p className="empty">
              {exploreTexts.noOther}{" "}
              <Link to="." search={(search) => ({ ...search, view: "compare" })}>
                {texts.compare.compareWith}
              </Link>
            </p>
          ) : !isComparable ? (
            <p className="empty">{exploreTexts.otherArea}</p>
          ) : result?.changes.length === 0 ? (
            <p className="empty">{texts.compare.noDifference}</p>
          ) : attribution === null ? (
            <p className="empty">{exploreTexts.planning}</p>
          ) : (
            <Contributions
              rows={rows}
              selected={selected}
              onSelect={setChosen}
              number={number}
              differences={differences}
              ends={[
                { title: ownName, value: attribution.from * number.factor },
                { title: otherName, value: attribution.to * number.factor },
              ]}
            />
          )}
          <footer>
            <span>
              {attribution !== null &&
                `${rows.some(({ within }) => within !== null) ? exploreTexts.estimated : exploreTexts.exact} ${exploreTexts.interaction(
                  changeText(leaves.reduce((sum, { alone }) => sum + alone, 0)),
                  changeText((attribution.to - attribution.from) * number.factor),
                )}`}
            </span>
          </footer>
        </section>
        {selected !== null && <Dependence row={selected} number={number} decimals={decimalsOf(rows)} />}
      </div>
      {work !== null && <RunBar viewRun={run} createTable={attribution === null ? null : createTable} />}
    </>
  );
}

/** A bar, or one of the two scenarios between which the bars lead. */
type Step = Omit<DifferenceStep, "row"> & {
  readonly key: string;
  readonly title: string;
  /** Null for a scenario. */
  readonly row: ContributionRow | null;
};

const decimalsOf = (rows: readonly ContributionRow[]): number =>
  decimalsForColumn(Math.max(0, ...rows.map(({ value }) => Math.abs(value))));

/** Each contribution begins where the one above it ends, from one scenario's number to the other's. */
function Contributions({
  rows,
  selected,
  onSelect,
  number,
  differences,
  ends: [ownValue, otherValue],
}: {
  readonly rows: readonly ContributionRow[];
  readonly selected: ContributionRow | null;
  readonly onSelect: (name: string) => void;
  readonly number: HeadlineNumber;
  readonly differences: ReadonlyMap<string, Difference>;
  readonly ends: readonly [ScenarioValue, ScenarioValue];
}) {
  const { session } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const isFixed = useIsFixed();
  const [openNames, setOpenNames] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string): void =>
    setOpenNames((names) => new Set(names.has(name) ? [...names].filter((other) => other !== name) : [...names, name]));
  const steps: readonly Step[] = [
    { key: "own", from: ownValue.value, to: ownValue.value, row: null, isMember: false, title: ownValue.title },
    ...stepsFrom(ownValue.value, rows, ({ name }) => openNames.has(name)).map((step) => ({
      ...step,
      key: step.row.name,
      title: step.row.title,
    })),
    {
      key: "theirs",
      from: otherValue.value,
      to: otherValue.value,
      row: null,
      isMember: false,
      title: otherValue.title,
    },
  ];
  // Includes all changes, so that the scale does not change when a section is opened.
  const values = [
    ownValue.value,
    otherValue.value,
    ...stepsFrom(ownValue.value, rows, () => true).flatMap(({ from, to, row }) => [
      from,
      to,
      from + row.least,
      from + row.greatest,
    ]),
  ];
  const scale = linearScale([Math.min(...values), Math.max(...values)], [0, 100], 20);
  const [axisStart] = scale.ticks;
  const decimals = decimalsOf(rows);
  const formatContribution = (value: number): string => formatSigned(value, language, decimals);
  const movesOf = ({ name, members }: ContributionRow): Changes =>
    Object.assign({}, ...[name, ...members.map((member) => member.name)].map((key) => differences.get(key)?.moves[0]));
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="differ-title">
      <Figures
        columns={[
          {
            head: texts.compare.slider,
            kind: "name",
            cell: ({ row, title, isMember }) => {
              if (row === null) return <b>{title}</b>;
              if (row.members.length > 0) {
                return (
                  <Button
                    className="link opens"
                    aria-expanded={openNames.has(row.name)}
                    onPress={() => {
                      toggle(row.name);
                      onSelect(row.name);
                    }}
                  >
                    <Icon name="chevron" size={12} />
                    <span>
                      <NameWithDetail name={title} detail={exploreTexts.changes(row.members.length)} />
                    </span>
                  </Button>
                );
              }
              const difference = differences.get(row.name);
              return (
                <>
                  {isMember ? (
                    title
                  ) : (
                    <Button className="link" onPress={() => onSelect(row.name)}>
                      <NameWithDetail name={title} detail={row.section} />
                    </Button>
                  )}
                  {difference !== undefined && <DifferingValues row={difference} toward={0} />}
                </>
              );
            },
          },
          {
            head: <BarAxis scale={scale} />,
            kind: "bars",
            cell: ({ key, from, to, row }) => (
              <span className="barRow">
                <BarGrid scale={scale} />
                {key !== "own" && <i className="onward before" style={{ left: `${scale.position(from)}%` }} />}
                {key !== "theirs" && (
                  <i
                    className="onward"
                    style={{ left: `${scale.position(row !== null && openNames.has(row.name) ? from : to)}%` }}
                  />
                )}
                {row === null ? (
                  <i
                    className={axisStart === 0 ? "bar whole" : "bar whole broken"}
                    style={barBetween(scale, axisStart!, to)}
                  />
                ) : (
                  <i className="bar" style={barBetween(scale, from, to)} />
                )}
                {row !== null && row.greatest > row.least && (
                  <i className="interval" style={barBetween(scale, from + row.least, from + row.greatest)} />
                )}
              </span>
            ),
          },
          {
            head: number.unit,
            verdict: ({ row }) => verdictOf(row?.value ?? null, number.better),
            cell: ({ to, row }) =>
              row === null ? (
                <b>{formatFigure(to, language)}</b>
              ) : (
                <>
                  <data value={row.value}>{formatContribution(row.value)}</data>
                  {row.within !== null && (
                    <span className="quiet">
                      {` ±${formatDecimals((row.within.high - row.within.low) / 2, language, decimals)}`}
                    </span>
                  )}
                </>
              ),
          },
          {
            head: exploreTexts.alone,
            isExtra: true,
            cell: ({ row }) => row !== null && <data value={row.alone}>{formatContribution(row.alone)}</data>,
          },
          {
            head: exploreTexts.leastToGreatest,
            isExtra: true,
            cell: ({ row }) =>
              row !== null && exploreTexts.effectRange(formatContribution(row.least), formatContribution(row.greatest)),
          },
          {
            head: texts.compare.copyHere,
            kind: "action",
            isHeadVisuallyHidden: true,
            cell: ({ row, title }) => {
              const moves = row === null ? {} : movesOf(row);
              return (
                Object.keys(moves).length > 0 &&
                !isFixed && (
                  <Button
                    className="button"
                    aria-label={texts.compare.copyHereOf(title)}
                    onPress={() => session.set(moves)}
                  >
                    {texts.compare.copyHere}
                  </Button>
                )
              );
            },
          },
        ]}
        rows={steps}
        attributesOf={({ key, row, isMember }) => ({
          key,
          isSelected: row !== null && row.name === selected?.name,
          data: row === null ? {} : { "data-row": key, ...(isMember && { "data-member": "" }) },
        })}
      />
    </div>
  );
}

/** Maximum number of other rows with which a row is combined. */
const MAX_OTHERS = 8;

/** The effect of a row alone, and together with each other row. */
function Dependence({
  row,
  number,
  decimals,
}: {
  readonly row: ContributionRow;
  readonly number: HeadlineNumber;
  readonly decimals: number;
}) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const title = exploreTexts.dependsOn(row.title);
  const rows = [
    { key: "", name: exploreTexts.alone, effect: row.alone },
    ...row.after
      .slice(0, MAX_OTHERS)
      .map((other) => ({ key: other.title, name: exploreTexts.withOther(other.title), effect: other.effect })),
  ];
  const effects = rows.map(({ effect }) => effect);
  const scale = linearScale([Math.min(0, ...effects), Math.max(0, ...effects)], [0, 100], 30);
  return (
    <section className="pane" aria-labelledby="depends-title">
      <header>
        <h3 id="depends-title">{title}</h3>
      </header>
      <p className="say">{exploreTexts.dependsAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="depends-title">
        <Figures
          columns={[
            { head: exploreTexts.changed, kind: "name", cell: ({ name }) => name },
            {
              head: <BarAxis scale={scale} />,
              kind: "bars",
              cell: ({ effect }) => (
                <span className="barRow">
                  <BarGrid scale={scale} />
                  <i className="bar" style={barBetween(scale, 0, effect)} />
                </span>
              ),
            },
            {
              head: number.unit,
              verdict: ({ effect }) => verdictOf(effect, number.better),
              cell: ({ effect }) => <data value={effect}>{formatSigned(effect, language, decimals)}</data>,
            },
          ]}
          rows={rows}
          attributesOf={({ key }) => ({ key, data: { "data-with": key } })}
        />
      </div>
      <footer />
    </section>
  );
}
