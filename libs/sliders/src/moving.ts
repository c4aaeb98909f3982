/**
 * Moves sliders: applies a user's request to a scenario's values. Pure: the service that stores scenarios uses it to
 * decide on requests without a calculation.
 *
 * Steps, all or nothing: coerce → check keys and ranges → reject inputs that were disabled before the request →
 * activate couplings → set user values → balance the changed share groups → check that they sum to 100.
 */
import { decimalText } from "@etesian/numeric";
import { couplingsActivatedBy, inactiveCouplings, isDisabledByCoupling, isReplacedByCoupling } from "./couplings.ts";
import type { InputFacts, InputTable } from "./input-facts.ts";
import type { Values } from "./recipe.ts";
import { balance, checkGroup, changedGroups } from "./share-groups.ts";

/** The stored slider values of a scenario. */
export interface SliderState {
  readonly userValues: Values;
  readonly balancedValues: { readonly [input: string]: number };
  readonly activeCouplings: readonly string[];
}

export interface SliderRequest {
  /** Values as received: numbers, numeric text, booleans, enum text, or `"reset"`. */
  readonly values: { readonly [input: string]: unknown };
  /** Whether to start from the parent's values (or no values, if there is no parent) instead of the current ones. */
  readonly reset?: boolean;
  /** Whether to balance the members of share groups that the request does not set (default true). */
  readonly autobalance?: boolean;
  /** Values of the parent scenario, to which `"reset"` returns. */
  readonly parent?: Pick<SliderState, "userValues" | "balancedValues"> | null;
  readonly curves?: CurvesOnSliders;
  /** Coupling groups that setting an input does not activate. */
  readonly uncoupled?: readonly string[];
}

/** The effect of attached curves on sliders: replaced inputs can be neither set nor reset. */
export interface CurvesOnSliders {
  /** The curve that replaces each input; see `inputsReplacedByCurves`. */
  readonly replaced: ReadonlyMap<string, string>;
  /** Values set by the curves. */
  readonly values: { readonly [input: string]: number };
}

export type SliderChange = { readonly state: SliderState } | { readonly errors: readonly string[] };

type ProvidedValues = ReadonlyMap<string, number | string | null>;

/** Returns the state after a request, or all problems of the first step that fails. */
export function moveSliders(table: InputTable, state: SliderState, request: SliderRequest): SliderChange {
  const provided = new Map<string, number | string | null>();
  const errors: string[] = [];
  for (const [key, raw] of Object.entries(request.values)) {
    const input = table.get(key);
    if (input === undefined && isRemovable(state, key, raw)) {
      provided.set(key, raw === "reset" ? null : (state.userValues[key] ?? null));
      continue;
    }
    const value = raw === "reset" ? valueOf(request.parent, key) : coerce(input, raw);
    const isAlwaysAccepted = input !== undefined && (value === null || isStored(state, key, value));
    const problem = isAlwaysAccepted ? null : checkValue(input, key, value ?? undefined, raw);
    if (problem !== null) errors.push(problem);
    else provided.set(key, value ?? null);
  }
  if (errors.length > 0) return refuse(errors);

  const currentValues = { ...state.balancedValues, ...state.userValues };
  const inactiveGroups = inactiveCouplings(table, state, request.uncoupled ?? []);
  for (const [key, value] of provided) {
    if (value === null || request.values[key] === "reset" || isStored(state, key, value)) continue;
    const input = table.get(key)!;
    const inactiveGroup = input.couplingGroups.find((group) => inactiveGroups.includes(group));
    const reason =
      reasonNotSettable(input, currentValues, state.activeCouplings, request.curves?.replaced) ??
      (inactiveGroup === undefined ? null : `coupling group ${inactiveGroup} is inactive; couple it first`);
    if (reason !== null) errors.push(`Input ${key} is disabled: ${reason}`);
  }
  if (errors.length > 0) return refuse(errors);

  const activatedGroups = couplingsActivatedBy(table, provided.keys(), inactiveGroups, state.activeCouplings);
  const activeCouplings =
    activatedGroups.length > 0 ? [...state.activeCouplings, ...activatedGroups] : state.activeCouplings;

  const userValues = newUserValues(state, request, provided);
  const balancedValues = newBalancedValues(table, state, request, provided, userValues);
  for (const [group, members] of changedGroups(table, provided.keys())) {
    const problem = checkGroup(group, members, userValues, balancedValues);
    if (problem !== null) errors.push(problem);
  }
  return errors.length > 0 ? refuse(errors) : { state: { userValues, balancedValues, activeCouplings } };
}

/** Problems beyond this number are counted, not listed. */
const MAX_LISTED = 100;

function refuse(errors: readonly string[]): SliderChange {
  const unlistedCount = errors.length - MAX_LISTED;
  return {
    errors:
      unlistedCount > 0
        ? [...errors.slice(0, MAX_LISTED), `and ${unlistedCount} more of the ${errors.length} problems`]
        : errors,
  };
}

function newUserValues(state: SliderState, request: SliderRequest, provided: ProvidedValues): Values {
  const base = request.reset ? (request.parent?.userValues ?? {}) : state.userValues;
  const values: { [input: string]: number | string } = { ...base };
  for (const [key, value] of provided) {
    if (value === null) delete values[key];
    else values[key] = value;
  }
  return Object.assign(values, request.curves?.values);
}

function newBalancedValues(
  table: InputTable,
  state: SliderState,
  request: SliderRequest,
  provided: ProvidedValues,
  userValues: Values,
): { readonly [input: string]: number } {
  if (Object.keys(userValues).length === 0) return {};
  const base = request.reset ? (request.parent?.balancedValues ?? {}) : state.balancedValues;
  const values: { [input: string]: number } = { ...base };
  // Balanced members of known groups are handled below; members of groups that the model removed are handled here.
  for (const [key, value] of provided) if (value === null && !table.has(key)) delete values[key];
  for (const members of changedGroups(table, provided.keys()).values()) {
    for (const { key } of members) delete values[key];
    // A group that cannot be balanced is skipped here; the following check reports it.
    if (request.autobalance !== false) Object.assign(values, balance(members, userValues));
  }
  return values;
}

/** The value after resetting an input; null for its start value. */
function valueOf(parent: SliderRequest["parent"], key: string): number | string | null {
  return parent?.userValues[key] ?? parent?.balancedValues[key] ?? null;
}

/** Maximum length of a string that is parsed as a number; no double needs more characters. */
const MAX_NUMBER_LENGTH = 64;
const DECIMAL = /^[+-]?(\d+(_\d+)*)?(\.\d+(_\d+)*)?(e[+-]?\d+)?$/i;

/** A received value converted to the input's type; undefined if it cannot be converted. */
function coerce(input: InputFacts | undefined, raw: unknown): number | string | undefined {
  if (input?.permittedValues) return typeof raw === "string" ? raw : describeRaw(raw);
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw === "boolean") return raw ? 1 : 0;
  if (typeof raw !== "string") return undefined;
  const text = raw.trim();
  if (text.length > MAX_NUMBER_LENGTH || !DECIMAL.test(text) || !/\d/.test(text)) return undefined;
  const value = Number(text.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Whether a value equals the stored one. Such values are always accepted, so that a client can send a scenario's
 * values back.
 */
const isStored = (state: SliderState, key: string, value: number | string | undefined): boolean =>
  value !== undefined && state.userValues[key] === value;

/** Whether a request keeps or removes the value of an input that the model no longer has. */
const isRemovable = ({ userValues, balancedValues }: SliderState, key: string, raw: unknown): boolean =>
  raw === "reset"
    ? Object.hasOwn(userValues, key) || Object.hasOwn(balancedValues, key)
    : Object.hasOwn(userValues, key) && userValues[key] === raw;

/** The error message for a value, which is passed as parsed and as received; null if it is valid. */
function checkValue(
  input: InputFacts | undefined,
  key: string,
  value: number | string | undefined,
  raw: unknown,
): string | null {
  if (input === undefined) return `Input ${shorten(key)} does not exist`;
  if (input.permittedValues) {
    if (typeof value === "string" && input.permittedValues.includes(value)) return null;
    const permitted = input.permittedValues.map((text) => JSON.stringify(text)).join(", ");
    return `Input ${key} was ${shorten(describeRaw(raw))}, but must be one of: ${permitted}`;
  }
  if (input.unit === "bool") {
    if (value === 0 || value === 1) return null;
    const actual = typeof value === "number" ? decimalText(value) : typeof raw === "string" ? raw : JSON.stringify(raw);
    return `Input '${key}' had value '${shorten(actual)}', but must be one 0 or 1`;
  }
  if (typeof value !== "number") return `Input ${key} must be numeric`;
  if (input.min !== null && value < input.min) return `Input ${key} cannot be less than ${input.minText}`;
  if (input.max !== null && value > input.max) return `Input ${key} cannot be greater than ${input.maxText}`;
  return null;
}

/** The received value as JSON. */
const describeRaw = (raw: unknown): string => JSON.stringify(raw) ?? String(raw);

/** Maximum characters of client input in a message. */
const MAX_SHOWN = 100;
const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Why an input cannot be set; null if it can. Inactive couplings are ignored, since setting it activates them. */
function reasonNotSettable(
  input: InputFacts,
  values: Values,
  activeCouplings: readonly string[],
  replacedByCurves: ReadonlyMap<string, string> | undefined,
): string | null {
  if (input.cacheError !== null) return input.cacheError;
  if (input.disabled) return "not available in this area";
  const disablingKey = input.disabledBy.find((key) => values[key] !== undefined);
  if (disablingKey !== undefined) return `${disablingKey} has a value`;
  const curve = replacedByCurves?.get(input.key);
  if (curve !== undefined) return `replaced by the attached curve ${curve}`;
  if (isReplacedByCoupling(input, activeCouplings)) {
    return `replaced by the active coupling ${input.disabledByCouplings.join(", ")}`;
  }
  return null;
}

type DependentInput = Pick<InputFacts, "key" | "disabledBy" | "couplingGroups" | "disabledByCouplings">;

/** The conditions under which inputs are disabled. */
export interface ScenarioConditions {
  /** User and balanced values. */
  readonly values: Values;
  readonly activeCouplings: readonly string[];
  readonly disabledByCurves: Pick<ReadonlySet<string>, "has">;
}

/** Whether a scenario excludes an input from the calculation (`InputFacts.disabled` is the area's rule). */
export const isDisabledInScenario = (
  input: DependentInput,
  { values, activeCouplings, disabledByCurves }: ScenarioConditions,
): boolean =>
  input.disabledBy.some((key) => values[key] !== undefined) ||
  disabledByCurves.has(input.key) ||
  isDisabledByCoupling(input, activeCouplings);
