/**
 * A figure has one value and one unit wherever it appears: the API's answer, the headline and its facts, charts,
 * tooltips, the texts for screen readers, tables, files, and comparisons. The expected values come from the API and the
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
import { sampled } from "@etesian/testing/sample";
import { Random } from "@etesian/workbench/random";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import type { SharedModel } from "./shared-servers.ts";
import { fileOf, ServedPage, show } from "./served-page.ts";

const found = findChromium();
const END_YEAR = 2050;
/** Moved to the end of its range in one of the scenarios. */
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
/** Charts per area; all figures of a chart are compared. */
const CHARTS = sampled(2, 24);
/** Headline numbers whose facts are opened; narrower screens omit the last ones. */
const FACTS = sampled(2, 5);
const MIN_FIGURES = sampled(12, 200);
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
type Answers = Readonly<Record<string, Result>>;

/** A model and one of its areas. */
export type FiguresCase = readonly [model: SharedModel, area: string];

/** Compares the figures of each case. */
export function describeFigures(cases: readonly FiguresCase[]): void {
  describe.skipIf(found === null)(`a figure${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
    const servers = new Map<SharedModel, ServedPage>();
    let served: ServedPage;
    beforeAll(async () => {
      for (const [model] of cases) if (!servers.has(model)) servers.set(model, await ServedPage.start(found!, model));
    });
    afterAll(async () => {
      for (const each of servers.values()) await each.stop();
    });
    afterEach(async () => served.closePages());

    test.each(cases)("of the %s model, in %s, has one value and one unit wherever it appears", async (model, area) => {
      served = servers.get(model)!;
      const { documents, catalogue } = await interfaceOf(served.url, area);
      const { charts: views } = viewOf(documents, catalogue, "en");
      const annual = documents.charts.filter(({ type }) => !isHourly(type));
      const charts = new Random(SEED).shuffled(annual).slice(0, CHARTS);
      const [moved, blank] = [await created(area, "Moved"), await created(area, "Blank")];
      const { max } = await served.send<{ readonly max: number }>("GET", `/scenarios/${moved}/inputs/${SUN}`);
      await served.set(moved, { [SUN]: max });
      const [own, other] = [await answersOf(moved, documents, charts), await answersOf(blank, documents, charts)];
      const units = new OneUnit();
      let figures = 0;

      const page = await served.reusedPage();
      for (let first = 0; first < charts.length; first += BOARD) {
        const board = charts.slice(first, first + BOARD);
        const keys = board.map(({ key }) => key);
        await show(page, `${served.url}/s/${moved}?charts=${keys.join(",")}`);
        await untilAtRest(page);
        const expectedOf = (chart: ChartDocument, unit: string, answers = own) =>
          chart.series.map((_, index) => seriesOf(chart, index, unit, answers));
        if (first === 0) figures += await headlineChecked(page, documents.headline.slice(0, 8), own, units);
        await drawnWhole(page, keys);
        const panes = await panesOf(page);
        for (const chart of board) {
          const pane = panes.find(({ key }) => key === chart.key)!;
          const unit = units.of(chart.unit.show, pane.unit);
          const expected = expectedOf(chart, unit);
          figures += expected
            .flatMap(({ present, future }) => [present, future])
            .filter((value) => value !== null).length;
          const csv = rowsOf(await fileOf(page.locator(`[data-chart="${chart.key}"]`), "Data (CSV)"));
          const [, ...ofYears] = csv.head;
          expect([chart.key, ofYears.map((head) => head.replace(/^\d+ /, ""))]).toEqual([
            chart.key,
            [`(${pane.unit})`, `(${pane.unit})`],
          ]);
          expect([chart.key, csv.rows.map(({ values }) => values.map(precise))]).toEqual([
            chart.key,
            expected.map(({ present, future }) => [precise(present), precise(future)]),
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
          const shown = isDrawn ? figuresIn(pane.titles) : [];
          // The thinnest flows are not drawn.
          const isWanted = (title: string): boolean => chart.type !== "sankey" || shown.includes(title);
          const wanted = isDrawn ? titles.filter(isWanted).toSorted() : [];
          expect([chart.key, shown]).toEqual([chart.key, wanted]);
          expect(wanted.length).toBeGreaterThanOrEqual(isDrawn ? titles.length / 2 : 0);
          expect(pane.summary === null ? null : yearsIn(pane.summary)).toEqual(
            pane.summary === null
              ? null
              : YEARS.map((year) =>
                  spoken(
                    chart,
                    names,
                    expected.map((one) => one[year]),
                    pane.unit,
                  ),
                ),
          );
        }
        for (const [key, { head, rows }] of Object.entries(await tablesOf(page, keys))) {
          const chart = board.find((each) => each.key === key)!;
          const expected = expectedOf(chart, units.of(chart.unit.show, panes.find((pane) => pane.key === key)!.unit));
          expect([key, head.length, rows.map((cells) => cells.slice(1, 3))]).toEqual([
            key,
            chart.series.some(({ target }) => target !== null) ? 5 : 4,
            expected.map(({ present, future }) => [inTable(present), inTable(future)]),
          ]);
        }

        await show(page, `${served.url}/s/${moved}?view=compare&cmp=${blank}&charts=${keys.join(",")}`);
        await page.locator("main:not(.isCalculating) .side").last().locator("td data").first().waitFor();
        await page.getByText("Calculating the other scenarios").first().waitFor({ state: "detached" });
        await drawnWhole(page, keys);
        await sidesChecked(page, documents.headline.slice(0, 5), [own, other], units);
        const compared = await panesOf(page);
        for (const chart of board) {
          const drawn = compared.find(({ key }) => key === chart.key)!;
          const unit = units.of(chart.unit.show, drawn.unit);
          const [mine, theirs] = [expectedOf(chart, unit), expectedOf(chart, unit, other)];
          const labels = namesIn(views.get(chart.key)!);
          // An answer for the previous charts has none of these series.
          const figuresOf = (all: readonly Figures[]): string =>
            spoken(
              chart,
              labels,
              all.map(({ future }) => future),
              drawn.unit,
            );
          const words = `${views.get(chart.key)!.title}. Moved: ${figuresOf(mine)}. Blank: ${figuresOf(theirs)}`;
          await expect
            .poll(async () => (await paneOf(page, chart.key)).summary)
            .toBe(drawn.summary === null ? null : words);
          const sides: readonly (readonly [string, readonly Figures[], Year])[] =
            chart.type === "stacked_bars"
              ? [
                  ["", mine, "present"],
                  ["", theirs, "future"],
                  ["", mine, "future"],
                ]
              : [
                  [", Moved", mine, "future"],
                  [", Blank", theirs, "future"],
                ];
          const isRow = (index: number): boolean =>
            chart.type === "stacked_bars" ||
            [mine[index]!.present, mine[index]!.future, theirs[index]!.future].some((value) => (value ?? 0) !== 0);
          const titles = [
            ...targetTitles(chart, labels, drawn.unit),
            ...sides.flatMap(([name, all, year]) =>
              all.flatMap((one, index) =>
                isRow(index) ? [`${labels[index]!}${name}: ${withUnit(one[year], drawn.unit)}`] : [],
              ),
            ),
          ];
          expect([chart.key, figuresIn((await paneOf(page, chart.key)).titles)]).toEqual([
            chart.key,
            chart.type === "table" || drawn.summary === null ? [] : titles.toSorted(),
          ]);
        }
        for (const [key, { rows }] of Object.entries(await tablesOf(page, keys))) {
          const chart = board.find((each) => each.key === key)!;
          const unit = units.of(chart.unit.show, compared.find((pane) => pane.key === key)!.unit);
          const theirs = expectedOf(chart, unit, other);
          expect([key, rows.map((cells) => cells.slice(1))]).toEqual([
            key,
            expectedOf(chart, unit).map(({ present, future }, index) =>
              [present, future, theirs[index]!.future].map(inTable),
            ),
          ]);
        }
      }
      expect(figures).toBeGreaterThanOrEqual(MIN_FIGURES / 2);
    });

    const created = async (area: string, title: string): Promise<number> =>
      served.create({ area_code: area, end_year: END_YEAR, title });

    /** All figures of the headline and of charts, from the API's answers. */
    async function answersOf(
      id: number,
      { headline }: InterfaceDocuments,
      charts: readonly ChartDocument[],
    ): Promise<Answers> {
      const based = [...headline, ...charts.flatMap(({ series }) => series)].flatMap(({ base }) => base ?? []);
      const ofCharts = charts.flatMap(({ series }) => series.flatMap(({ queries, less }) => [...queries, ...less]));
      const gqueries = [...new Set([...headline.map(({ query }) => query), ...ofCharts, ...based])];
      return (await served.send<{ readonly gqueries: Answers }>("PUT", `/scenarios/${id}`, { gqueries })).gqueries;
    }

    /** Compares the headline numbers and their facts; returns the number of figures. */
    async function headlineChecked(
      page: Page,
      headline: readonly HeadlineDocument[],
      answers: Answers,
      units: OneUnit,
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
        const unit = units.of(document.unit, item.unit);
        const [today, future] = YEARS.map((year) => headlineOf(document, unit, answers, year));
        count += [today, future].filter((value) => value !== null).length;
        const raw = existing(answers, document.query, document, "future");
        expect([item.query, item.value, item.text]).toEqual([
          item.query,
          raw === null ? null : String(raw),
          reading(future!),
        ]);
        if (index >= FACTS) continue;
        await page.locator(`.headline li[data-query="${item.query}"] button.info`).click();
        const facts = await page.evaluate<Record<string, string>>(
          `Object.fromEntries(Array.from(document.querySelectorAll(".drawer dl > div"), (each) => [
          each.querySelector("dt").textContent,
          each.querySelector("dd").textContent,
        ]))`,
        );
        for (const [name, value] of [
          ["Today", today!],
          ["Future", future!],
        ] as const) {
          const shown = facts[name]!.replace(/^no value: .*/, "no value");
          const wanted = value === null ? "no value" : withUnit(value, item.unit);
          expect([item.query, name, shown]).toEqual([item.query, name, wanted]);
        }
        await page.keyboard.press("Escape");
        await page.locator(".drawer").waitFor({ state: "detached" });
      }
      return count;
    }

    /** Compares the numbers below the names of compared scenarios. */
    async function sidesChecked(
      page: Page,
      headline: readonly HeadlineDocument[],
      answers: readonly Answers[],
      units: OneUnit,
    ): Promise<void> {
      const sides = await page.evaluate<{ value: string | null; text: string }[][]>(
        `Array.from(document.querySelectorAll(".side"), (side) => Array.from(side.querySelectorAll(".number"), (each) => ({
        value: each.querySelector("data")?.value ?? null,
        text: each.textContent,
      })))`,
      );
      expect(sides).toEqual(
        answers.map((each) =>
          headline.map((document) => {
            const value = existing(each, document.query, document, "future");
            const label = units.known(document.unit);
            const shown = headlineOf(document, units.of(document.unit, label), each, "future");
            return {
              value: value === null ? null : String(value),
              text: `${reading(shown)} ${label}`,
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

/** Figures of one document unit have one unit on the page, of the same family. */
class OneUnit {
  readonly #labels = new Map<string, string>();

  /** The unit from the table of units in which the page shows a document's unit. */
  of(documented: string, label: string): string {
    const before = this.#labels.get(documented) ?? label;
    if (label !== before) throw new Error(`${documented} is shown in "${before}" and in "${label}"`);
    this.#labels.set(documented, label);
    const candidates = [documented, ...typedUnits(documented, "en"), "#"];
    const unit = candidates.find((name) => unitLabel(name, "en") === label);
    if (unit === undefined) throw new Error(`${documented} is shown in "${label}", which is not a unit of its family`);
    return unit;
  }

  /** The unit in which the page has shown it before. */
  known(documented: string): string {
    return this.#labels.get(documented)!;
  }
}

/** The value of a query in the API's unit; null if it does not exist. */
function existing(answers: Answers, query: string, { needs, base }: ExistenceRule, year: Year): number | null {
  if (needs !== null && year === "present") return null;
  if (base !== null && (answers[base]?.[year] ?? 0) === 0) return null;
  const value = answers[query]?.[year];
  return typeof value === "number" ? value : null;
}

const factorOf = (answers: Answers, query: string, unit: string): number =>
  factorBetween(answers[query]!.unit ?? "", unit)!;

function headlineOf(document: HeadlineDocument, unit: string, answers: Answers, year: Year): number | null {
  const value = existing(answers, document.query, document, year);
  return value === null ? null : value * factorOf(answers, document.query, unit);
}

type Figures = Readonly<Record<Year, number | null>>;

/** The figures of a series in a unit. */
function seriesOf(chart: ChartDocument, index: number, unit: string, answers: Answers): Figures {
  const { queries, less, drawn, base, needs } = chart.series[index]!;
  const sign = drawn === "below" ? -1 : 1;
  const terms = [...queries.map((query) => [query, 1] as const), ...less.map((query) => [query, -1] as const)];
  const of = (year: Year): number | null => {
    const values = terms.flatMap(([query, times]) => {
      const value = existing(answers, query, { needs: chart.needs ?? needs, base }, year);
      return value === null ? [] : [times * value * factorOf(answers, query, unit)];
    });
    return values.length === 0 ? null : sign * values.reduce((sum, value) => sum + value, 0);
  };
  return { present: of("present"), future: of("future") };
}

const SIGNIFICANT = new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const FIVE_DECIMALS = new Intl.NumberFormat("en", { minimumFractionDigits: 5, maximumFractionDigits: 5 });

/** Three significant digits, and at most five decimals. */
function reading(value: number | null): string {
  if (value === null) return "–";
  const size = Math.abs(value);
  if (size < 1e-9) return "0";
  const text = (size < 0.001 ? FIVE_DECIMALS : SIGNIFICANT).format(size);
  if (!/[1-9]/.test(text)) return value > 0 ? "<0.00001" : ">−0.00001";
  return value < 0 ? `−${text}` : text;
}

const withUnit = (value: number | null, unit: string): string =>
  value === null || unit === "" ? reading(value) : `${reading(value)} ${unit}`;
const inTable = (value: number | null): string => (value === null ? "no value" : reading(value));
/** Twelve digits, because sums of floating-point numbers depend on their order. */
const precise = (value: number | null): string => (value === null ? "" : String(Number(value.toPrecision(12)) + 0));

const TOTALLED: ReadonlySet<string> = new Set(["stacked_bars", "waterfall", "mekko"]);

/** The screen reader text for a chart's figures in one year: its total, or each series where there is none. */
function spoken(
  { type }: ChartDocument,
  names: readonly string[],
  values: readonly (number | null)[],
  unit: string,
): string {
  if (values.every((value) => value === null)) return "no value";
  if (TOTALLED.has(type))
    return withUnit(
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      unit,
    );
  return values.map((value, index) => `${names[index]!} ${withUnit(value, unit)}`).join(", ");
}

/** The screen reader texts for both years, without the reason of a missing value. */
const yearsIn = (summary: string): readonly string[] => {
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
  const title = (index: number, year: Year): string => `${labels[index]!}: ${withUnit(expected[index]![year], unit)}`;
  const places = Array.from(expected.keys());
  switch (chart.type) {
    case "stacked_bars": {
      const years = YEARS.filter((year) => year === "future" || expected.some(({ present }) => present !== null));
      return years.flatMap((year) => places.map((index) => title(index, year)));
    }
    case "lines":
    case "target":
      return [
        ...targetTitles(chart, labels, unit),
        ...YEARS.flatMap((year) =>
          places.filter((index) => expected[index]![year] !== null).map((index) => title(index, year)),
        ),
      ];
    case "mekko":
    case "sankey":
      return places.filter((index) => (expected[index]!.future ?? 0) > 0).map((index) => title(index, "future"));
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
    target === null ? [] : [`Target, ${labels[index]!}: ${withUnit(target * factorBetween(show, unit)!, unit)}`],
  );

/** Tooltips with a figure; the others give truncated names in full. */
const figuresIn = (titles: readonly string[]): readonly string[] =>
  titles.filter((title) => /: [<>−]*[\d–]/.test(title)).toSorted();

/** Names of series that are not at their own position: parts of columns with the column, flows with both ends. */
function namesIn({ type, series, columns, nodes }: Chart): readonly string[] {
  const named = (all: readonly { readonly key: string; readonly label: string }[], key: string | null): string =>
    all.find((each) => each.key === key)?.label ?? "";
  return series.map(({ label, column, from, to }) =>
    type === "mekko"
      ? `${label}, ${named(columns, column)}`
      : type === "sankey"
        ? `${named(nodes, from)} – ${named(nodes, to)}`
        : label,
  );
}

interface ShownPane {
  readonly key: string;
  readonly unit: string;
  /** Null if it is a table, or has nothing to draw. */
  readonly summary: string | null;
  readonly titles: readonly string[];
}

const panesOf = (page: Page): Promise<readonly ShownPane[]> =>
  page.evaluate<ShownPane[]>(
    `Array.from(document.querySelectorAll(".pane[data-chart]"), (pane) => ({
      key: pane.dataset.chart,
      unit: pane.querySelector(".body .unit").textContent,
      summary: pane.querySelector("svg.chart")?.getAttribute("aria-label") ?? null,
      titles: Array.from(pane.querySelectorAll("svg.chart title"), (title) => title.textContent),
    }))`,
  );

const paneOf = async (page: Page, key: string): Promise<ShownPane> =>
  (await panesOf(page)).find((pane) => pane.key === key)!;

/** Resolves when all charts are drawn as marks, as a table, or as the reason for an empty chart. */
async function drawnWhole(page: Page, keys: readonly string[]): Promise<void> {
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
  // The address keeps which charts are tables, so that each click waits for the one before.
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
  const plain = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
  const value = (text: string): number | null => (text === "" ? null : Number(text));
  return {
    head: head!,
    rows: rows.map(([name, ...values]) => ({ name: plain(name!), values: values.map(value) })),
  };
}
