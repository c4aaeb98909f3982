/** Tests the colours of all charts of the shipped interfaces, as the page draws them in both themes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Carrier,
  type ChartDocument,
  type InterfaceDocuments,
  type SectorColour,
  type SeriesDocument,
  viewOf,
} from "@etesian/interface";
import { readInterface } from "@etesian/interface/reading";
import { coloursOf } from "@etesian/page/chart-series";
import { PROJECT } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";

const TOKENS = readFileSync(join(PROJECT, "clients/page/src/styles/tokens.css"), "utf8");

const [LIGHT, DARK] = TOKENS.split(/^\[data-theme="dark"\] \{$/m).map((theme) =>
  [...theme.matchAll(/^ {2}--([\w-]+): (#\w+);/gm)].map(([, name, hex]) => [name!, hex!] as const),
);
/** Colours by token; the dark theme overrides the light theme's. */
const THEMES = [new Map(LIGHT), new Map([...LIGHT!, ...DARK!])];

const NOTHING = { inputs: [], queries: [] };

/** Words that a series with a carrier's colour must have in its label or its queries. */
const NAMES: { readonly [carrier in Carrier]: RegExp } = {
  wind: /wind/,
  wind_sea: /wind|at sea|offshore/,
  wind_land: /wind/,
  wind_coast: /wind/,
  solar: /sun|solar/,
  solar_heat: /solar/,
  hydro: /hydro(?!gen)|pumped/,
  geothermal: /geothermal/,
  ambient: /ambient|heat_?\s?pump|air_temperature/,
  nuclear: /nuclear|uranium/,
  coal: /coal|lignite/,
  coal_gas: /coal.gas/,
  oil: /(?<![a-z])oil|crude|petrol/,
  gas: /gas(?!oline)|lng/,
  green_gas: /green.?gas|biogas/,
  biomass: /bio|wood|pellet/,
  biofuel: /bio/,
  waste: /waste/,
  hydrogen: /hydrogen|electrolysis/,
  ammonia: /ammonia/,
  methanol: /methanol/,
  synfuel: /synthetic/,
  power: /electric|electrolysis|power|merit_order|price|load/,
  heat: /heat|steam|hot.water/,
  residual: /residual/,
  import: /import|interconnector/,
  export: /export/,
  storage: /stor|batter|charging/,
  curtailed: /curtail|unused|excess/,
  shortage: /short|deficit/,
  captured: /captur|co2/,
  loss: /loss/,
};

/** Words that a series with a sector's colour must have in its label or its queries. */
const SECTOR_NAMES: { readonly [sector in SectorColour]: RegExp } = {
  households: /household|home/,
  buildings: /building|services|offices/,
  industry: /industr|subsectors|high voltage/,
  transport: /transport|\bcars|vehicle/,
  agriculture: /agricultur|greenhouse/,
  energy: /energy|power plant/,
  waste: /waste/,
  land: /land|lulucf/,
  bunkers: /bunkers|international/,
  other: /other/,
};

const wordsOf = ({ label, queries }: SeriesDocument): string => [label?.en ?? "", ...queries].join(" ").toLowerCase();

function namesItsColour(series: SeriesDocument): boolean {
  const { label, carrier, sector, technology } = series;
  const names = sector !== null ? SECTOR_NAMES[sector] : carrier !== null ? NAMES[carrier] : null;
  // A series without its own label has the label of its carrier or sector.
  return label === null || technology !== null || names === null || names.test(wordsOf(series));
}

/**
 * Whether two series of a chart represent the same thing: one carrier in both directions, or in two columns of a mekko.
 */
const isSame = (a: SeriesDocument, b: SeriesDocument): boolean =>
  a.carrier === b.carrier &&
  a.sector === b.sector &&
  a.technology === b.technology &&
  (a.column !== b.column || (a.drawn === "below") !== (b.drawn === "below"));

/** Distance in OKLab below which two colours of a chart look alike. */
const MIN_DISTANCE = 0.033;
/** Distance below which two thin lines, which have no outlines, look alike. */
const MIN_DISTANCE_OF_LINES = 0.1;

/** Lightness, and the red-green and yellow-blue axes of OKLab (https://bottosson.github.io/posts/oklab/). */
function oklab(hex: string): readonly number[] {
  const [r, g, b] = [1, 3, 5].map((offset) => {
    const value = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

/** Whether a theme draws two tokens in colours that look alike. */
function lookAlike(theme: ReadonlyMap<string, string>, one: string, other: string, areLines: boolean): boolean {
  const [a, b] = [one, other].map((token) => oklab(theme.get(token)!)) as [readonly number[], readonly number[]];
  return Math.hypot(...a.map((value, axis) => value - b[axis]!)) < (areLines ? MIN_DISTANCE_OF_LINES : MIN_DISTANCE);
}

/**
 * Pairs of series of a chart that a theme draws in similar colours, by label. The flows of a Sankey diagram have nodes'
 * colours.
 */
function similarColours(documents: InterfaceDocuments, chart: ChartDocument): readonly string[] {
  if (chart.nodes.length > 0) return [];
  const view = viewOf({ ...documents, charts: [chart] }, NOTHING, "en");
  const [chartView] = [...view.charts.values()];
  const colours = coloursOf(chartView!);
  return chart.series.flatMap((one, index) =>
    chart.series.slice(0, index).flatMap((other, earlier) =>
      THEMES.some((theme) =>
        lookAlike(
          theme,
          colours[index]!,
          colours[earlier]!,
          [one, other].every(({ drawn }) => drawn === "line"),
        ),
      ) && !isSame(one, other)
        ? [
            `${chart.key}: ${chartView!.series[earlier]!.label}, ${chartView!.series[index]!.label} (${colours[index]!})`,
          ]
        : [],
    ),
  );
}

describe.each(["starter", "etsource"])("colours of the charts of %s", (model) => {
  const { documents } = readInterface(join(PROJECT, "models", model), NOTHING, []);

  test("a carrier's or sector's colour is used only for that carrier or sector", () => {
    expect(documents.charts.length).toBeGreaterThan(40);
    expect(
      documents.charts.flatMap(({ key, series }) =>
        series
          .filter((one) => !namesItsColour(one))
          .map((one) => `${key}: ${one.label!.en} (${(one.sector ?? one.carrier)!})`),
      ),
    ).toEqual([]);
  });

  test("no two series of a chart look alike, in either theme", () => {
    expect(documents.charts.flatMap((chart) => similarColours(documents, chart))).toEqual([]);
  });
});
