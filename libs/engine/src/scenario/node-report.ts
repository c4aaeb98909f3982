/** The figures of a node page, for both years. */
import { GqlError, type Value } from "@etesian/gql";
import type { NodeDefinition } from "@etesian/model/definition";
import { decimalText, round } from "@etesian/numeric";
import type { Json, NodeFigure, NodeReport } from "./answers.ts";
import { type Figure, type FigureFormat, type FigureGroup, FIGURES, percentage } from "./node-figures.ts";

/**
 * Figures of a node, given the carriers of its input edges; includes the shares of two fuels that are burnt together.
 */
export function figuresOf(node: NodeDefinition, inputCarriers: readonly string[]): readonly FigureGroup[] {
  const groups = FIGURES[node.presentationGroup ?? ""] ?? [];
  if (!usesCoalAndWoodPellets(inputCarriers)) return groups;
  const shares = inputCarriers.map((carrier) => percentage(humanise(carrier), `${carrier}_input_conversion`));
  return [...groups, { group: "current_fuel_input_mix", figures: shares }];
}

const usesCoalAndWoodPellets = (carriers: readonly string[]): boolean =>
  carriers.includes("coal") && carriers.includes("wood_pellets");

const humanise = (key: string): string => key[0]!.toUpperCase() + key.slice(1).replaceAll("_", " ");

/** Evaluates an expression on the node in one year; throws `GqlError`. */
export type FigureReader = (year: "present" | "future", expression: string) => Value;

/**
 * A node's report. Throws `GqlError` if a figure cannot be calculated in one of the years. @param hasHours whether the
 * future has an hourly calculation
 */
export function nodeReport(
  node: NodeDefinition,
  inputCarriers: readonly string[],
  hasHours: boolean,
  read: FigureReader,
): NodeReport {
  const data: { [group: string]: { [name: string]: NodeFigure } } = {};
  for (const { group, figures } of figuresOf(node, inputCarriers)) {
    const groupFigures: { [name: string]: NodeFigure } = {};
    for (const figure of figures) {
      const present = read("present", figure.withoutHours ?? figure.expression);
      const future = read("future", hasHours ? figure.expression : (figure.withoutHours ?? figure.expression));
      if (isMissing(present) && isMissing(future)) continue;
      groupFigures[figure.name] = {
        present: formatFigure(figure, present),
        future: formatFigure(figure, future),
        unit: figure.unit,
        desc: figure.label,
      };
    }
    data[group] = groupFigures;
  }
  return {
    key: node.key,
    sector: node.sector,
    use: node.use,
    presentation_group: node.presentationGroup,
    description: node.description,
    data,
    uses_coal_and_wood_pellets: usesCoalAndWoodPellets(inputCarriers),
  };
}

const isMissing = (value: Value): boolean => value === null || value === false;

function formatFigure(figure: Figure, value: Value): Json {
  if (figure.format === "boolean") return String(value === 1 || value === 1n || value === true);
  if (value === null) {
    if (figure.format === "raw") return null;
    if (figure.format === "integer") return "0";
  }
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number") throw new GqlError(`${figure.name} is not a number`);
  if (figure.format === "raw") return Number.isFinite(number) ? number : "null";
  if (!Number.isFinite(number)) throw new GqlError(`${figure.name} is ${number}`);
  return FORMATS[figure.format](number);
}

const FORMATS: { readonly [format in Exclude<FigureFormat, "raw" | "boolean">]: (value: number) => string } = {
  percentage: (value) => oneDecimal(value * 100),
  integer: wholePart,
  thousands: (value) => wholePart(value / 1000),
  three_decimals: (value) => decimalText(round(value, 3)),
};

/**
 * One decimal, with ties rounded to even. Only a fraction of 0.25 needs special treatment, because `toFixed` rounds it
 * up.
 */
function oneDecimal(value: number): string {
  const isTie = Math.abs(value) % 1 === 0.25;
  return (isTie ? value - Math.sign(value) * 0.05 : value).toFixed(1);
}

function wholePart(value: number): string {
  return BigInt(Math.trunc(value)).toString();
}
