/** Why two scenarios differ: the difference of a number as a sum of contributions of all changes between them. */
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { DifferenceFound, ExplorationWork } from "../../calculation/calculator.ts";
import { linearScale } from "../../charts/scale.ts";
import { decimalsBeside, figure, tickLabels, written } from "../../figures/figures.ts";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useOthers } from "../compare/compared.ts";
import { useSession, useWorkspace, type Workspace } from "../session-context.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import { RunBar, type Table } from "./RunBar.tsx";
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

export function Differ({ number }: ViewProps) {
  const { model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const words = texts.explore;
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
  const run = useRun("difference", work);
  const { found } = run;
  const place = model.headline.findIndex(({ query }) => query === number.query);
  const attribution = found?.attributions?.[place] ?? null;
  const rows = useMemo(
    () => (found === null ? [] : rowsOf(found, number, place, { model, inputs, texts })),
    [found, number, place, model, inputs, texts],
  );
  const [own, theirs] = [nameOf(base, texts), other === null ? "" : nameOf(other, texts)];
  const withUnit = (value: number): string => `${figure(value * number.factor, language)} ${number.unit}`.trim();
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
                { title: own, text: withUnit(attribution.from) },
                { title: theirs, text: withUnit(attribution.to) },
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

function Contributions({
  rows,
  number,
  ends: [own, theirs],
}: {
  readonly rows: readonly Row[];
  readonly number: HeadlineNumber;
  readonly ends: readonly [Readonly<Record<"title" | "text", string>>, Readonly<Record<"title" | "text", string>>];
}) {
  const { texts, language } = useTexts();
  const ends = rows.flatMap(({ value, within }) => [value, within?.low ?? value, within?.high ?? value]);
  const scale = linearScale([Math.min(0, ...ends), Math.max(0, ...ends)], [0, 100], 20);
  const labels = tickLabels(scale.ticks, language);
  const decimals = decimalsBeside(Math.max(0, ...rows.map(({ value }) => Math.abs(value))));
  const signed = (value: number): string => {
    const text = written(value, language, decimals);
    return !/[1-9]/.test(text) ? "±0" : value > 0 ? `+${text}` : text;
  };
  const verdict = (value: number): string =>
    number.better === null || value === 0 ? "" : value < 0 === (number.better === "lower") ? "better" : "worse";
  const bar = (from: number, to: number) => {
    const [low, high] = [scale.at(Math.min(from, to)), scale.at(Math.max(from, to))];
    return { left: `${low}%`, width: `${high - low}%` };
  };
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="differ-title">
      <table className="figures spreads differs">
        <thead>
          <tr>
            <th scope="col">{own.title}</th>
            <td className="range" aria-hidden="true">
              {scale.ticks.map((value, index) => (
                <span key={value} className="tick" style={{ left: `${scale.at(value)}%` }}>
                  {labels[index]}
                </span>
              ))}
            </td>
            <td className="right">
              <b>{own.text}</b>
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, title, section, value, within }) => (
            <tr key={name} data-row={name}>
              <th scope="row">
                {title} <span className="quiet">{section}</span>
              </th>
              <td className="range" aria-hidden="true">
                <span className="strip bars">
                  <i className="gridLine zero" style={{ left: `${scale.at(0)}%` }} />
                  <i className="bar" style={bar(0, value)} />
                  {within !== null && <i className="interval" style={bar(within.low, within.high)} />}
                </span>
              </td>
              <td className={`right ${verdict(value)}`}>
                <data value={value}>{signed(value)}</data>
                {within !== null && (
                  <span className="quiet">{` ±${written((within.high - within.low) / 2, language, decimals)}`}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{theirs.title}</th>
            <td>
              <span className="unseen">{texts.compare.all}</span>
            </td>
            <td className="right">
              <b>{theirs.text}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
