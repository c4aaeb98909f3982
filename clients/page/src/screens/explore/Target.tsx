/** Sliders that bring a number to a target, each on its own. */
import { useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import { type HeadlineNumber, rolesOf } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import { fileOf } from "../../charts/csv.ts";
import { save } from "../../charts/picture.ts";
import { drawn } from "../../controls/slider-steps.ts";
import { figure, inModelUnit, inShownUnit, typed, typedAs } from "../../figures/figures.ts";
import { usefulRange } from "../../figures/prefixes.ts";
import { SWITCH } from "../../figures/slider-value.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { Moved } from "../Moved.tsx";
import { useIsFixed, useSession, useWorkspace, type Workspace } from "../session-context.tsx";
import { positionOf } from "../workbench/positions.ts";
import { modelQuery } from "../workbench/queries.ts";
import { ValueField } from "../workbench/ValueField.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import type { Scope } from "./questions.ts";
import { RunBar } from "./RunBar.tsx";
import { ScopeChoice, slidersIn } from "./ScopeChoice.tsx";
import { SliderPane } from "./SliderPane.tsx";
import { type Reaching, type Searched, targetRows } from "./target-rows.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** The first target of a number whose document has none, as a part of its present value. */
const FIRST = 0.9;
/** Sliders that are listed although they cannot reach the target alone. */
const FAILING = 8;

export function Target({ number, slide, scope, target: given }: ViewProps) {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const words = texts.explore;
  const navigate = useNavigate();
  const isFixed = useIsFixed();
  const [chosen, setChosen] = useState<string | null>(null);
  const now = useSession(({ shown }) => (shown === null ? null : valueOf(shown, number.query, number, "future")));
  const first = number.target ?? (now === null ? null : Number((now * number.factor * FIRST).toPrecision(3)));
  // The first target stays as the number moves.
  const [initial, setInitial] = useState<{ readonly query: string; readonly value: number } | null>(null);
  if (first !== null && initial?.query !== number.query) setInitial({ query: number.query, value: first });
  const target = given ?? (initial?.query === number.query ? initial.value : null);
  const searched = useSearched(scope, slide);
  const work = useMemo((): Extract<ExplorationWork, { readonly kind: "target" }> | null => {
    if (target === null || searched === null || searched.length === 0) return null;
    return {
      kind: "target",
      query: number.query,
      value: inModelUnit(target, number.factor),
      sliders: searched.map(({ key, from, to }) => ({ key, from, to })),
      queries: model.headline.map(({ query }) => query),
    };
  }, [target, searched, number, model]);
  const run = useRun("target", work);
  const { found } = run;
  const rows =
    found === null || now === null || work === null || searched === null
      ? null
      : targetRows(found.answers, searched, { present: now, target: work.value });
  const isOver = run.run?.explored?.isOver === true;
  const selected = rows?.reaching.find(({ key }) => key === chosen) ?? rows?.reaching[0] ?? null;
  const selectedKey = chosen ?? selected?.key ?? null;
  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  const inUnit = (key: string, value: number): string => {
    const { unit, factor } = model.sliders.get(key) ?? { unit: "", factor: 1 };
    return `${figure(value * factor, language)} ${unit}`.trim();
  };
  const ofNumber = (value: number): string => `${figure(value, language)} ${number.unit}`.trim();
  const setTarget = (text: string): void => {
    const value = typed(text, language)?.value;
    if (value !== undefined)
      void navigate({ to: ".", search: (search) => ({ ...search, target: value }), replace: true });
  };
  const apply = ({ key, position }: Reaching): void => session.set({ [key]: position });
  const download = (): void => {
    const header = ["slider", "title", "present", "position", "unit", ...model.headline.map(({ query }) => query)];
    const lines = (rows?.reaching ?? []).map(({ key, present, position, results }) => [
      key,
      titleOf(key),
      ...[present, position].map((value) => String(inShownUnit(value, model.sliders.get(key)?.factor ?? 1))),
      model.sliders.get(key)?.unit ?? "",
      ...model.headline.map(({ query, factor }) => {
        const value = results.get(query) ?? null;
        return value === null ? "" : String(value * factor);
      }),
    ]);
    save(`${number.query}.csv`, new Blob([fileOf([header, ...lines])], { type: "text/csv" }));
  };
  return (
    <>
      <div className="exploreSettings">
        <span className="quiet">{words.target}</span>
        {target !== null && (
          <ValueField
            label={words.targetOf(number.title, number.unit)}
            text={figure(target, language)}
            exact={typedAs(target, language)}
            onTyped={setTarget}
          />
        )}
        <span className="quiet">{number.unit}</span>
        <ScopeChoice scope={scope} />
      </div>
      <div className="explorePanes">
        <section className="pane ranking" aria-labelledby="target-title">
          <header>
            <h3 id="target-title">
              {target === null ? number.title : words.reaching(rows?.reaching.length ?? 0, ofNumber(target))}
            </h3>
          </header>
          <p className="say">{words.targetAbout}</p>
          <div className="scrolls body" tabIndex={0} role="group" aria-labelledby="target-title">
            {searched !== null && searched.length === 0 ? (
              <p className="empty">{words.nothingMoves}</p>
            ) : rows === null ? (
              <p className="empty">{words.planning}</p>
            ) : (
              <>
                {rows.reaching.length > 0 && (
                  <table className="figures spreads">
                    <thead>
                      <tr>
                        <th scope="col">{texts.compare.slider}</th>
                        <th scope="col" className="right">
                          {words.present}
                        </th>
                        <th scope="col">
                          <span className="unseen">{words.move}</span>
                        </th>
                        <th scope="col" className="right">
                          {words.needed}
                        </th>
                        <th scope="col">
                          <span className="unseen">{words.apply}</span>
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {rows.reaching.map((row) => (
                        <tr
                          key={row.key}
                          data-slider={row.key}
                          className={row.key === selectedKey ? "selected" : undefined}
                        >
                          <th scope="row">
                            <Button className="link" onPress={() => setChosen(row.key)}>
                              {titleOf(row.key)}
                            </Button>
                          </th>
                          <td className="right">{inUnit(row.key, row.present)}</td>
                          <td className="range" aria-hidden="true">
                            <Move row={row} />
                          </td>
                          <td className="right">
                            <data value={row.position}>
                              {row.plateau === null
                                ? inUnit(row.key, row.position)
                                : words.anyOf(inUnit(row.key, row.plateau.from), inUnit(row.key, row.plateau.to))}
                            </data>
                          </td>
                          <td>
                            {!isFixed && (
                              <Button
                                className="button"
                                aria-label={words.applyOf(titleOf(row.key))}
                                onPress={() => apply(row)}
                              >
                                {words.apply}
                              </Button>
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
                {rows.jumping.map(({ key, at, before, after }) => (
                  <p key={key} className="say" data-slider={key}>
                    {words.jumps(
                      titleOf(key),
                      inUnit(key, at),
                      ofNumber(before * number.factor),
                      ofNumber(after * number.factor),
                    )}
                  </p>
                ))}
                {isOver && rows.reaching.length === 0 && rows.failing[0] !== undefined && target !== null && (
                  <p className="say none" role="status">
                    {words.noneReaches(ofNumber(target), ofNumber(rows.failing[0].nearest * number.factor))}
                  </p>
                )}
                {rows.failing.length > 0 && (
                  <table className="figures spreads failing">
                    <thead>
                      <tr>
                        <th scope="col" colSpan={4}>
                          {words.failing(rows.failing.length)}
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {rows.failing.slice(0, FAILING).map(({ key, way, nearest, at }) => (
                        <tr key={key} data-slider={key}>
                          <th scope="row">
                            <Button className="link" onPress={() => setChosen(key)}>
                              {titleOf(key)}
                            </Button>
                          </th>
                          <td className="range" aria-hidden="true">
                            <span className="strip">
                              <i className="cause" style={{ left: 0, width: `${Math.min(1, way) * 100}%` }} />
                            </span>
                          </td>
                          <td className="right" colSpan={2}>
                            {words.endsAt(ofNumber(nearest * number.factor), inUnit(key, at))}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
              </>
            )}
          </div>
          <footer>
            <span>{rows !== null && rows.without > 0 ? words.without(rows.without) : ""}</span>
          </footer>
        </section>
        <Preview row={rows?.reaching.find(({ key }) => key === selectedKey) ?? null} />
        <SliderPane
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
      <RunBar of={run} count="sliders" onTable={rows === null || rows.reaching.length === 0 ? null : download} />
    </>
  );
}

/** The movable levers of a scope, with the useful parts of their ranges; null until the model's documents are read. */
function useSearched(scope: Scope, slide: ViewProps["slide"]): readonly Searched[] | null {
  const { session, model, inputs, magnitudes } = useWorkspace();
  const { area, endYear } = useSession(({ stored }) => stored);
  const version = useSession(({ base }) => base.version);
  const documents = useQuery(modelQuery(area, endYear)).data?.documents;
  return useMemo(() => {
    if (documents === undefined) return null;
    const roles = rolesOf(documents);
    return slidersIn(scope, slide, model.sections)
      .filter((key) => (roles.get(key) ?? "lever") === "lever")
      .flatMap((key) => searchedOf(key, { session, model, inputs, magnitudes }));
    // A new version has new positions.
  }, [documents, scope, slide, model, inputs, magnitudes, session, version]);
}

function searchedOf(
  key: string,
  { session, model, inputs, magnitudes }: Pick<Workspace, "session" | "model" | "inputs" | "magnitudes">,
): readonly Searched[] {
  const [input, slider] = [inputs.get(key), model.sliders.get(key)];
  if (input === undefined || slider === undefined || input.disabled || input.unit === SWITCH) return [];
  const { min, max, permitted_values: permitted, coupling_groups: couplings = [] } = input;
  if (min === undefined || max === undefined || permitted !== undefined || couplings.length > 0) return [];
  const present = Number(positionOf(session.state.getState(), key) ?? input.default ?? min);
  const range = drawn({ min, max, step: null }, usefulRange(slider, magnitudes), [present]);
  return range.max > range.min ? [{ key, from: range.min, to: range.max, present }] : [];
}

/** From the present position, hollow, to the needed one, filled. */
function Move({ row: { from, to, present, position } }: { readonly row: Reaching }) {
  const at = (value: number): number => ((value - from) / (to - from)) * 100;
  const [low, high] = [Math.min(present, position), Math.max(present, position)];
  return (
    <span className="strip move">
      <i className="track" />
      <i className="way" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <i className="was" style={{ left: `${at(present)}%` }} />
      <i className="now" style={{ left: `${at(position)}%` }} />
    </span>
  );
}

/** All headline numbers with the selected slider at its needed position. */
function Preview({ row }: { readonly row: Reaching | null }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const shown = useSession((state) => state.shown);
  const words = texts.explore;
  const title = row === null ? words.preview : words.previewOf(model.sliders.get(row.key)?.title ?? row.key);
  const valuesOf = (number: HeadlineNumber): readonly [now: number | null, then: number | null] => {
    const now = shown === null ? null : valueOf(shown, number.query, number, "future");
    const then = row?.results.get(number.query) ?? null;
    return [now === null ? null : now * number.factor, then === null ? null : then * number.factor];
  };
  return (
    <section className="pane" aria-label={words.preview}>
      <header>
        <h3>{title}</h3>
      </header>
      <p className="say">{words.previewAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-label={words.preview}>
        {row !== null && (
          <table className="figures spreads">
            <tbody>
              {model.headline.map((number) => {
                const [now, then] = valuesOf(number);
                return (
                  <tr key={number.query}>
                    <th scope="row">
                      {number.title} <span className="quiet">{number.unit}</span>
                    </th>
                    <td className="right">{then === null ? "–" : figure(then, language)}</td>
                    <td className="right">
                      <Moved from={now} to={then} better={number.better} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </div>
      <footer />
    </section>
  );
}
