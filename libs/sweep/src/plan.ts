/** The plan of a sweep: variants, columns and parts, the same on every machine and for any number of threads. */
import type { Engine } from "@etesian/engine";
import {
  allFactors,
  documentedFactors,
  type Design,
  type Factor,
  FactorError,
  grid,
  latinHypercube,
  type OmittedSlider,
  listedPoints,
  MAX_DIMENSIONS,
  morris,
  oneAtATime,
  type Part,
  partsOf,
  type ResolvedFactor,
  saltelli,
  sobol,
  type Space,
  spaceOf,
} from "@etesian/explore";
import type { AreaDataset } from "@etesian/model/definition";
import { type InputTable, moveSliders, type Recipe } from "@etesian/sliders";
import { MAX_VARIANTS, SweepSpecError } from "./problems.ts";
import type { SweepSpec } from "./spec.ts";

/** A model to calculate variants with. */
export interface Calculation {
  readonly engine: Engine;
  /** Codes of the areas that can be calculated; null for only the scenario's own. */
  readonly areas: readonly string[] | null;
  /** Rejects for an unknown area, and with a `CalculationFault` for one that cannot be calculated. */
  readonly dataset: (area: string) => Promise<AreaDataset>;
}

/** A column of results. Lists of columns have the order of the table. */
export interface Column {
  readonly name: string;
  readonly unit: string | null;
}

/** A figure of each variant: a query, or a statistic of a query's hourly values. */
export interface Output extends Column {
  readonly query: string;
  readonly year: "present" | "future";
  /** Null for the value of the query itself. */
  readonly statistic: string | null;
}

/** A sweep as plain data: everything about it that needs no calculation. */
export interface SweepOutline {
  readonly rows: number;
  readonly dimensions: number;
  readonly factors: readonly ResolvedFactor[];
  /** Factors that cannot vary, for a specification that requests all factors. */
  readonly omitted: readonly OmittedSlider[];
  /** Settings of factors, by column. */
  readonly settings: readonly Column[];
  readonly outputs: readonly Output[];
  /** Parts of about one second of work. Each is also a file of results. */
  readonly parts: readonly Part[];
}

export interface SweepPlan extends SweepOutline {
  /** The scenario and the ranges of its area, for transferring its slider moves to other areas; null without areas. */
  readonly transfer: { readonly area: string; readonly table: InputTable } | null;
  readonly space: Space;
  readonly design: Design;
}

/**
 * Plans a sweep around a scenario. Rejects with `SweepSpecError` if it cannot run, and like `Calculation.dataset` for
 * the scenario's own area.
 */
export async function planOf(spec: SweepSpec, recipe: Recipe, calculation: Calculation): Promise<SweepPlan> {
  const { engine, dataset } = calculation;
  const table = engine.inputs(await dataset(recipe.area), recipe.endYear, recipe.scaling);
  const { factors, omitted } = factorsOf(spec, table, recipe);
  const space = resolveFactors(factors, table, recipe);
  const problems = [
    ...areaProblems(factors, recipe, calculation),
    ...(await choiceProblems(factors, space, recipe, calculation)),
    ...outputProblems(spec, engine),
  ];
  if (problems.length > 0) throw new SweepSpecError(problems);
  const design = designOf(spec, space);
  const { dimensions } = space;
  const units = new Map([...table.values()].map((input) => [input.key, input.unit]));
  const hasAreas = factors.some(({ kind }) => kind === "areas");
  return {
    space,
    design,
    transfer: hasAreas ? { area: recipe.area, table } : null,
    rows: design.rows,
    dimensions,
    factors: space.factors.map(
      ({ name, role, kind, dimensions: factorDimensions, positions, settings, options, base }) => ({
        name,
        role,
        kind,
        dimensions: factorDimensions,
        positions,
        settings,
        options,
        base,
      }),
    ),
    omitted,
    settings: space.factors.flatMap(({ kind, settings }) =>
      settings.map((name) => ({ name: `factor.${name}`, unit: kind === "choice" ? null : (units.get(name) ?? null) })),
    ),
    outputs: outputsOf(spec, engine),
    parts: partsOf(design, hasAreas ? AREAS_PER_PART : rowsOfPart(spec, space)),
  };
}

function factorsOf(
  { factors }: SweepSpec,
  table: InputTable,
  recipe: Recipe,
): { readonly factors: readonly Factor[]; readonly omitted: readonly OmittedSlider[] } {
  if ("documented" in factors) return documentedFactors(factors.documented, table, recipe);
  if (!("all" in factors)) return { factors: listedFactors(factors), omitted: [] };
  const { part_of_present: part, sliders } = factors.all;
  const unknownSliders = (sliders ?? []).filter((key) => !table.has(key));
  if (unknownSliders.length > 0)
    throw new SweepSpecError([`factors.all.sliders: there is no slider ${unknownSliders.join(", ")}`]);
  return allFactors(table, recipe, {
    part,
    role: () => "lever",
    includedKeys: sliders === undefined ? null : new Set(sliders),
  });
}

/** The factors of a specification that lists them. */
const listedFactors = (factors: Extract<SweepSpec["factors"], readonly unknown[]>): readonly Factor[] =>
  factors.map((factor): Factor => {
    if ("slider" in factor) {
      const { slider: input, range } = factor;
      const positions =
        range === "whole" || "from" in range ? range : ({ fractionOfCurrent: range.part_of_present } as const);
      return { kind: "slider", input, range: positions, role: factor.role };
    }
    if ("group" in factor) return { kind: "group", group: factor.group, part: factor.spread, role: factor.role };
    if ("areas" in factor) return { kind: "areas", areas: factor.areas, role: factor.role };
    const options = factor.options.map(({ values, remove, area_code: area, end_year: endYear }) => ({
      ...(values && { values }),
      ...(remove && { remove }),
      ...(area !== undefined && { area }),
      ...(endYear !== undefined && { endYear }),
    }));
    return { kind: "choice", name: factor.choice, options, role: factor.role };
  });

function resolveFactors(factors: readonly Factor[], table: InputTable, recipe: Recipe): Space {
  try {
    const space = spaceOf(factors, table, recipe);
    const repeatedSetting = firstRepeated(space.factors.flatMap(({ settings }) => settings));
    if (repeatedSetting !== null) throw new SweepSpecError([`factors: ${repeatedSetting} belongs to two factors`]);
    return space;
  } catch (error) {
    throw error instanceof FactorError ? new SweepSpecError([`factors: ${error.message}`]) : error;
  }
}

/** The first repeated name; null if there is none. */
const firstRepeated = (names: readonly string[]): string | null =>
  names.find((name, index) => names.indexOf(name) < index) ?? null;

/** Areas are opened when their rows are calculated, because opening all areas of a large model takes a minute. */
function areaProblems(factors: readonly Factor[], { scaling }: Recipe, { areas }: Calculation): readonly string[] {
  const areasOfFactors = factors.flatMap((factor) => (factor.kind === "areas" ? factor.areas : []));
  if (areasOfFactors.length === 0) return [];
  if (scaling !== null) return ["factors: areas of a scaled scenario; expected a scenario without scaling"];
  const unknownAreas = areasOfFactors.filter((area) => areas?.includes(area) !== true);
  return unknownAreas.length === 0
    ? []
    : [`factors: there is no area ${unknownAreas.join(", ")} that can be calculated`];
}

/** Problems of choices: refused options, a slider in two factors, and unsuitable areas, end years or ranges. */
async function choiceProblems(
  factors: readonly Factor[],
  space: Space,
  recipe: Recipe,
  { engine, dataset }: Calculation,
): Promise<readonly string[]> {
  const choices = factors.filter((factor) => factor.kind === "choice");
  const changes = choices.flatMap(({ name, options }) =>
    options.map((change, index) => ({ change, path: `factors: ${name}, option ${index}` })),
  );
  const kindBySetting = new Map(
    space.factors.flatMap(({ kind, settings }) => (kind === "choice" ? [] : settings.map((key) => [key, kind]))),
  );
  const years = new Set([recipe.endYear, ...changes.flatMap(({ change }) => change.endYear ?? [])]);
  const areas = new Set([recipe.area, ...changes.flatMap(({ change }) => change.area ?? [])]);
  const problems: string[] = [];
  for (const { change, path } of changes) {
    for (const key of [...Object.keys(change.values ?? {}), ...(change.remove ?? [])])
      if (kindBySetting.has(key))
        problems.push(`${path}: ${key} is also a ${kindBySetting.get(key)}; expected one factor for it`);
  }
  if (areas.size > 1 && kindBySetting.size > 0)
    problems.push("factors: slider ranges differ between areas; expected only choices next to a choice of areas");
  for (const area of areas) {
    const datasetOrReason = await dataset(area).catch((error: unknown) =>
      String(error instanceof Error ? error.message : error),
    );
    if (typeof datasetOrReason === "string") {
      problems.push(`factors: area ${area}: ${datasetOrReason}`);
      continue;
    }
    for (const year of years) {
      if (year <= datasetOrReason.startYear) {
        problems.push(`factors: end year ${year} of ${area}; expected a year after ${datasetOrReason.startYear}`);
        continue;
      }
      const table = engine.inputs(datasetOrReason, year, recipe.scaling);
      for (const { change, path } of changes) {
        const isOtherArea = change.area !== undefined && change.area !== area;
        if (isOtherArea || (change.endYear !== undefined && change.endYear !== year)) continue;
        const sliderChange = moveSliders(table, recipe, { values: change.values ?? {} });
        if ("errors" in sliderChange)
          problems.push(...sliderChange.errors.map((error) => `${path}: ${error} (${area}, ${year})`));
      }
      for (const { kind, name, positions } of space.factors) {
        const input = kind === "slider" ? table.get(name) : undefined;
        if (positions === null || input === undefined) continue;
        if (positions.from < input.min! || positions.to > input.max!)
          problems.push(
            `factors: ${name} moves from ${positions.from} to ${positions.to}; expected ${input.min} to ${input.max} in ${year}`,
          );
      }
    }
  }
  return [...new Set(problems)];
}

/** Units of queries whose results are not figures. */
const NON_FIGURE_UNITS = ["curve", "nodes"];

function outputProblems({ outputs: { queries, present, series } }: SweepSpec, { library }: Engine): readonly string[] {
  const problems: string[] = [];
  const findQuery = (key: string, path: string) => {
    const query = library.find(key);
    if (query === undefined) problems.push(`${path} is "${key}"; the model has no such query`);
    return query;
  };
  if (queries.length + present.length + series.length === 0)
    problems.push("outputs are empty; expected a query or a series");
  for (const [list, keys] of Object.entries({ queries, present }))
    for (const [index, key] of keys.entries()) {
      const unit = findQuery(key, `outputs.${list}.${index}`)?.unit ?? "";
      if (NON_FIGURE_UNITS.includes(unit))
        problems.push(
          `outputs.${list}.${index} is "${key}", with the unit ${unit}; expected a figure` +
            (unit === "curve" ? ", or the query in outputs.series" : ""),
        );
    }
  for (const [index, { query }] of series.entries()) findQuery(query, `outputs.series.${index}.query`);
  const name = firstRepeated([
    ...queries,
    ...present.map((query) => `the present ${query}`),
    ...series.flatMap(({ query, statistics }) => statistics.map((s) => `${s} ${query}`)),
  ]);
  if (name !== null) problems.push(`outputs: ${name} is requested twice`);
  return problems;
}

const outputsOf = ({ outputs: { queries, present, series } }: SweepSpec, { library }: Engine): readonly Output[] => [
  ...(
    [
      ["query", queries, "future"],
      ["present", present, "present"],
    ] as const
  ).flatMap(([prefix, keys, year]) =>
    keys.map((query) => ({
      name: `${prefix}.${query}`,
      unit: library.find(query)!.unit,
      query,
      year,
      statistic: null,
    })),
  ),
  // The unit of an hourly query is `curve`, not the unit of its values.
  ...series.flatMap(({ query, statistics }) =>
    statistics.map((statistic) => ({
      name: `series.${query}.${statistic}`,
      unit: null,
      query,
      year: "future" as const,
      statistic,
    })),
  ),
];

function designOf({ design, seed }: SweepSpec, { factors, dimensions }: Space): Design {
  const sizes = factors.map((factor) => factor.dimensions);
  const chosenDesign = ((): Design => {
    try {
      switch (design.method) {
        case "list":
          return listedPoints(design.points);
        case "grid":
          return grid(levelsOf(design.levels, dimensions));
        case "one_at_a_time":
          return oneAtATime(
            factors.flatMap(({ base }) => base),
            design.levels,
          );
        case "latin_hypercube":
          return latinHypercube(design.n, dimensions, seed);
        case "sobol":
          return sobol(design.n, dimensions, seed);
        case "morris":
          return morris(design.n, sizes, seed, design.levels);
        case "saltelli":
          return saltelli(sobol(design.n, 2 * dimensions, seed), sizes);
      }
    } catch (error) {
      throw error instanceof RangeError ? new SweepSpecError([`design: ${error.message}`]) : error;
    }
  })();
  if (chosenDesign.dimensions !== dimensions)
    throw new SweepSpecError([
      `design: points have ${chosenDesign.dimensions} coordinates; expected ${dimensions}, in the order of the factors (a group of k sliders has k − 1)`,
    ]);
  if (chosenDesign.rows > MAX_VARIANTS)
    throw new SweepSpecError([`design: it has ${chosenDesign.rows} variants; expected at most ${MAX_VARIANTS}`]);
  if (dimensions > MAX_DIMENSIONS)
    throw new SweepSpecError([`factors have ${dimensions} coordinates; expected at most ${MAX_DIMENSIONS}`]);
  return chosenDesign;
}

const levelsOf = (levels: number | readonly number[], dimensions: number): readonly number[] =>
  typeof levels === "number" ? Array.from({ length: dimensions }, () => levels) : levels;

/** Designs in which most variants differ from the previous one by one factor. */
const STEPWISE_METHODS = ["one_at_a_time", "morris", "saltelli"];
/**
 * Milliseconds per variant of nl2023, with ten figures on one thread: for one differing factor, for each further one,
 * and the maximum. Constants, because parts are files and must not depend on the machine.
 */
const COST = { firstFactor: 8, furtherFactor: 0.6, max: 100 };

/** An hourly area of ETSource takes 40 to 70 ms, including its ranges. */
const AREAS_PER_PART = 16;

/** Rows of a part that takes about a second. */
function rowsOfPart({ design: { method } }: SweepSpec, { factors }: Space): number {
  const differingFactors = STEPWISE_METHODS.includes(method) ? 1 : factors.length;
  return Math.round(1000 / Math.min(COST.max, COST.firstFactor + COST.furtherFactor * (differingFactors - 1)));
}

/** The plain data of a plan, for other threads. */
export const outlineOf = ({
  rows,
  dimensions,
  factors,
  omitted,
  settings,
  outputs,
  parts,
}: SweepPlan): SweepOutline => ({ rows, dimensions, factors, omitted, settings, outputs, parts });
