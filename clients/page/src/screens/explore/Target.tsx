/** Sliders that can each bring a number to a target on their own. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import { Figures, HeadlineFigures, NameWithDetail, type RowAttributes } from "../../charts/Figures.tsx";
import { LabelledSegments } from "../../controls/Segments.tsx";
import { decimalsForColumn, formatFigure, formatSigned, toModelUnit, toDisplayUnit } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { type Verdict, verdictOf } from "../../figures/verdict.ts";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { NumberChange } from "../NumberChange.tsx";
import { useIsFixed, useSession, useWorkspace } from "../session-context.tsx";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { useChanges } from "../workbench/use-changes.ts";
import { isMoney } from "./conditions.ts";
import { Conditions } from "./Conditions.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import { OpenAsNew } from "./OpenAsNew.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { useLevers } from "./levers.ts";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { SliderPane } from "./SliderPane.tsx";
import { costsPerTonne, isMass, type ReachingSlider, targetRows } from "./target-rows.ts";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import { TargetField, useTarget } from "./target-of-number.tsx";
import type { ViewProps } from "./view.ts";

/** Maximum number of listed sliders that cannot reach the target alone. */
const MAX_FAILING = 8;

/** The order of sliders that reach the target. */
type Order = "move" | "costs";

export function Target({ number, slide, scope, target: initialTarget, conditions, sweep, title }: ViewProps) {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const isFixed = useIsFixed();
  const isPhone = useIsPhone();
  const changes = useChanges();
  const [chosen, setChosen] = useState<string | null>(null);
  const [order, setOrder] = useState<Order>("move");
  const costs = model.headline.find((candidate) => isMoney(candidate) && candidate.query !== number.query) ?? null;
  const currentValue = useSession(({ answer }) =>
    answer === null ? null : valueOf(answer, number.query, number, "future"),
  );
  const target = useTarget(number, initialTarget);
  const searchedSliders = useLevers(scope, slide);
  const work = useMemo((): Extract<ExplorationWork, { readonly kind: "target" }> | null => {
    if (target === null || searchedSliders === null || searchedSliders.length === 0) return null;
    return {
      kind: "target",
      query: number.query,
      value: toModelUnit(target, number.factor),
      sliders: searchedSliders.map(({ key, from, to }) => ({ key, from, to })),
      queries: model.headline.map(({ query }) => query),
    };
  }, [target, searchedSliders, number, model]);
  const run = useRun("target", work, { sweep, title });
  const { result } = run;
  const rows =
    result === null || currentValue === null || work === null || searchedSliders === null
      ? null
      : targetRows(
          result.answers,
          searchedSliders,
          { present: currentValue, target: work.value },
          { conditions, rankQuery: order === "costs" ? (costs?.query ?? null) : null },
        );
  const isFinished = run.run?.report?.isFinished === true;
  const initial = rows?.reaching[0] ?? (isFinished ? rows?.failing[0] : undefined);
  // On a phone, a chosen slider opens in a sheet.
  const selectedKey = chosen ?? (isPhone ? null : (initial?.key ?? null));
  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  const formatPosition = (key: string, value: number): string => {
    const { unit, factor } = model.sliders.get(key) ?? { unit: "", factor: 1 };
    return `${formatFigure(value * factor, language)} ${unit}`.trim();
  };
  const presentCosts = useSession(({ answer }) =>
    answer === null || costs === null ? null : valueOf(answer, costs.query, costs, "future"),
  );
  /** The change in the costs, in the displayed unit; null if either value is absent. */
  const costChange = (results: ReachingSlider["results"]): number | null => {
    const value = costs === null ? null : (results.get(costs.query) ?? null);
    return value === null || presentCosts === null ? null : (value - presentCosts) * costs!.factor;
  };
  const costDecimals = decimalsForColumn(
    Math.max(0, ...(rows?.reaching ?? []).map(({ results }) => Math.abs(costChange(results) ?? 0))),
  );
  const renderCostChange = (results: ReachingSlider["results"]): ReactNode => {
    const change = costChange(results);
    return change === null ? "–" : <data value={change}>{formatSigned(change, language, costDecimals)}</data>;
  };
  /** Euros per tonne; null if the number is not a mass, or if either value is absent. */
  const perTonne = ({ results }: ReachingSlider): number | null => {
    const [figure, costsChange] = [results.get(number.query) ?? null, costChange(results)];
    return figure === null || currentValue === null || costsChange === null || costs === null
      ? null
      : costsPerTonne(
          { change: costsChange, number: costs },
          { change: (figure - currentValue) * number.factor, number },
        );
  };
  const formatPerTonne = (euros: number | null): string =>
    euros === null ? "–" : euros < 0 ? exploreTexts.saves : formatFigure(euros, language, 0);
  const formatValue = (value: number): string => `${formatFigure(value, language)} ${number.unit}`.trim();
  const apply = ({ key, position }: ReachingSlider): void => session.set(changes(key, position));
  const attributesOf = ({ key }: { readonly key: string }): RowAttributes => ({
    key,
    isSelected: key === selectedKey,
    data: { "data-slider": key },
  });
  const renderLink = (key: string): ReactNode => (
    <Button className="link" onPress={() => setChosen(key)}>
      {titleOf(key)}
    </Button>
  );
  const createTable = (): Table => ({
    name: number.query,
    header: ["slider", "title", "present", "position", "unit", ...model.headline.map(({ query }) => query)],
    rows: (rows?.reaching ?? []).map(({ key, present, position, results }) => [
      key,
      titleOf(key),
      ...[present, position].map((value) => toDisplayUnit(value, model.sliders.get(key)?.factor ?? 1)),
      model.sliders.get(key)?.unit ?? "",
      ...model.headline.map(({ query, factor }) => {
        const value = results.get(query) ?? null;
        return value === null ? null : value * factor;
      }),
    ]),
  });
  return (
    <>
      <div className="exploreSettings long">
        <span className="quiet">{exploreTexts.target}</span>
        <TargetField number={number} target={target} />
        <ScopeChoice scope={scope} />
        {costs !== null && (
          <LabelledSegments
            label={exploreTexts.order}
            selectedKey={order}
            onChoose={setOrder}
            segments={[
              { key: "move", label: exploreTexts.orders.move },
              { key: "costs", label: exploreTexts.orders.costs },
            ]}
          />
        )}
      </div>
      <div className="explorePanes">
        <section className="pane ranking ofMoves" aria-labelledby="target-title">
          <header>
            <h3 id="target-title">
              {target === null || (!isFinished && !(rows !== null && rows.reaching.length > 0))
                ? number.title
                : exploreTexts.reaching(rows?.reaching.length ?? 0, formatValue(target))}
            </h3>
          </header>
          <div>
            <p className="say">{exploreTexts.targetAbout}</p>
            <Conditions number={number} conditions={conditions} />
          </div>
          <div className="scrolls body" tabIndex={0} role="group" aria-labelledby="target-title">
            {searchedSliders !== null && searchedSliders.length === 0 ? (
              <p className="empty">{exploreTexts.noSliderWithRange}</p>
            ) : rows === null ? (
              <p className="empty">{exploreTexts.planning}</p>
            ) : (
              <>
                {rows.reaching.length > 0 && (
                  <Figures
                    columns={[
                      { head: texts.compare.slider, kind: "name", cell: ({ key }) => renderLink(key) },
                      {
                        head: exploreTexts.present,
                        isExtra: true,
                        cell: ({ key, present }) => formatPosition(key, present),
                      },
                      { head: null, kind: "bars", isExtra: true, cell: (row) => <Move row={row} /> },
                      {
                        head: exploreTexts.needed,
                        cell: ({ key, position, plateau }) => (
                          <data value={position}>
                            {plateau === null
                              ? formatPosition(key, position)
                              : exploreTexts.anyOf(formatPosition(key, plateau.from), formatPosition(key, plateau.to))}
                          </data>
                        ),
                      },
                      ...(costs === null
                        ? []
                        : [
                            {
                              head: <NameWithDetail name={costs.short} detail={costs.unit} />,
                              cell: ({ results }: ReachingSlider) => renderCostChange(results),
                              verdict: ({ results }: ReachingSlider) => verdictOf(costChange(results), costs.better),
                            },
                            ...(isMass(number)
                              ? [
                                  {
                                    head: exploreTexts.perTonne,
                                    isExtra: true,
                                    cell: (row: ReachingSlider) => formatPerTonne(perTonne(row)),
                                    verdict: (row: ReachingSlider): Verdict =>
                                      (perTonne(row) ?? 0) < 0 ? "better" : "",
                                  },
                                ]
                              : []),
                          ]),
                      {
                        head: exploreTexts.apply,
                        kind: "action",
                        isHeadVisuallyHidden: true,
                        cell: (row) => (
                          <>
                            {!isFixed && (
                              <Button
                                className="button"
                                aria-label={exploreTexts.applyOf(titleOf(row.key))}
                                onPress={() => apply(row)}
                              >
                                {exploreTexts.apply}
                              </Button>
                            )}
                            <OpenAsNew
                              name={titleOf(row.key)}
                              version={run.run!.version}
                              values={() => changes(row.key, row.position)}
                            />
                          </>
                        ),
                      },
                    ]}
                    rows={rows.reaching}
                    attributesOf={attributesOf}
                  />
                )}
                {rows.violating.map(({ row, conditions: violated }) => (
                  <p key={row.key} className="say" data-violates={row.key}>
                    {exploreTexts.violates(
                      titleOf(row.key),
                      formatPosition(row.key, row.position),
                      violated.map(({ number: other }) => {
                        const figure = row.results.get(other.query) ?? null;
                        return `${other.title} ${figure === null ? "–" : formatFigure(figure * other.factor, language)} ${other.unit}`.trim();
                      }),
                    )}
                  </p>
                ))}
                {rows.jumping.map(({ key, at, before, after }) => (
                  <p key={key} className="say" data-slider={key}>
                    {exploreTexts.jumpsOver(
                      titleOf(key),
                      formatPosition(key, at),
                      formatValue(before * number.factor),
                      formatValue(after * number.factor),
                    )}
                  </p>
                ))}
                {isFinished && rows.reaching.length === 0 && rows.failing[0] !== undefined && target !== null && (
                  <Unreached nearest={rows.failing[0].nearest * number.factor} formatValue={formatValue} />
                )}
                {rows.failing.length > 0 && (
                  <Figures
                    columns={[
                      {
                        head: exploreTexts.failing(rows.failing.length),
                        kind: "name",
                        cell: ({ key }) => renderLink(key),
                      },
                      {
                        head: null,
                        kind: "bars",
                        isExtra: true,
                        cell: ({ progress }) => (
                          <span className="barRow">
                            <i className="cause" style={{ left: 0, width: `${Math.min(1, progress) * 100}%` }} />
                          </span>
                        ),
                      },
                      {
                        head: exploreTexts.nearest,
                        cell: ({ key, nearest, at }) =>
                          exploreTexts.endsAt(formatValue(nearest * number.factor), formatPosition(key, at)),
                      },
                    ]}
                    rows={rows.failing.slice(0, MAX_FAILING)}
                    attributesOf={attributesOf}
                  />
                )}
              </>
            )}
          </div>
          <footer>
            <span>
              {rows !== null && rows.withoutEffectCount > 0 ? exploreTexts.withoutEffect(rows.withoutEffectCount) : ""}
            </span>
          </footer>
        </section>
        <Preview row={rows?.reaching.find(({ key }) => key === selectedKey) ?? null} />
        <SliderPane
          number={number}
          target={target}
          onClose={() => setChosen(null)}
          factor={
            selectedKey === null
              ? null
              : {
                  ...titleOfFactor({ name: selectedKey, kind: "slider", settings: [selectedKey] }, model),
                  settings: [selectedKey],
                  isGroup: false,
                }
          }
        />
      </div>
      <RunBar
        viewRun={run}
        itemKind="sliders"
        createTable={rows === null || rows.reaching.length === 0 ? null : createTable}
      />
    </>
  );
}

/** No slider reaches the target alone: combinations can be searched, or the nearest figure becomes the target. */
function Unreached({
  nearest,
  formatValue,
}: {
  readonly nearest: number;
  readonly formatValue: (value: number) => string;
}) {
  const navigate = useNavigate();
  const exploreTexts = useExploreTexts();
  const changeSearch = (change: WorkbenchSearch): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, ...change }), replace: true });
  return (
    <div className="say none">
      <p role="status">{exploreTexts.noneReaches(formatValue(nearest))}</p>
      <Button className="button primary" onPress={() => changeSearch({ explore: "answers", n: undefined })}>
        {exploreTexts.searchCombinations}
      </Button>
      <Button className="button" onPress={() => changeSearch({ target: toDisplayUnit(nearest, 1) })}>
        {exploreTexts.setTarget(formatValue(nearest))}
      </Button>
    </div>
  );
}

/** The move from the current position (hollow) to the needed one (filled). */
function Move({ row: { from, to, present, position } }: { readonly row: ReachingSlider }) {
  const at = (value: number): number => ((value - from) / (to - from)) * 100;
  const [low, high] = [Math.min(present, position), Math.max(present, position)];
  return (
    <span className="barRow move">
      <i className="track" />
      <i className="way" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <i className="was" style={{ left: `${at(present)}%` }} />
      <i className="now" style={{ left: `${at(position)}%` }} />
    </span>
  );
}

/** All headline numbers with the selected slider at its needed position. */
function Preview({ row }: { readonly row: ReachingSlider | null }) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const answer = useSession((state) => state.answer);
  const exploreTexts = useExploreTexts();
  const title =
    row === null ? exploreTexts.preview : exploreTexts.previewOf(model.sliders.get(row.key)?.title ?? row.key);
  const valuesOf = (number: HeadlineNumber): { readonly now: number | null; readonly next: number | null } => {
    const now = answer === null ? null : valueOf(answer, number.query, number, "future");
    const next = row?.results.get(number.query) ?? null;
    return {
      now: now === null ? null : now * number.factor,
      next: next === null ? null : next * number.factor,
    };
  };
  const formatValue = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  return (
    <section className="pane" aria-label={exploreTexts.preview}>
      <header>
        <h3>{title}</h3>
      </header>
      <p className="say">{exploreTexts.previewAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-label={exploreTexts.preview}>
        {row !== null && (
          <HeadlineFigures
            numbers={model.headline}
            columns={[
              {
                head: exploreTexts.present,
                cell: (number) => formatValue(valuesOf(number).now),
              },
              { head: exploreTexts.afterwards, cell: (number) => formatValue(valuesOf(number).next) },
              {
                head: exploreTexts.change,
                isHeadVisuallyHidden: true,
                cell: (number) => {
                  const { now, next } = valuesOf(number);
                  return <NumberChange from={now} to={next} better={number.better} />;
                },
              },
            ]}
          />
        )}
      </div>
      <footer />
    </section>
  );
}
