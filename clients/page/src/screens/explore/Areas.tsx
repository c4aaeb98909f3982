/** All areas: the server applies the scenario's slider moves in every area of the model. */
import { useMemo, useState } from "react";
import { Input, TextField } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import type { PlacedArea } from "../../charts/area-map.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { LabelledChoice } from "../../controls/Choice.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { decimalsForColumn, formatFigure, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { Moved } from "../Moved.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { AreaMap } from "../start/AreaMap.tsx";
import { searchAreas as matching } from "../start/areas.ts";
import { useAreas } from "../start/use-areas.ts";
import { type AreaRow, areaRows, type Measure, MEASURES, type Sort, sortRows, SORTS, unitOf } from "./area-rows.ts";
import { Histogram } from "./Histogram.tsx";
import { type RankedRow, Ranking } from "./Ranking.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { spreadOf } from "./spreads.ts";
import { useExploreWords } from "./use-explore-words.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Of all kinds of areas. */
const EVERY = "every";

export function Areas({ number, sweep, title }: ViewProps) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const words = useExploreWords();
  const own = useSession(({ scenario }) => scenario.area);
  const endYear = useSession(({ scenario }) => scenario.endYear);
  const moves = useSession(({ base }) => Object.keys(base.userValues).length);
  const { choices } = useAreas();
  const areas = useMemo(() => choices.filter(({ problem }) => problem === null), [choices]);
  const kinds = [...new Set(areas.map(({ group }) => group))];
  const [kind, setKind] = useState(EVERY);
  const [measure, setMeasure] = useState<Measure>("change");
  const [sort, setSort] = useState<Sort>("highest");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = areas.map(({ key }) => key).join();
  const work = useMemo((): Extract<ExplorationWork, { readonly kind: "sweep" }> | null => {
    if (areas.length < 2) return null;
    const queries = [
      ...new Set(model.headline.flatMap(({ query, base }) => (base === null ? [query] : [query, base]))),
    ];
    return {
      kind: "sweep",
      spec: {
        factors: [{ areas: areas.map(({ key }) => key), role: "lever" }],
        design: { method: "grid", levels: areas.length },
        outputs: { queries, present: queries, series: [] },
        seed: 1,
      },
    };
  }, [keys, model]);
  const run = useRun("sweep", work, { sweep, title });
  const { result } = run;
  const all = useMemo(
    () => (result === null ? [] : areaRows(result, areas, number, measure)),
    [result, areas, number, measure],
  );
  const ofKind = new Set(areas.flatMap(({ key, group }) => (kind === EVERY || group === kind ? [key] : [])));
  const rows = sortRows(
    all.filter(({ key, isDone }) => isDone && ofKind.has(key)),
    sort,
    language,
  );
  const names = new Set(matching(areas, text, language).flatMap((group) => group.areas.map(({ key }) => key)));
  const shown = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  const largest = Math.max(0, ...rows.map((row) => Math.abs(row.figure ?? 0)));
  const ranked = rows.flatMap((row, index): readonly RankedRow[] =>
    names.has(row.key)
      ? [
          {
            key: row.key,
            rank: index + 1,
            title: row.name,
            bar: row.figure === null ? null : [0, row.figure],
            fault: row.error,
            range: words.todayThen(shown(row.today), shown(row.future)),
            figure:
              row.figure === null
                ? null
                : { value: row.figure, text: formatDecimals(row.figure, language, decimalsForColumn(largest)) },
          },
        ]
      : [],
  );
  const selected = rows.find(({ key }) => key === (chosen ?? own)) ?? null;
  const unit = unitOf(measure, number);
  const figures = Float64Array.from(rows.flatMap((row) => (row.figure === null ? [] : [row.figure])));
  const spread = spreadOf(figures, "8");
  const placed = areas.flatMap(({ key, name, place }): readonly PlacedArea[] =>
    place === null || !ofKind.has(key) ? [] : [{ key, label: name, place }],
  );
  const shades = shadesOf(rows);
  const kindOf = (key: string): string =>
    key === EVERY
      ? words.everyArea
      : Object.hasOwn(texts.areaKinds, key)
        ? texts.areaKinds[key as keyof typeof texts.areaKinds]
        : key;
  const table = (): Table => ({
    name: `areas_${number.query}`,
    header: [
      "area",
      "name",
      "sliders_left_out",
      ...model.headline.flatMap(({ query, unit: own }) => [`${query} today (${own})`, `${query} ${endYear} (${own})`]),
      "error",
    ],
    rows: tableRows(),
  });
  const tableRows = (): Table["rows"] => {
    const columns = model.headline.map((headlineNumber) => areaRows(result!, areas, headlineNumber, "value"));
    return rows.map(({ key, name, leftOut, error }) => {
      const index = areas.findIndex((area) => area.key === key);
      const cells = columns.flatMap((column) => [column[index]!.today, column[index]!.future]);
      return [key, name, leftOut, ...cells, error];
    });
  };
  return (
    <>
      <div className="exploreSettings">
        <Segments
          label={words.measure}
          selectedKey={measure}
          onChoose={setMeasure}
          segments={MEASURES.map((key) => ({ key, label: words.measures[key](String(endYear)) }))}
        />
        {kinds.length > 1 && (
          <LabelledChoice
            label={words.areas}
            options={[EVERY, ...kinds].map((key) => ({ key, label: kindOf(key) }))}
            selectedKey={kind}
            onChoose={setKind}
          />
        )}
      </div>
      <div className={placed.length > 1 ? "explorePanes ofAreas ofMap" : "explorePanes ofAreas"}>
        <section className="pane ranking" aria-labelledby="areas-title">
          <header>
            <h3 id="areas-title">{words.areasBy[measure](number.title, String(endYear))}</h3>
            <span className="unit">{unit}</span>
            <span className="space" />
            <Segments
              label={words.sort}
              selectedKey={sort}
              onChoose={setSort}
              segments={SORTS.map((key) => ({ key, label: words.sorts[key] }))}
            />
            <TextField aria-label={texts.findArea} value={text} onChange={setText}>
              <Input className="input" placeholder={texts.findArea} />
            </TextField>
          </header>
          <p className="say">{words.areasAbout(moves)}</p>
          {work === null ? (
            <p className="empty">{words.oneArea}</p>
          ) : rows.length === 0 ? (
            <p className="empty">{words.planning}</p>
          ) : (
            <Ranking
              label={words.areas}
              heads={{ name: "", range: words.todayThen(words.today, String(endYear)), figure: unit }}
              rows={ranked}
              selected={selected?.key ?? null}
              onSelect={setChosen}
            />
          )}
          <footer>
            <span>{words.areasFoot}</span>
          </footer>
        </section>
        {placed.length > 1 && (
          <section className="pane" aria-labelledby="map-title">
            <header>
              <h3 id="map-title">{texts.areaMap}</h3>
              <span className="unit">{unit}</span>
            </header>
            <p className="say">{words.mapAbout}</p>
            <div className="body mapped">
              <AreaMap
                areas={placed}
                chosen={selected?.key ?? null}
                matches={new Set(rows.map(({ key }) => key))}
                shade={(key) => shades.get(key) ?? null}
                onChoose={setChosen}
              />
            </div>
            <footer />
          </section>
        )}
        <section className="pane" aria-labelledby="distribution-title">
          <header>
            <h3 id="distribution-title">{words.distribution}</h3>
            <span className="unit">{unit}</span>
          </header>
          <p className="say">{words.distributionAbout(figures.length)}</p>
          {spread === null ? (
            <p className="empty">{words.planning}</p>
          ) : (
            <Histogram
              figures={figures}
              spread={spread}
              unit={unit}
              marked={selected === null || selected.figure === null ? null : { ...selected, figure: selected.figure }}
            />
          )}
          <footer />
        </section>
        <OneArea
          row={selected}
          rowsOf={(headlineNumber) => (result === null ? [] : areaRows(result, areas, headlineNumber, "value"))}
        />
      </div>
      <RunBar viewRun={run} count="areas" table={rows.length === 0 ? null : table} />
    </>
  );
}

/** Number of colour classes of the map, with equal numbers of areas. */
const CLASSES = 5;
const PALEST = 0.08;

/** How dark each area is on the map, by its rank. */
function shadesOf(rows: readonly AreaRow[]): ReadonlyMap<string, number> {
  const ascending = rows.filter((row) => row.figure !== null).toSorted((a, b) => a.figure! - b.figure!);
  return new Map(
    ascending.map(({ key }, index) => {
      const step = Math.floor((index / ascending.length) * CLASSES) / (CLASSES - 1);
      return [key, PALEST + (1 - PALEST) * step];
    }),
  );
}

/** All headline numbers of the selected area. */
function OneArea({
  row,
  rowsOf,
}: {
  readonly row: AreaRow | null;
  readonly rowsOf: (number: HeadlineNumber) => readonly AreaRow[];
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const words = useExploreWords();
  const endYear = useSession(({ scenario }) => scenario.endYear);
  const shown = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  const own = new Map(
    model.headline.map((headlineNumber) => [
      headlineNumber.query,
      rowsOf(headlineNumber).find(({ key }) => key === row?.key),
    ]),
  );
  return (
    <section className="pane" aria-labelledby="area-of-title">
      <header>
        <h3 id="area-of-title">{row?.name ?? words.noArea}</h3>
      </header>
      <p className="say">{row === null || row.leftOut === 0 ? " " : words.leftOutHere(row.leftOut)}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="area-of-title">
        {row !== null && (
          <HeadlineFigures
            numbers={model.headline}
            columns={[
              { head: words.today, cell: (number) => shown(own.get(number.query)?.today ?? null) },
              {
                head: endYear,
                cell: ({ query }) => {
                  const future = own.get(query)?.future ?? null;
                  return future === null ? "–" : <data value={future}>{shown(future)}</data>;
                },
              },
              {
                head: words.change,
                isHeadVisuallyHidden: true,
                cell: ({ query, better }) => (
                  <Moved from={own.get(query)?.today ?? null} to={own.get(query)?.future ?? null} better={better} />
                ),
              },
            ]}
          />
        )}
      </div>
      <footer />
    </section>
  );
}
