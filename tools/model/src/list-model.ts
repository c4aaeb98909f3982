/** Lists the inputs and queries of a model, so that maintainers can find a key. */
import { dirname } from "node:path";
import { Engine } from "@etesian/engine";
import { curveSource, type Model } from "@etesian/model";

/** An input with its values in an area; null where a value does not apply. */
export interface ListedInput {
  readonly key: string;
  /** Folder of its document below `inputs`. */
  readonly folder: string;
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly start: number | string | null;
  readonly step: number | null;
  readonly permittedValues: readonly string[] | null;
  readonly shareGroup: string | null;
  readonly description: string | null;
}

export interface ListedQuery {
  readonly key: string;
  readonly folder: string;
  readonly unit: string | null;
  readonly description: string | null;
}

/** Ranges are calculated in the area. Rejects with `UnknownAreaError` or `AreaNotComputableError`. */
export async function listInputs(model: Model, area: string): Promise<readonly ListedInput[]> {
  const dataset = await model.dataset(area);
  const engine = new Engine(model.definition, curveSource(model));
  const facts = engine.inputs(dataset, dataset.startYear + 1);
  return model.definition.inputs.map(({ key, unit, shareGroup, description, source }) => {
    const { min = null, max = null, default: start = null, step = null, permittedValues = null } = facts.get(key) ?? {};
    const folder = dirname(source.file).replace(/^inputs\/?/, "");
    return { key, folder, unit, min, max, start, step, permittedValues, shareGroup, description };
  });
}

export function listQueries(model: Model): readonly ListedQuery[] {
  return model.definition.gqueries.map(({ key, unit, description, labels }) => {
    return { key, folder: labels.join("/"), unit, description };
  });
}

/** A line for each input under its folder: key, unit, range, start, and its author's note. */
export function inputLines(inputs: readonly ListedInput[]): readonly string[] {
  return table(inputs.map((input) => ({ ...input, range: rangeOf(input) })));
}

export function queryLines(queries: readonly ListedQuery[]): readonly string[] {
  return table(queries.map((query) => ({ ...query, range: "" })));
}

type Row = ListedQuery & { readonly range: string };

function table(rows: readonly Row[]): readonly string[] {
  const lines: string[] = [];
  for (const [folder, members] of Map.groupBy(rows, (row) => row.folder)) {
    const width = (textOf: (row: Row) => string): number => Math.max(...members.map((row) => textOf(row).length));
    const [keys, units, ranges] = [({ key }: Row) => key, unitOf, ({ range }: Row) => range];
    const [key, unit, range] = [width(keys), width(units), width(ranges)];
    lines.push(...(lines.length === 0 ? [] : [""]), `${folder === "" ? "(no folder)" : folder}:`);
    for (const row of members) {
      const cells = [keys(row).padEnd(key), units(row).padEnd(unit), ranges(row).padEnd(range), noteOf(row)];
      lines.push(`  ${cells.join("  ")}`.trimEnd());
    }
  }
  return lines;
}

const unitOf = ({ unit }: Row): string => unit ?? "";

/** The description on one line. */
const noteOf = ({ description }: Row): string => (description ?? "").replaceAll(/\s+/g, " ").trim();

function rangeOf({ min, max, start, permittedValues }: ListedInput): string {
  if (permittedValues !== null) return `one of ${permittedValues.join(", ")}; default ${start ?? "none"}`;
  if (min === null || max === null) return "no range";
  return `${formatNumber(min)} to ${formatNumber(max)}, default ${typeof start === "number" ? formatNumber(start) : start}`;
}

const formatNumber = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 6 });
