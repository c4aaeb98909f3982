/** The view of all areas: the server applies the scenario's slider moves in every area of the model. */
import { useMemo, useState } from "react";
import { Input, TextField } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import type { PlacedArea } from "../../charts/area-map.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { LabelledSelect } from "../../controls/Select.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { decimalsForColumn, formatFigure, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { NumberChange } from "../NumberChange.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { AreaMap } from "../start/AreaMap.tsx";
import { searchAreas } from "../start/areas.ts";
import { useAreas } from "../start/use-areas.ts";
import { type AreaRow, areaRows, type Measure, MEASURES, type Sort, sortRows, SORTS, unitOf } from "./area-rows.ts";
import { Histogram } from "./Histogram.tsx";
import { type RankedRow, Ranking } from "./Ranking.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { spreadOf } from "./spreads.ts";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** The choice that shows areas of every kind. */
const ALL_KINDS = "every";

export function Areas({ number, sweep, title }: ViewProps) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const scenarioArea = useSession(({ scenario }) => scenario.area);
  const endYear = useSession(({ scenario }) => scenario.endYear);
  const movedCount = useSession(({ base }) => Object.keys(base.userValues).length);
  const { choices, isModelPending } = useAreas();
  const areas = useMemo(() => choices.filter(({ problem }) => problem === null), [choices]);
  const kinds = [...new Set(areas.map(({ group }) => group))];
  const [kind, setKind] = useState(ALL_KINDS);
  const [measure, setMeasure] = useState<Measure>("change");
  const [sort, setSort] = useState<Sort>("highest");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const areaKeys = areas.map(({ key }) => key).join();
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
  }, [areaKeys, model]);
  const run = useRun("sweep", work, { sweep, title });
  const { result } = run;
  const allRows = useMemo(
    () => (result === null ? [] : areaRows(result, areas, number, measure)),
    [result, areas, number, measure],
  );
  const keysOfKind = new Set(areas.flatMap(({ key, group }) => (kind === ALL_KINDS || group === kind ? [key] : [])));
  const rows = sortRows(
    allRows.filter(({ key, isCalculated }) => isCalculated && keysOfKind.has(key)),
    sort,
    language,
  );
  const matchingKeys = new Set(
    searchAreas(areas, text, language).flatMap((group) => group.areas.map(({ key }) => key)),
  );
  const formatValue = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  const largest = Math.max(0, ...rows.map((row) => Math.abs(row.figure ?? 0)));
  const rankedRows = rows.flatMap((row, index): readonly RankedRow[] =>
    matchingKeys.has(row.key)
      ? [
          {
            key: row.key,
            rank: index + 1,
            title: row.name,
            bars: row.figure === null ? [] : [{ from: 0, to: row.figure }],
            fault: row.error,
            range: exploreTexts.todayThen(formatValue(row.today), formatValue(row.future)),
            figures: [
              row.figure === null
                ? null
                : { value: row.figure, text: formatDecimals(row.figure, language, decimalsForColumn(largest)) },
            ],
          },
        ]
      : [],
  );
  const selected = rows.find(({ key }) => key === (chosen ?? scenarioArea)) ?? null;
  const unit = unitOf(measure, number);
  const figures = Float64Array.from(rows.flatMap((row) => (row.figure === null ? [] : [row.figure])));
  const spread = spreadOf(figures, "8");
  const placedAreas = areas.flatMap(({ key, name, place }): readonly PlacedArea[] =>
    place === null || !keysOfKind.has(key) ? [] : [{ key, label: name, place }],
  );
  const shades = shadesOf(rows);
  const titleOfKind = (key: string): string =>
    key === ALL_KINDS
      ? exploreTexts.everyArea
      : Object.hasOwn(texts.areaKinds, key)
        ? texts.areaKinds[key as keyof typeof texts.areaKinds]
        : key;
  const createTable = (): Table => ({
    name: `areas_${number.query}`,
    header: [
      "area",
      "name",
      "sliders_left_out",
      ...model.headline.flatMap(({ query, unit: numberUnit }) => [
        `${query} today (${numberUnit})`,
        `${query} ${endYear} (${numberUnit})`,
      ]),
      "error",
    ],
    rows: createTableRows(),
  });
  const createTableRows = (): Table["rows"] => {
    const columns = model.headline.map((headlineNumber) => areaRows(result!, areas, headlineNumber, "value"));
    return rows.map(({ key, name, omittedCount, error }) => {
      const index = areas.findIndex((area) => area.key === key);
      const cells = columns.flatMap((column) => [column[index]!.today, column[index]!.future]);
      return [key, name, omittedCount, ...cells, error];
    });
  };
  return (
    <>
      <div className="exploreSettings">
        <Segments
          label={exploreTexts.measure}
          selectedKey={measure}
          onChoose={setMeasure}
          segments={MEASURES.map((key) => ({ key, label: exploreTexts.measures[key](String(endYear)) }))}
        />
        {kinds.length > 1 && (
          <LabelledSelect
            label={exploreTexts.areas}
            options={[ALL_KINDS, ...kinds].map((key) => ({ key, label: titleOfKind(key) }))}
            selectedKey={kind}
            onChoose={setKind}
          />
        )}
      </div>
      <div className={placedAreas.length > 1 ? "explorePanes ofAreas ofMap" : "explorePanes ofAreas"}>
        <section className="pane ranking" aria-labelledby="areas-title">
          <header>
            <h3 id="areas-title">{exploreTexts.areasBy[measure](number.title, String(endYear))}</h3>
            <span className="unit">{unit}</span>
            <span className="space" />
            <Segments
              label={exploreTexts.sort}
              selectedKey={sort}
              onChoose={setSort}
              segments={SORTS.map((key) => ({ key, label: exploreTexts.sorts[key] }))}
            />
            <TextField aria-label={texts.findArea} value={text} onChange={setText}>
              <Input className="input" placeholder={texts.findArea} />
            </TextField>
          </header>
          <p className="say">{exploreTexts.areasAbout(movedCount)}</p>
          {isModelPending ? (
            <p className="empty">{texts.loading}</p>
          ) : work === null ? (
            <p className="empty">{exploreTexts.oneArea}</p>
          ) : rows.length === 0 ? (
            <p className="empty">{exploreTexts.planning}</p>
          ) : (
            <Ranking
              label={exploreTexts.areas}
              heads={{ name: "", range: exploreTexts.todayThen(exploreTexts.today, String(endYear)), figures: [unit] }}
              rows={rankedRows}
              selected={selected?.key ?? null}
              onSelect={setChosen}
            />
          )}
          <footer>
            <span>{exploreTexts.areasFoot}</span>
          </footer>
        </section>
        {placedAreas.length > 1 && (
          <section className="pane" aria-labelledby="map-title">
            <header>
              <h3 id="map-title">{texts.areaMap}</h3>
              <span className="unit">{unit}</span>
            </header>
            <p className="say">{exploreTexts.mapAbout}</p>
            <div className="body mapped">
              <AreaMap
                areas={placedAreas}
                chosen={selected?.key ?? null}
                matches={new Set(rows.map(({ key }) => key))}
                shadeOf={(key) => shades.get(key) ?? null}
                onChoose={setChosen}
              />
            </div>
            <footer />
          </section>
        )}
        <section className="pane" aria-labelledby="distribution-title">
          <header>
            <h3 id="distribution-title">{exploreTexts.distribution}</h3>
            <span className="unit">{unit}</span>
          </header>
          <p className="say">{exploreTexts.distributionAbout(figures.length)}</p>
          {spread === null ? (
            <p className="empty">{exploreTexts.planning}</p>
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
        <SelectedArea
          row={selected}
          rowsOf={(headlineNumber) => (result === null ? [] : areaRows(result, areas, headlineNumber, "value"))}
        />
      </div>
      <RunBar viewRun={run} itemKind="areas" createTable={rows.length === 0 ? null : createTable} />
    </>
  );
}

/** Number of colour classes of the map, with equal numbers of areas. */
const CLASSES = 5;
/** Shade of the lowest class, from 0 to 1. */
const PALEST = 0.08;

/** The shade of each area on the map, by its rank. */
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
function SelectedArea({
  row,
  rowsOf,
}: {
  readonly row: AreaRow | null;
  readonly rowsOf: (number: HeadlineNumber) => readonly AreaRow[];
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const endYear = useSession(({ scenario }) => scenario.endYear);
  const formatValue = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  const rowsByQuery = new Map(
    model.headline.map((headlineNumber) => [
      headlineNumber.query,
      rowsOf(headlineNumber).find(({ key }) => key === row?.key),
    ]),
  );
  return (
    <section className="pane" aria-labelledby="area-of-title">
      <header>
        <h3 id="area-of-title">{row?.name ?? exploreTexts.noArea}</h3>
      </header>
      <p className="say">{row === null || row.omittedCount === 0 ? " " : exploreTexts.omittedHere(row.omittedCount)}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="area-of-title">
        {row !== null && (
          <HeadlineFigures
            numbers={model.headline}
            columns={[
              { head: exploreTexts.today, cell: (number) => formatValue(rowsByQuery.get(number.query)?.today ?? null) },
              {
                head: endYear,
                cell: ({ query }) => {
                  const future = rowsByQuery.get(query)?.future ?? null;
                  return future === null ? "–" : <data value={future}>{formatValue(future)}</data>;
                },
              },
              {
                head: exploreTexts.change,
                isHeadVisuallyHidden: true,
                cell: ({ query, better }) => (
                  <NumberChange
                    from={rowsByQuery.get(query)?.today ?? null}
                    to={rowsByQuery.get(query)?.future ?? null}
                    better={better}
                  />
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
