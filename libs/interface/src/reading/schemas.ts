/** Schemas of the interface files. */
import { z } from "zod";
import { CARRIERS, SECTORS, TECHNOLOGIES, type Carrier, type SectorColour, type Technology } from "../colours.ts";
import {
  type AreaDocument,
  CHART_TYPES,
  type ChartDocument,
  type ChartType,
  type DifferenceDocument,
  type ExampleDocument,
  type HeadlineDocument,
  type IamcDocument,
  MARKETS,
  type SectionDocument,
  type SeriesDocument,
  type SlideDocument,
  type SliderDocument,
  type UncertaintyDocument,
} from "../documents.ts";
import { type Language, LANGUAGES } from "../language.ts";
import { QUANTITIES } from "../units.ts";

const key = z.string().regex(/^[a-z0-9_]+$/, "expected a key of a-z, 0-9 and _");
const words = z.string().trim().min(1, "expected a string");
const text = z.strictObject(
  Object.fromEntries(LANGUAGES.map((language) => [language, words])) as {
    [language in Language]: typeof words;
  },
);
const range = z
  .tuple([z.number(), z.number()])
  .refine(([min, max]) => min < max, "expected the lower end first")
  .readonly();

/** An omitted field is null. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);
const list = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .nullish()
    .transform((values) => values ?? []);

/** One of the names in a table. */
const oneOf = <Name extends string>(table: { readonly [name in Name]: unknown }) =>
  z.enum(Object.keys(table) as [Name, ...Name[]]);

const carrier = oneOf<Carrier>(CARRIERS);
const sector = oneOf<SectorColour>(SECTORS);
const technology = oneOf<Technology>(TECHNOLOGIES);

const section: z.ZodType<SectionDocument> = z.strictObject({
  key,
  title: text,
  share: optional(key),
  role: optional(z.enum(["lever", "uncertainty"])),
  get sections() {
    return z
      .array(section)
      .nullish()
      .transform((sections) => sections ?? []);
  },
});

const slide: z.ZodType<SlideDocument> = z.strictObject({
  key,
  section: key,
  title: text,
  about: optional(text),
  chart: optional(key),
  sliders: z.array(z.union([z.string(), z.strictObject({ heading: text })])).readonly(),
  repeats: z.boolean().default(false),
});

const slider: z.ZodType<SliderDocument> = z.strictObject({
  title: text,
  about: optional(text),
  unit: optional(words),
  shown: optional(range),
});

const needs = z.enum(["hours", "future"]);

const headline: z.ZodType<HeadlineDocument> = z.strictObject({
  query: z.string(),
  title: text,
  short: optional(text),
  unit: words,
  range: optional(range),
  better: optional(z.enum(["lower", "higher"])),
  target: optional(z.number()),
  chart: optional(key),
  differs: optional(text),
  needs: optional(needs),
  base: optional(z.string()),
});

const column = { key, label: optional(text), sector: optional(sector) };

const series: z.ZodType<SeriesDocument> = z
  .strictObject({
    query: z.string().optional(),
    queries: z.array(z.string()).min(1).optional(),
    less: list(z.string()),
    label: optional(text),
    carrier: optional(carrier),
    sector: optional(sector),
    technology: optional(technology),
    drawn: z.enum(["stack", "below", "line"]).default("stack"),
    column: optional(key),
    from: optional(key),
    to: optional(key),
    target: optional(z.number()),
    needs: optional(needs),
    base: optional(z.string()),
  })
  .refine(({ query, queries }) => (query === undefined) !== (queries === undefined), "expected query or queries")
  .transform(({ query, queries = [], ...rest }) => ({ ...rest, queries: query === undefined ? queries : [query] }));

const equals = z
  .strictObject({ chart: optional(key), query: z.string().optional(), queries: list(z.string()) })
  .transform(({ chart, query, queries }) => ({ chart, queries: query === undefined ? queries : [query, ...queries] }))
  .refine(({ chart, queries }) => (chart === null) === queries.length > 0, "expected chart, query or queries");

const uncertainty: z.ZodType<UncertaintyDocument> = z
  .strictObject({ from: z.number(), to: z.number(), source: words })
  .refine(({ from, to }) => from < to, 'expected "from" to be less than "to"');

const iamc: z.ZodType<IamcDocument> = z.strictObject({
  query: words,
  unit: words,
  factor: optional(z.number().refine((factor) => factor !== 0, "expected a number other than 0")),
});

const difference: z.ZodType<DifferenceDocument> = z.strictObject({
  check: key,
  of: words,
  part: optional(words),
  reason: words,
});

const TYPES = Object.keys(CHART_TYPES) as [ChartType, ...ChartType[]];

const chart: z.ZodType<ChartDocument> = z
  .strictObject({
    key,
    type: z.enum(TYPES),
    title: text,
    about: optional(text),
    unit: z.strictObject({ quantity: z.enum(QUANTITIES), show: words }),
    needs: optional(z.literal("hours")),
    market: optional(z.enum(MARKETS)),
    columns: list(z.strictObject(column)),
    nodes: list(z.strictObject({ ...column, carrier: optional(carrier), column: z.int().min(0).max(5) })),
    series: z.array(series).min(1).readonly(),
    equals: optional(equals),
    source: optional(text),
  })
  .superRefine((document, context) => {
    for (const part of ["columns", "nodes"] as const) {
      const types = TYPES.filter((type) => CHART_TYPES[type].part === part);
      if (document[part].length > 0 !== types.includes(document.type)) {
        context.addIssue({
          code: "custom",
          path: [part],
          message: `expected ${part} in the types ${types.join(", ")}, and only there`,
        });
      }
    }
  });

const example: z.ZodType<ExampleDocument> = z
  .strictObject({
    title: text,
    about: text,
    group: z.enum(["national", "northern_ireland", "regional", "municipal"]),
    area: words,
    end_year: z.int(),
    values: z.record(z.string(), z.union([z.number(), z.string()])),
  })
  .transform(({ end_year, ...rest }) => ({ ...rest, endYear: end_year }));

const coordinates = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).readonly();
const MIN_CORNERS = 3;

const area: z.ZodType<AreaDocument> = z
  .strictObject({
    title: text,
    point: coordinates.optional(),
    outline: z.array(z.array(coordinates).min(MIN_CORNERS, "expected at least 3 corners")).min(1).optional(),
  })
  .refine(({ point, outline }) => point === undefined || outline === undefined, "expected point or outline, not both")
  .transform(({ title, point, outline }) => ({
    title,
    map:
      outline !== undefined
        ? { kind: "outline" as const, rings: outline }
        : point !== undefined
          ? { kind: "point" as const, at: point }
          : null,
  }));

/** Schemas of one entry in each kind of file. */
export const ENTRIES = {
  area,
  example,
  section,
  slide,
  slider,
  headline,
  chart,
  difference,
  uncertainty,
  iamc,
  key,
  input: z.string(),
};
