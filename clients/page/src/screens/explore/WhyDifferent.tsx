/** Explains why two scenarios differ: the difference of a number as the sum of the contributions of all changes. */
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { Changes, DifferenceResult, ExplorationWork } from "../../calculation/calculator.ts";
import { differencesOf } from "../../calculation/comparison.ts";
import { BarAxis, barBetween, BarGrid } from "../../charts/BarAxis.tsx";
import { Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { linearScale } from "../../charts/scale.ts";
import { decimalsForColumn, formatFigure, formatSigned, formatDecimals } from "../../figures/figures.ts";
import { verdictOf } from "../../figures/verdict.ts";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useComparedScenarios } from "../compare/compared.ts";
import { useIsFixed, useSession, useWorkspace, type Workspace } from "../session-context.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import { RunBar, type Table } from "./RunBar.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Pairs of random orders, used when there are too many changes for exact contributions. */
const PAIRS = 16;
const SEED = 1;

interface ContributionRow {
  readonly name: string;
  readonly title: string;
  readonly section: string;
  /** In the unit on the screen. */
  readonly value: number;
  /** The effect of the change without the others. */
  readonly alone: number;
  /** The least and the greatest effect, depending on the other changes. */
  readonly least: number;
  readonly greatest: number;
  /** 95 % interval; null for an exact contribution. */
  readonly within: { readonly low: number; readonly high: number } | null;
}

/** A scenario and its number, in the unit on the screen. */
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
            pairs: PAIRS,
            seed: SEED,
          }
        : null,
    [other?.id, other?.version, isComparable, model],
  );
  const run = useRun("difference", work, { sweep, title });
  const { result } = run;
  const numberIndex = model.headline.findIndex(({ query }) => query === number.query);
  const attribution = result?.attributions?.[numberIndex] ?? null;
  const rows = useMemo(
    () => (result === null ? [] : rowsOf(result, number, numberIndex, { model, inputs, texts })),
    [result, number, numberIndex, model, inputs, texts],
  );
  /** The moves that make this scenario's sliders equal the other's, by slider or share group. */
  const moves = useMemo(
    () =>
      other === null || otherInputs === null
        ? new Map<string, Changes>()
        : new Map(
            differencesOf({ sliders: base, inputs }, [{ sliders: other, inputs: otherInputs }]).map((difference) => [
              difference.key,
              difference.moves[0]!,
            ]),
          ),
    [base.version, other?.id, other?.version, inputs, otherInputs],
  );
  const [ownName, otherName] = [nameOf(base, texts), other === null ? "" : nameOf(other, texts)];
  const changeText = (change: number): string =>
    `${formatSigned(change, language, decimalsOf(rows))} ${number.unit}`.trim();
  const createTable = (): Table => ({
    name: number.query,
    header: ["change", "title", "section", "unit", "contribution", "low", "high", "alone", "least", "greatest"],
    rows: rows.map(({ name, title, section, value, within, alone, least, greatest }) => [
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
      <div className="explorePanes ofOne">
        <section className="pane ranking" aria-labelledby="differ-title">
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
              number={number}
              moves={moves}
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
                  changeText(rows.reduce((sum, { alone }) => sum + alone, 0)),
                  changeText((attribution.to - attribution.from) * number.factor),
                )}`}
            </span>
          </footer>
        </section>
      </div>
      {work !== null && <RunBar viewRun={run} createTable={attribution === null ? null : createTable} />}
    </>
  );
}

/** The contributions to a number, the largest first. */
function rowsOf(
  { changes, attributions }: DifferenceResult,
  { factor }: HeadlineNumber,
  index: number,
  {
    model,
    inputs,
    texts,
  }: { readonly model: InterfaceView; readonly inputs: Workspace["inputs"]; readonly texts: Texts },
): readonly ContributionRow[] {
  return (attributions?.[index]?.contributions ?? [])
    .map(({ value, within, alone, least, greatest }, change): ContributionRow => {
      const name = changes[change]!;
      const members = [...inputs].flatMap(([key, { share_group: group }]) => (group === name ? [key] : []));
      const isGroup = members.length > 0;
      const changedFactor = { name, kind: isGroup ? "group" : "slider", settings: isGroup ? members : [name] };
      const factorTitle =
        name === "end_year" ? { title: texts.endYear, section: "" } : titleOfFactor(changedFactor, model);
      return {
        name,
        ...factorTitle,
        value: value * factor,
        alone: alone * factor,
        least: least * factor,
        greatest: greatest * factor,
        within: within === null ? null : { low: within.low * factor, high: within.high * factor },
      };
    })
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** A scenario's number, or the contribution of a change between the numbers. */
interface Step {
  readonly key: string;
  readonly title: string;
  readonly section: string;
  /** Values before and after it, in the unit on the screen; equal for a number. */
  readonly from: number;
  readonly to: number;
  readonly change: ContributionRow | null;
}

const decimalsOf = (rows: readonly ContributionRow[]): number =>
  decimalsForColumn(Math.max(0, ...rows.map(({ value }) => Math.abs(value))));

/** Each contribution starts where the one above it ends, from one scenario's number to the other's. */
function Contributions({
  rows,
  number,
  moves,
  ends: [ownValue, otherValue],
}: {
  readonly rows: readonly ContributionRow[];
  readonly number: HeadlineNumber;
  readonly moves: ReadonlyMap<string, Changes>;
  readonly ends: readonly [ScenarioValue, ScenarioValue];
}) {
  const { session } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const isFixed = useIsFixed();
  const steps: readonly Step[] = [
    { key: "own", title: ownValue.title, section: "", from: ownValue.value, to: ownValue.value, change: null },
    ...rows.map((row, index): Step => {
      const from = rows.slice(0, index).reduce((sum, { value }) => sum + value, ownValue.value);
      return { key: row.name, title: row.title, section: row.section, from, to: from + row.value, change: row };
    }),
    { key: "theirs", title: otherValue.title, section: "", from: otherValue.value, to: otherValue.value, change: null },
  ];
  const values = steps.flatMap(({ from, to, change }) => [
    from,
    to,
    ...(change === null ? [] : [from + change.least, from + change.greatest]),
  ]);
  const scale = linearScale([Math.min(...values), Math.max(...values)], [0, 100], 20);
  const [axisStart] = scale.ticks;
  const decimals = decimalsOf(rows);
  const formatContribution = (value: number): string => formatSigned(value, language, decimals);
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="differ-title">
      <Figures
        columns={[
          {
            head: texts.compare.slider,
            kind: "name",
            cell: ({ title, section, change }) =>
              change === null ? <b>{title}</b> : <NameWithDetail name={title} detail={section} />,
          },
          {
            head: <BarAxis scale={scale} />,
            kind: "bars",
            cell: ({ key, from, to, change }) => (
              <span className="barRow">
                <BarGrid scale={scale} />
                {change === null ? (
                  <i
                    className={axisStart === 0 ? "bar whole" : "bar whole broken"}
                    style={barBetween(scale, axisStart!, to)}
                  />
                ) : (
                  <i className="bar" style={barBetween(scale, from, to)} />
                )}
                {key !== "theirs" && <i className="onward" style={{ left: `${scale.position(to)}%` }} />}
                {change !== null && change.greatest > change.least && (
                  <i className="interval" style={barBetween(scale, from + change.least, from + change.greatest)} />
                )}
              </span>
            ),
          },
          {
            head: number.unit,
            verdict: ({ change }) => verdictOf(change?.value ?? null, number.better),
            cell: ({ to, change }) =>
              change === null ? (
                <b>{formatFigure(to, language)}</b>
              ) : (
                <>
                  <data value={change.value}>{formatContribution(change.value)}</data>
                  {change.within !== null && (
                    <span className="quiet">
                      {` ±${formatDecimals((change.within.high - change.within.low) / 2, language, decimals)}`}
                    </span>
                  )}
                </>
              ),
          },
          {
            head: exploreTexts.alone,
            isExtra: true,
            cell: ({ change }) =>
              change !== null && <data value={change.alone}>{formatContribution(change.alone)}</data>,
          },
          {
            head: exploreTexts.leastToGreatest,
            isExtra: true,
            cell: ({ change }) =>
              change !== null &&
              exploreTexts.effectRange(formatContribution(change.least), formatContribution(change.greatest)),
          },
          {
            head: texts.compare.copyHere,
            kind: "action",
            isHeadVisuallyHidden: true,
            cell: ({ title, change }) => {
              const move = change === null ? undefined : moves.get(change.name);
              return (
                move !== undefined &&
                !isFixed && (
                  <Button
                    className="button"
                    aria-label={texts.compare.copyHereOf(title)}
                    onPress={() => session.set(move)}
                  >
                    {texts.compare.copyHere}
                  </Button>
                )
              );
            },
          },
        ]}
        rows={steps}
        attributesOf={({ key, change }) => ({ key, data: change === null ? {} : { "data-row": key } })}
      />
    </div>
  );
}
