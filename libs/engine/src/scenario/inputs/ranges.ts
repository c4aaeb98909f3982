/** Bounds, start values and steps of inputs, computed on the calculated blank scenario of an area. */
import { type Evaluation, GqlError, type Program, type Value } from "@etesian/gql";
import type { InputDefinition, ModelDefinition } from "@etesian/model/definition";
import { CalculationFault, decimalText, isNil } from "@etesian/numeric";
import type { InputFacts } from "@etesian/sliders";
import type { CompiledInput } from "./input-programs.ts";

/** The scaling factors of amounts: one for derived datasets, another for scaled scenarios. */
export type Factors = readonly number[];

export interface RangeContext {
  readonly model: ModelDefinition;
  readonly attributes: { readonly [name: string]: unknown };
  readonly evaluation: Evaluation;
  readonly factors: Factors;
}

export interface InputRange {
  readonly facts: InputFacts;
  /** The start value as queries read it (an Integer remains an Integer); null if there is none. */
  readonly start: Value;
}

/** An input in an area. An error in its range disables the input; the message states the reason. */
export function inputRange(input: CompiledInput, context: RangeContext): InputRange {
  const { definition } = input;
  const commonFacts = {
    key: definition.key,
    unit: definition.unit,
    scalesWithArea: isAmount(definition, context.model),
    shareGroup: definition.shareGroup,
    disabledBy: definition.disabledBy,
    disabledByCouplings: definition.disabledByCouplings,
    couplingGroups: definition.couplingGroups,
  };
  try {
    return definition.unit === "enum"
      ? enumRange(input, context, commonFacts)
      : numericRange(input, context, commonFacts);
  } catch (error) {
    if (!(error instanceof CalculationFault)) throw error;
    const facts: InputFacts = {
      ...commonFacts,
      ...UNBOUNDED,
      default: null,
      step: definition.step,
      permittedValues: null,
      disabled: true,
      cacheError: error.message,
    };
    return { facts, start: null };
  }
}

type CommonFacts = Pick<
  InputFacts,
  "key" | "unit" | "scalesWithArea" | "shareGroup" | "disabledBy" | "disabledByCouplings" | "couplingGroups"
>;

function numericRange(input: CompiledInput, context: RangeContext, commonFacts: CommonFacts): InputRange {
  const { definition } = input;
  const factors = commonFacts.scalesWithArea ? context.factors : [];
  const scale = (value: number): number => factors.reduce((amount, factor) => amount * factor, value);

  const min = input.min === null ? scale(numberOr(definition.min, 0)) : evaluateBound("min", input.min, input, context);
  const max = input.max === null ? scale(numberOr(definition.max, 0)) : evaluateBound("max", input.max, input, context);
  const start = startValue(input, context, min, commonFacts.scalesWithArea ? scale : null);
  const missingBounds = Object.entries({ min, max, default: start }).flatMap(([name, value]) =>
    isNumeric(value) ? [] : [name],
  );
  if (missingBounds.length > 0) throw new GqlError(`Non-numeric GQL value: ${missingBounds.join(", ")}`);

  const facts: InputFacts = {
    ...commonFacts,
    min: Number(min),
    max: Number(max),
    minText: boundText(min),
    maxText: boundText(max),
    default: Number(start),
    step: definition.step === null ? null : factors.reduce(scaleStep, definition.step),
    permittedValues: null,
    disabled: isMissingInArea(definition, context),
    cacheError: null,
  };
  return { facts, start };
}

/**
 * Whether an input is an amount, by its unit. Documented bounds of amounts are scaled with the region; bounds from
 * queries come from the scaled graph.
 */
const isAmount = ({ unit }: InputDefinition, { unscaleableUnits }: ModelDefinition): boolean =>
  unit !== "enum" && !unscaleableUnits.includes(unit ?? "");

const scaleStep = (step: number, factor: number): number => step / 10 ** Math.ceil(Math.log10(1 / factor));

const numberOr = (value: unknown, fallback: number): number => (typeof value === "number" ? value : fallback);

const isNumeric = (value: Value): value is number | bigint =>
  typeof value === "bigint" || (typeof value === "number" && !isNil(value));

const boundText = (value: Value): string => (typeof value === "bigint" ? String(value) : decimalText(Number(value)));

function evaluateBound(
  name: "min" | "max",
  program: Program,
  { definition }: CompiledInput,
  context: RangeContext,
): Value {
  const value = evaluateRange(name, program, definition, context);
  if (value === null) throw new GqlError(`${name} value of the input ${definition.key} is nil`);
  return value;
}

/** An input whose query returns nil starts at the minimum. `scale` is null for an input that is not an amount. */
function startValue(
  input: CompiledInput,
  context: RangeContext,
  min: Value,
  scale: ((value: number) => number) | null,
): Value {
  const { definition, start } = input;
  if (start === null) {
    if (scale === null || context.factors.length === 0) return definition.start;
    // A missing start value or a string counts as 0 and becomes a number by scaling.
    return scale(numberOr(definition.start, 0));
  }
  const value = evaluateRange("start", start, definition, context);
  return value === null || Number.isNaN(value) ? min : value;
}

function evaluateRange(name: string, program: Program, { key }: InputDefinition, { evaluation }: RangeContext): Value {
  try {
    return evaluation.evaluateRange(program);
  } catch (error) {
    if (!(error instanceof CalculationFault)) throw error;
    throw new GqlError(`Failed to calculate the ${name} value of the input ${key}: ${error.message}`, { cause: error });
  }
}

const UNBOUNDED = { min: null, max: null, minText: "", maxText: "" } as const;

function enumRange(input: CompiledInput, context: RangeContext, commonFacts: CommonFacts): InputRange {
  const { definition } = input;
  const permittedList = input.min === null ? definition.min : evaluateRange("min", input.min, definition, context);
  if (!Array.isArray(permittedList)) throw new GqlError(`the input ${definition.key} has no list of values`);
  const permittedValues = (permittedList as readonly Value[]).map(enumText);
  const start: Value =
    input.start === null ? definition.start : evaluateRange("start", input.start, definition, context);
  const facts: InputFacts = {
    ...commonFacts,
    ...UNBOUNDED,
    default: start === null ? (permittedValues[0] ?? null) : enumText(start),
    step: null,
    permittedValues,
    disabled: isMissingInArea(definition, context),
    cacheError: null,
  };
  return { facts, start };
}

function enumText(value: Value): string {
  if (typeof value === "symbol") return value.description ?? "";
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return String(value);
  throw new GqlError("a value of an enum input must be text");
}

/** Inputs may depend on a flag of the area. */
const isMissingInArea = ({ dependentOn }: InputDefinition, { attributes }: RangeContext): boolean =>
  dependentOn !== null && attributes[dependentOn] !== true;
