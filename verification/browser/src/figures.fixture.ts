/**
 * A figure has one value and one unit wherever it appears: the API's response, the headline and its facts, charts,
 * tooltips, the text for screen readers, tables, files, and comparisons. The expected values come from the API and the
 * model's documents.
 */
import {
  type Catalogue,
  type Chart,
  type ChartDocument,
  type ExistenceRule,
  factorBetween,
  type HeadlineDocument,
  isHourly,
  type InterfaceDocuments,
  typedUnits,
  unitLabel,
  viewOf,
} from "@etesian/interface";
import { decodePart, readManifest } from "@etesian/model/parts";
import { sampleSize } from "@etesian/testing/sample";
import { Random } from "@etesian/workbench/random";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import type { SharedModel } from "./shared-servers.ts";
import { fileOf, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const END_YEAR = 2050;
/** The slider that one of the scenarios moves to the end of its range. */
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
/** Charts per area; all figures of a chart are compared. */
const CHARTS = sampleSize(2, 24);
/** Number of headline numbers whose facts are opened; narrower screens omit the last ones. */
const FACTS = sampleSize(2, 5);
const MIN_FIGURES = sampleSize(12, 200);
/** Charts that fit on the page. */
const BOARD = 6;
const SEED = 39;

const YEARS = ["present", "future"] as const;
type Year = (typeof YEARS)[number];
interface Result {
  readonly present: unknown;
  readonly future: unknown;
  readonly unit: string | null;
}
type QueryResults = Readonly<Record<string, Result>>;

/** A model and one of its areas. */
export type FiguresCase = readonly [model: SharedModel, area: string];

/** Compares the figures of each case. */
export function describeFigures(cases: readonly FiguresCase[]): void {
  describe.skipIf(chromium === null)(`a figure${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
    const servers = new Map<SharedModel, ServedPage>();
    let servedPage: ServedPage;
    beforeAll(async () => {
      for (const [model] of cases)
        if (!servers.has(model)) servers.set(model, await ServedPage.start(chromium!, model));
    });
    afterAll(async () => {
      for (const server of servers.values()) await server.stop();
    });
    afterEach(async () => servedPage.closePages());

    test.each(cases)(
      "a figure of the %s model, in %s, has one value and one unit wherever it appears",
      async (model, area) => {
        servedPage = servers.get(model)!;
        const { documents, catalogue } = await interfaceOf(servedPage.url, area);
        const { charts: views } = viewOf(documents, catalogue, "en");
        const annual = documents.charts.filter(({ type }) => !isHourly(type));
        const charts = new Random(SEED).shuffle(annual).slice(0, CHARTS);
        const [movedId, blankId] = [await createScenario(area, "Moved"), await createScenario(area, "Blank")];
        const { max } = await servedPage.send<{ readonly max: number }>("GET", `/scenarios/${movedId}/inputs/${SUN}`);
        await servedPage.set(movedId, { [SUN]: max });
        const [ownResults, otherResults] = [
          await fetchResults(movedId, documents, charts),
          await fetchResults(blankId, documents, charts),
        ];
        const units = new UnitRegistry();
        let figures = 0;

        const page = await servedPage.reusedPage();
        for (let first = 0; first < charts.length; first += BOARD) {
          const board = charts.slice(first, first + BOARD);
          const keys = board.map(({ key }) => key);
          await show(page, `${servedPage.url}/s/${movedId}?charts=${keys.join(",")}`);
          await waitUntilAtRest(page);
          const expectedFigures = (chart: ChartDocument, unit: string, queryResults = ownResults) =>
            chart.series.map((_, index) => seriesOf(chart, index, unit, queryResults));
          if (first === 0) figures += await checkHeadline(page, documents.headline.slice(0, 8), ownResults, units);
          await waitUntilDrawn(page, keys);
          const panes = await panesOf(page);
          for (const chart of board) {
            const pane = panes.find(({ key }) => key === chart.key)!;
            const unit = units.unitFor(chart.unit.show, pane.unit);
            const expected = expectedFigures(chart, unit);
            figures += expected
              .flatMap(({ present, future }) => [present, future])
              .filter((value) => value !== null).length;
            const csv = rowsOf(await fileOf(page.locator(`[data-chart="${chart.key}"]`), "Data (CSV)"));
            const [, ...yearHeads] = csv.head;
            expect([chart.key, yearHeads.map((head) => head.replace(/^\d+ /, ""))]).toEqual([
              chart.key,
              [`(${pane.unit})`, `(${pane.unit})`],
            ]);
            expect([chart.key, csv.rows.map(({ values }) => values.map(formatPrecisely))]).toEqual([
              chart.key,
              expected.map(({ present, future }) => [formatPrecisely(present), formatPrecisely(future)]),
            ]);
            const names = csv.rows.map(({ name }) => name);
            const labels = views.get(chart.key)!.series.map(({ label }) => label);
            const titles = titlesOf(
              chart,
              expected,
              chart.type === "sankey" ? names.map((name) => name.replace(" – ", " › ")) : labels,
              pane.unit,
            );
            const isDrawn = pane.summary !== null && titles !== null;
            const shownTitles = isDrawn ? figuresIn(pane.titles) : [];
            // The thinnest flows are not drawn.
            const isExpected = (title: string): boolean => chart.type !== "sankey" || shownTitles.includes(title);
            const expectedTitles = isDrawn ? titles.filter(isExpected).toSorted() : [];
            expect([chart.key, shownTitles]).toEqual([chart.key, expectedTitles]);
            expect(expectedTitles.length).toBeGreaterThanOrEqual(isDrawn ? titles.length / 2 : 0);
            expect(pane.summary === null ? null : textsOfYears(pane.summary)).toEqual(
              pane.summary === null
                ? null
                : YEARS.map((year) =>
                    spokenText(
                      chart,
                      names,
                      expected.map((one) => one[year]),
                      pane.unit,
                    ),
                  ),
            );
          }
          for (const [key, { head, rows }] of Object.entries(await tablesOf(page, keys))) {
            const chart = board.find((chartDocument) => chartDocument.key === key)!;
            const expected = expectedFigures(
              chart,
              units.unitFor(chart.unit.show, panes.find((pane) => pane.key === key)!.unit),
            );
            expect([key, head.length, rows.map((cells) => cells.slice(1, 3))]).toEqual([
              key,
              chart.series.some(({ target }) => target !== null) ? 5 : 4,
              expected.map(({ present, future }) => [formatCell(present), formatCell(future)]),
            ]);
          }

          await show(page, `${servedPage.url}/s/${movedId}?view=compare&cmp=${blankId}&charts=${keys.join(",")}`);
          await page.locator("main:not(.isCalculating) .side").last().locator("td data").first().waitFor();
          await page.getByText("Calculating the other scenarios").first().waitFor({ state: "detached" });
          await waitUntilDrawn(page, keys);
          await checkSides(page, documents.headline.slice(0, 5), [ownResults, otherResults], units);
          const comparedPanes = await panesOf(page);
          for (const chart of board) {
            const pane = comparedPanes.find(({ key }) => key === chart.key)!;
            const unit = units.unitFor(chart.unit.show, pane.unit);
            const [ownFigures, otherFigures] = [
              expectedFigures(chart, unit),
              expectedFigures(chart, unit, otherResults),
            ];
            const labels = namesIn(views.get(chart.key)!);
            // A response for the previous charts has none of these series.
            const figuresOf = (all: readonly Figures[]): string =>
              spokenText(
                chart,
                labels,
                all.map(({ future }) => future),
                pane.unit,
              );
            const words = `${views.get(chart.key)!.title}. Moved: ${figuresOf(ownFigures)}. Blank: ${figuresOf(otherFigures)}`;
            await expect
              .poll(async () => (await paneOf(page, chart.key)).summary)
              .toBe(pane.summary === null ? null : words);
            const sides: readonly (readonly [string, readonly Figures[], Year])[] =
              chart.type === "stacked_bars"
                ? [
                    ["", ownFigures, "present"],
                    ["", otherFigures, "future"],
                    ["", ownFigures, "future"],
                  ]
                : [
                    [", Moved", ownFigures, "future"],
                    [", Blank", otherFigures, "future"],
                  ];
            const isRow = (index: number): boolean =>
              chart.type === "stacked_bars" ||
              [ownFigures[index]!.present, ownFigures[index]!.future, otherFigures[index]!.future].some(
                (value) => (value ?? 0) !== 0,
              );
            const titles = [
              ...targetTitles(chart, labels, pane.unit),
              ...sides.flatMap(([name, all, year]) =>
                all.flatMap((one, index) =>
                  isRow(index) ? [`${labels[index]!}${name}: ${formatWithUnit(one[year], pane.unit)}`] : [],
                ),
              ),
            ];
            expect([chart.key, figuresIn((await paneOf(page, chart.key)).titles)]).toEqual([
              chart.key,
              chart.type === "table" || pane.summary === null ? [] : titles.toSorted(),
            ]);
          }
          for (const [key, { rows }] of Object.entries(await tablesOf(page, keys))) {
            const chart = board.find((chartDocument) => chartDocument.key === key)!;
            const unit = units.unitFor(chart.unit.show, comparedPanes.find((pane) => pane.key === key)!.unit);
            const otherFigures = expectedFigures(chart, unit, otherResults);
            expect([key, rows.map((cells) => cells.slice(1))]).toEqual([
              key,
              expectedFigures(chart, unit).map(({ present, future }, index) =>
                [present, future, otherFigures[index]!.future].map(formatCell),
              ),
            ]);
          }
        }
        expect(figures).toBeGreaterThanOrEqual(MIN_FIGURES / 2);
      },
    );

    const createScenario = async (area: string, title: string): Promise<number> =>
      servedPage.create({ area_code: area, end_year: END_YEAR, title });

    /** All figures of the headline and of charts, from the API's responses. */
    async function fetchResults(
      id: number,
      { headline }: InterfaceDocuments,
      charts: readonly ChartDocument[],
    ): Promise<QueryResults> {
      const baseQueries = [...headline, ...charts.flatMap(({ series }) => series)].flatMap(({ base }) => base ?? []);
      const chartQueries = charts.flatMap(({ series }) => series.flatMap(({ queries, less }) => [...queries, ...less]));
      const gqueries = [...new Set([...headline.map(({ query }) => query), ...chartQueries, ...baseQueries])];
      return (await servedPage.send<{ readonly gqueries: QueryResults }>("PUT", `/scenarios/${id}`, { gqueries }))
        .gqueries;
    }

    /** Compares the headline numbers and their facts; returns the number of figures. */
    async function checkHeadline(
      page: Page,
      headline: readonly HeadlineDocument[],
      queryResults: QueryResults,
      units: UnitRegistry,
    ): Promise<number> {
      const items = await page.evaluate<{ query: string; value: string | null; text: string; unit: string }[]>(
        `Array.from(document.querySelectorAll(".headline li"), (item) => ({
        query: item.dataset.query,
        value: item.querySelector("data")?.value ?? null,
        text: item.querySelector("b").textContent,
        unit: item.querySelector(".unit").textContent,
      }))`,
      );
      expect(items.map(({ query }) => query)).toEqual(headline.map(({ query }) => query));
      let count = 0;
      for (const [index, item] of items.entries()) {
        const document = headline[index]!;
        const unit = units.unitFor(document.unit, item.unit);
        const [today, future] = YEARS.map((year) => headlineOf(document, unit, queryResults, year));
        count += [today, future].filter((value) => value !== null).length;
        const raw = existingValue(queryResults, document.query, document, "future");
        expect([item.query, item.value, item.text]).toEqual([
          item.query,
          raw === null ? null : String(raw),
          formatReading(future!),
        ]);
        if (index >= FACTS) continue;
        await page.locator(`.headline li[data-query="${item.query}"] button.info`).click();
        const facts = await page.evaluate<Record<string, string>>(
          `Object.fromEntries(Array.from(document.querySelectorAll(".drawer dl > div"), (entry) => [
          entry.querySelector("dt").textContent,
          entry.querySelector("dd").textContent,
        ]))`,
        );
        for (const [name, value] of [
          ["Today", today!],
          ["Future", future!],
        ] as const) {
          const shownText = facts[name]!.replace(/^no value: .*/, "no value");
          const expectedText = value === null ? "no value" : formatWithUnit(value, item.unit);
          expect([item.query, name, shownText]).toEqual([item.query, name, expectedText]);
        }
        await page.keyboard.press("Escape");
        await page.locator(".drawer").waitFor({ state: "detached" });
      }
      return count;
    }

    /** Compares the numbers below the names of compared scenarios. */
    async function checkSides(
      page: Page,
      headline: readonly HeadlineDocument[],
      queryResults: readonly QueryResults[],
      units: UnitRegistry,
    ): Promise<void> {
      const sides = await page.evaluate<{ value: string | null; text: string }[][]>(
        `Array.from(document.querySelectorAll(".side"), (side) => Array.from(side.querySelectorAll(".number"), (number) => ({
        value: number.querySelector("data")?.value ?? null,
        text: number.textContent,
      })))`,
      );
      expect(sides).toEqual(
        queryResults.map((results) =>
          headline.map((document) => {
            const value = existingValue(results, document.query, document, "future");
            const label = units.labelFor(document.unit);
            const shownValue = headlineOf(document, units.unitFor(document.unit, label), results, "future");
            return {
              value: value === null ? null : String(value),
              text: `${formatReading(shownValue)} ${label}`,
            };
          }),
        ),
      );
    }
  });
}

/** The documents of an area's model, as the server provides them. */
async function interfaceOf(
  url: string,
  area: string,
): Promise<{ readonly documents: InterfaceDocuments; readonly catalogue: Catalogue }> {
  const response = await fetch(`${url}/api/v3/model/areas/${area}?end_year=${String(END_YEAR)}`);
  const { parts } = readManifest(await response.json());
  const part = await fetch(`${url}/api/v3/model/parts/${parts.interface.sha256}`);
  const { documents, catalogue } = decodePart("interface", new Uint8Array(await part.arrayBuffer()));
  return { documents: documents as InterfaceDocuments, catalogue: catalogue as Catalogue };
}

/** Figures with one document unit have one unit of the same family on the page. */
class UnitRegistry {
  readonly #labels = new Map<string, string>();

  /** The unit from the table of units in which the page shows a document's unit. */
  unitFor(documentUnit: string, label: string): string {
    const previousLabel = this.#labels.get(documentUnit) ?? label;
    if (label !== previousLabel) throw new Error(`${documentUnit} is shown in "${previousLabel}" and in "${label}"`);
    this.#labels.set(documentUnit, label);
    const candidates = [documentUnit, ...typedUnits(documentUnit, "en"), "#"];
    const unit = candidates.find((name) => unitLabel(name, "en") === label);
    if (unit === undefined)
      throw new Error(`${documentUnit} is shown in "${label}", which is not a unit of its family`);
    return unit;
  }

  /** The unit in which the page has already shown it. */
  labelFor(documentUnit: string): string {
    return this.#labels.get(documentUnit)!;
  }
}

/** The value of a query in the API's unit; null if it does not exist. */
function existingValue(
  queryResults: QueryResults,
  query: string,
  { needs, base }: ExistenceRule,
  year: Year,
): number | null {
  if (needs !== null && year === "present") return null;
  if (base !== null && (queryResults[base]?.[year] ?? 0) === 0) return null;
  const value = queryResults[query]?.[year];
  return typeof value === "number" ? value : null;
}

const factorOf = (queryResults: QueryResults, query: string, unit: string): number =>
  factorBetween(queryResults[query]!.unit ?? "", unit)!;

function headlineOf(document: HeadlineDocument, unit: string, queryResults: QueryResults, year: Year): number | null {
  const value = existingValue(queryResults, document.query, document, year);
  return value === null ? null : value * factorOf(queryResults, document.query, unit);
}

type Figures = Readonly<Record<Year, number | null>>;

/** The figures of a series in a unit. */
function seriesOf(chart: ChartDocument, index: number, unit: string, queryResults: QueryResults): Figures {
  const { queries, less, drawn, base, needs } = chart.series[index]!;
  const sign = drawn === "below" ? -1 : 1;
  const terms = [...queries.map((query) => [query, 1] as const), ...less.map((query) => [query, -1] as const)];
  const valueOf = (year: Year): number | null => {
    const values = terms.flatMap(([query, times]) => {
      const value = existingValue(queryResults, query, { needs: chart.needs ?? needs, base }, year);
      return value === null ? [] : [times * value * factorOf(queryResults, query, unit)];
    });
    return values.length === 0 ? null : sign * values.reduce((sum, value) => sum + value, 0);
  };
  return { present: valueOf("present"), future: valueOf("future") };
}

const SIGNIFICANT = new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const FIVE_DECIMALS = new Intl.NumberFormat("en", { minimumFractionDigits: 5, maximumFractionDigits: 5 });

/** Three significant digits, and at most five decimals. */
function formatReading(value: number | null): string {
  if (value === null) return "–";
  const size = Math.abs(value);
  if (size < 1e-9) return "0";
  const text = (size < 0.001 ? FIVE_DECIMALS : SIGNIFICANT).format(size);
  if (!/[1-9]/.test(text)) return value > 0 ? "<0.00001" : ">−0.00001";
  return value < 0 ? `−${text}` : text;
}

const formatWithUnit = (value: number | null, unit: string): string =>
  value === null || unit === "" ? formatReading(value) : `${formatReading(value)} ${unit}`;
const formatCell = (value: number | null): string => (value === null ? "no value" : formatReading(value));
/** Twelve digits, because sums of floating-point numbers depend on their order. */
const formatPrecisely = (value: number | null): string =>
  value === null ? "" : String(Number(value.toPrecision(12)) + 0);

const TOTALLED_TYPES: ReadonlySet<string> = new Set(["stacked_bars", "waterfall", "mekko"]);

/** The screen reader text for a chart's figures in one year: its total, or each series where there is none. */
function spokenText(
  { type }: ChartDocument,
  names: readonly string[],
  values: readonly (number | null)[],
  unit: string,
): string {
  if (values.every((value) => value === null)) return "no value";
  if (TOTALLED_TYPES.has(type))
    return formatWithUnit(
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      unit,
    );
  return values.map((value, index) => `${names[index]!} ${formatWithUnit(value, unit)}`).join(", ");
}

/** The screen reader text for both years, without the reason of a missing value. */
const textsOfYears = (summary: string): readonly string[] => {
  const [, today, future] = /\. \d{4}: (.*)\. \d{4}: (.*)\.$/s.exec(summary)!;
  return [today!, future!].map((text) => text.replace(/^no value: .*/s, "no value"));
};

/** The tooltips of a chart's marks, in any order; null if its marks have none. */
function titlesOf(
  chart: ChartDocument,
  expected: readonly Figures[],
  labels: readonly string[],
  unit: string,
): readonly string[] | null {
  const title = (index: number, year: Year): string =>
    `${labels[index]!}: ${formatWithUnit(expected[index]![year], unit)}`;
  const indices = Array.from(expected.keys());
  switch (chart.type) {
    case "stacked_bars": {
      const years = YEARS.filter((year) => year === "future" || expected.some(({ present }) => present !== null));
      return years.flatMap((year) => indices.map((index) => title(index, year)));
    }
    case "lines":
    case "target":
      return [
        ...targetTitles(chart, labels, unit),
        ...YEARS.flatMap((year) =>
          indices.filter((index) => expected[index]![year] !== null).map((index) => title(index, year)),
        ),
      ];
    case "mekko":
    case "sankey":
      return indices.filter((index) => (expected[index]!.future ?? 0) > 0).map((index) => title(index, "future"));
    default:
      return null;
  }
}

/** The tooltips of the targets of a chart's series. */
const targetTitles = (
  { series, unit: { show } }: ChartDocument,
  labels: readonly string[],
  unit: string,
): readonly string[] =>
  series.flatMap(({ target }, index) =>
    target === null ? [] : [`Target, ${labels[index]!}: ${formatWithUnit(target * factorBetween(show, unit)!, unit)}`],
  );

/** Tooltips with a figure; the others are the full text of truncated names. */
const figuresIn = (titles: readonly string[]): readonly string[] =>
  titles.filter((title) => /: [<>−]*[\d–]/.test(title)).toSorted();

/** Names of series: a part of a column is named with its column, and a flow with both of its ends. */
function namesIn({ type, series, columns, nodes }: Chart): readonly string[] {
  const labelOf = (all: readonly { readonly key: string; readonly label: string }[], key: string | null): string =>
    all.find((label) => label.key === key)?.label ?? "";
  return series.map(({ label, column, from, to }) =>
    type === "mekko"
      ? `${label}, ${labelOf(columns, column)}`
      : type === "sankey"
        ? `${labelOf(nodes, from)} – ${labelOf(nodes, to)}`
        : label,
  );
}

interface PaneContent {
  readonly key: string;
  readonly unit: string;
  /** Null if the chart is a table, or has nothing to draw. */
  readonly summary: string | null;
  readonly titles: readonly string[];
}

const panesOf = (page: Page): Promise<readonly PaneContent[]> =>
  page.evaluate<PaneContent[]>(
    `Array.from(document.querySelectorAll(".pane[data-chart]"), (pane) => ({
      key: pane.dataset.chart,
      unit: pane.querySelector(".body .unit").textContent,
      summary: pane.querySelector("svg.chart")?.getAttribute("aria-label") ?? null,
      titles: Array.from(pane.querySelectorAll("svg.chart title"), (title) => title.textContent),
    }))`,
  );

const paneOf = async (page: Page, key: string): Promise<PaneContent> =>
  (await panesOf(page)).find((pane) => pane.key === key)!;

/** Resolves when all charts are drawn as marks, as a table, or as the reason for an empty chart. */
async function waitUntilDrawn(page: Page, keys: readonly string[]): Promise<void> {
  await expect
    .poll(async () =>
      page.evaluate<string[]>(
        `Array.from(document.querySelectorAll(".pane[data-chart]")).filter((pane) =>
          pane.querySelector(".body :is(svg.chart, table, .empty)") !== null).map(({ dataset }) => dataset.chart)`,
      ),
    )
    .toEqual([...keys]);
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The charts as tables, by key. */
async function tablesOf(page: Page, keys: readonly string[]): Promise<Readonly<Record<string, Table>>> {
  // The URL records which charts are tables, so that each click waits for the previous one.
  for (const key of keys) {
    const pane = page.locator(`.pane[data-chart="${key}"]`);
    const button = pane.getByRole("button", { name: "Show as table" });
    if ((await button.count()) > 0) await button.click();
    await pane.locator("table.figures").waitFor();
  }
  return page.evaluate<Record<string, Table>>(
    `Object.fromEntries(Array.from(document.querySelectorAll(".pane[data-chart]"), (pane) => [pane.dataset.chart, {
      head: Array.from(pane.querySelectorAll("thead th"), ({ textContent }) => textContent),
      rows: Array.from(pane.querySelectorAll("tbody tr"), (row) => Array.from(row.cells, ({ textContent }) => textContent)),
    }]))`,
  );
}

interface Csv {
  readonly head: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** The rows of a file: a name, which may be quoted, and two values. */
function rowsOf(file: Buffer): Csv {
  const cells = file
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => /^(.*),([^,]*),([^,]*)$/.exec(line)!.slice(1));
  const [head, ...rows] = cells;
  const unquote = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
  const parseValue = (text: string): number | null => (text === "" ? null : Number(text));
  return {
    head: head!,
    rows: rows.map(([name, ...values]) => ({ name: unquote(name!), values: values.map(parseValue) })),
  };
}
