/** Why two scenarios differ: the difference of a number as a sum of contributions of all changes between them. */
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { DifferenceFound, ExplorationWork } from "../../calculation/calculator.ts";
import { BarAxis, barBetween, BarGrid } from "../../charts/BarAxis.tsx";
import { Figures, Named } from "../../charts/Figures.tsx";
import { linearScale } from "../../charts/scale.ts";
import { decimalsBeside, figure, signed, written } from "../../figures/figures.ts";
import { verdictOf } from "../../figures/verdict.ts";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useOthers } from "../compare/compared.ts";
import { useSession, useWorkspace, type Workspace } from "../session-context.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import { RunBar, type Table } from "./RunBar.tsx";
import { useExploreWords } from "./use-explore-words.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Pairs of random orders, used when there are too many changes for exact contributions. */
const PAIRS = 16;
const SEED = 1;

interface Row {
  readonly name: string;
  readonly title: string;
  readonly section: string;
  /** In the unit on the screen. */
  readonly value: number;
  /** 95 % interval; null for an exact contribution. */
  readonly within: { readonly low: number; readonly high: number } | null;
}

/** A scenario and its number, in the unit on the screen. */
interface End {
  readonly title: string;
  readonly value: number;
}

export function Differ({ number, sweep, title }: ViewProps) {
  const { model, inputs } = useWorkspace();
  const { texts } = useTexts();
  const words = useExploreWords();
  const base = useSession((state) => state.base);
  const other = useOthers().find(({ stored }) => stored !== null)?.stored ?? null;
  const isHere = other !== null && other.area === base.area && other.scaling === null && base.scaling === null;
  const work = useMemo(
    (): Extract<ExplorationWork, { readonly kind: "difference" }> | null =>
      isHere
        ? {
            kind: "difference",
            other,
            queries: model.headline.map(({ query }) => query),
            pairs: PAIRS,
            seed: SEED,
          }
        : null,
    [other?.id, other?.version, isHere, model],
  );
  const run = useRun("difference", work, { sweep, title });
  const { found } = run;
  const place = model.headline.findIndex(({ query }) => query === number.query);
  const attribution = found?.attributions?.[place] ?? null;
  const rows = useMemo(
    () => (found === null ? [] : rowsOf(found, number, place, { model, inputs, texts })),
    [found, number, place, model, inputs, texts],
  );
  const [own, theirs] = [nameOf(base, texts), other === null ? "" : nameOf(other, texts)];
  const table = (): Table => ({
    name: number.query,
    header: ["change", "title", "section", "unit", "contribution", "low", "high"],
    rows: rows.map(({ name, title, section, value, within }) => [
      name,
      title,
      section,
      number.unit,
      value,
      within?.low ?? null,
      within?.high ?? null,
    ]),
  });
  return (
    <>
      <div className="exploreSettings" />
      <div className="explorePanes ofOne">
        <section className="pane ranking" aria-labelledby="differ-title">
          <header>
            <h3 id="differ-title">{other === null ? words.differ : words.fromTo(number.title, own, theirs)}</h3>
          </header>
          <p className="say">{words.differAbout}</p>
          {other === null ? (
            <p className="empty">
              {words.noOther}{" "}
              <Link to="." search={(search) => ({ ...search, view: "compare" })}>
                {texts.compare.with}
              </Link>
            </p>
          ) : !isHere ? (
            <p className="empty">{words.otherArea}</p>
          ) : found?.changes.length === 0 ? (
            <p className="empty">{texts.compare.noDifference}</p>
          ) : attribution === null ? (
            <p className="empty">{words.planning}</p>
          ) : (
            <Contributions
              rows={rows}
              number={number}
              ends={[
                { title: own, value: attribution.from * number.factor },
                { title: theirs, value: attribution.to * number.factor },
              ]}
            />
          )}
          <footer>
            <span>
              {attribution === null ? "" : rows.some(({ within }) => within !== null) ? words.sampled : words.exact}
            </span>
          </footer>
        </section>
      </div>
      {work !== null && <RunBar of={run} table={attribution === null ? null : table} />}
    </>
  );
}

/** The contributions to a number, the largest first. */
function rowsOf(
  { changes, attributions }: DifferenceFound,
  { factor }: HeadlineNumber,
  place: number,
  {
    model,
    inputs,
    texts,
  }: { readonly model: InterfaceView; readonly inputs: Workspace["inputs"]; readonly texts: Texts },
): readonly Row[] {
  return (attributions?.[place]?.contributions ?? [])
    .map(({ value, within }, change): Row => {
      const name = changes[change]!;
      const members = [...inputs].flatMap(([key, { share_group: group }]) => (group === name ? [key] : []));
      const isGroup = members.length > 0;
      const factorOf = { name, kind: isGroup ? "group" : "slider", settings: isGroup ? members : [name] };
      const named = name === "end_year" ? { title: texts.endYear, section: "" } : titleOfFactor(factorOf, model);
      return {
        name,
        ...named,
        value: value * factor,
        within: within === null ? null : { low: within.low * factor, high: within.high * factor },
      };
    })
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** A scenario's number, or the part of a change between the numbers. */
interface Step {
  readonly key: string;
  readonly title: string;
  readonly section: string;
  /** Values before and after it, in the unit on the screen; equal for a number. */
  readonly from: number;
  readonly to: number;
  readonly change: Row | null;
}

/** Each contribution continues where the one above it ends, from one scenario's number to the other's. */
function Contributions({
  rows,
  number,
  ends: [own, theirs],
}: {
  readonly rows: readonly Row[];
  readonly number: HeadlineNumber;
  readonly ends: readonly [End, End];
}) {
  const { texts, language } = useTexts();
  const steps: readonly Step[] = [
    { key: "own", title: own.title, section: "", from: own.value, to: own.value, change: null },
    ...rows.map((row, place): Step => {
      const from = rows.slice(0, place).reduce((sum, { value }) => sum + value, own.value);
      return { key: row.name, title: row.title, section: row.section, from, to: from + row.value, change: row };
    }),
    { key: "theirs", title: theirs.title, section: "", from: theirs.value, to: theirs.value, change: null },
  ];
  const values = steps.flatMap(({ from, to, change }) => [
    from,
    to,
    ...(change === null || change.within === null ? [] : [from + change.within.low, from + change.within.high]),
  ]);
  const scale = linearScale([Math.min(...values), Math.max(...values)], [0, 100], 20);
  const [start] = scale.ticks;
  const decimals = decimalsBeside(Math.max(0, ...rows.map(({ value }) => Math.abs(value))));
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="differ-title">
      <Figures
        columns={[
          {
            head: texts.compare.slider,
            kind: "name",
            cell: ({ title, section, change }) =>
              change === null ? <b>{title}</b> : <Named name={title} more={section} />,
          },
          {
            head: <BarAxis scale={scale} />,
            kind: "bars",
            cell: ({ key, from, to, change }) => (
              <span className="barRow">
                <BarGrid scale={scale} />
                {change === null ? (
                  <i className={start === 0 ? "bar whole" : "bar whole broken"} style={barBetween(scale, start!, to)} />
                ) : (
                  <i className="bar" style={barBetween(scale, from, to)} />
                )}
                {key !== "theirs" && <i className="onward" style={{ left: `${scale.at(to)}%` }} />}
                {change !== null && change.within !== null && (
                  <i
                    className="interval"
                    style={barBetween(scale, from + change.within.low, from + change.within.high)}
                  />
                )}
              </span>
            ),
          },
          {
            head: number.unit,
            verdict: ({ change }) => verdictOf(change?.value ?? null, number.better),
            cell: ({ to, change }) =>
              change === null ? (
                <b>{figure(to, language)}</b>
              ) : (
                <>
                  <data value={change.value}>{signed(change.value, language, decimals)}</data>
                  {change.within !== null && (
                    <span className="quiet">
                      {` ±${written((change.within.high - change.within.low) / 2, language, decimals)}`}
                    </span>
                  )}
                </>
              ),
          },
        ]}
        rows={steps}
        markOf={({ key, change }) => ({ key, data: change === null ? {} : { "data-row": key } })}
      />
    </div>
  );
}
