/** Functions of the scenario and its dataset: inputs, other queries and years, attached and dataset curves, goals. */
import { type FeverSubject, GqlError, type ModelObject, type Value } from "../world.ts";
import { Goal, type Scope } from "../machine.ts";
import { isList, isNumber, isObject, nameOf, unexpectedValue } from "../values/kinds.ts";
import { Lambda } from "../values/callable.ts";
import { subtract } from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import { binary, fn, type FunctionTable, noArguments, reads, unary } from "./function.ts";
import { keyOf } from "./objects.ts";

/** QUERY_PRESENT / QUERY_FUTURE: a gquery by symbol, a query text, or a lambda, evaluated in the given year. */
function evaluateInYear(scope: Scope, query: Value): Value {
  if (typeof query === "symbol") return scope.querySymbol(nameOf(query));
  if (typeof query === "string") return scope.evaluate(query);
  if (query instanceof Lambda) return query.callIn(scope);
  throw new GqlError(`Cannot execute a query with ${toText(query)}`);
}

/** Future minus present; 0 when evaluated in the present. */
function delta(scope: Scope, query: Value): Value {
  if (scope.world.year === "present") return 0;
  return subtract(evaluateInYear(scope.future, query), evaluateInYear(scope.present, query));
}

/** The input's value, as a fraction if it is applied as a percentage. */
function userInput(scope: Scope): Value {
  const { input } = scope;
  if (input === null) return null;
  if (!isNumber(input.value)) return input.value;
  return input.value / (input.updateType?.includes("%") ? 100 : 1);
}

function goal(scope: Scope, key: Value): Goal {
  const name = keyOf(key);
  let match = scope.goals.get(name);
  if (match === undefined) scope.goals.set(name, (match = new Goal(name)));
  return match;
}

const NO_CURVE: readonly Value[] = [];

const curveOfGroups =
  (quantity: "demand" | "production") =>
  (scope: Scope, groups: readonly Value[]): Value =>
    scope.world.feverCurve(quantity, { groups: groups.map(keyOf) }) ?? NO_CURVE;

/** The first of a list of nodes: the reference ignores the others. */
function firstNode(nodes: Value): ModelObject | null {
  if (!isList(nodes)) throw unexpectedValue("a list", nodes);
  const first = nodes[0] ?? null;
  return isObject(first) ? first : null;
}

const feverCurve = (scope: Scope, quantity: "demand" | "production", feverSubject: FeverSubject): Value =>
  scope.world.feverCurve(quantity, feverSubject) ?? NO_CURVE;

const curveOfNode =
  (quantity: "demand" | "production") =>
  (scope: Scope, nodes: Value): Value => {
    const node = firstNode(nodes);
    return node === null ? NO_CURVE : feverCurve(scope, quantity, { node });
  };

const curveOfCouple =
  (quantity: "demand" | "production") =>
  (scope: Scope, producers: Value, consumers: Value): Value => {
    const producer = firstNode(producers);
    const consumer = firstNode(consumers);
    return producer === null || consumer === null ? NO_CURVE : feverCurve(scope, quantity, { producer, consumer });
  };

export const SCENARIO: FunctionTable = {
  Q: reads(
    "gquery",
    unary((scope, key) => scope.query(toText(key))),
  ),
  QUERY: reads(
    "gquery",
    unary((scope, key) => scope.query(toText(key))),
  ),
  QUERY_PRESENT: reads(
    "gquery",
    unary((scope, query) => evaluateInYear(scope.present, query)),
  ),
  QUERY_FUTURE: reads(
    "future",
    unary((scope, query) => evaluateInYear(scope.future, query)),
  ),
  QUERY_DELTA: reads(
    "future",
    unary((scope, query) => delta(scope, query)),
  ),
  MIXED: binary((scope, present, future) => (scope.world.year === "present" ? present : future)),
  USER_INPUT: noArguments(userInput),
  INPUT_VALUE: reads(
    "scenario",
    unary((scope, key) => scope.world.inputValue(toText(key))),
  ),
  GOAL: reads(
    "scenario",
    unary((scope, key) => goal(scope, key)),
  ),
  GOAL_IS_SET: reads(
    "scenario",
    unary((scope, key) => goal(scope, key).userValue !== null),
  ),
  GOAL_USER_VALUE: reads(
    "scenario",
    unary((scope, key) => goal(scope, key).userValue),
  ),
  ATTACHED_CURVE: reads(
    "scenario",
    unary((scope, key) => scope.world.attachedCurve(toText(key))),
  ),
  // A curve attached by the user replaces the dataset's.
  DATASET_CURVE: reads(
    "scenario",
    unary((scope, key) => scope.world.datasetCurve(toText(key))),
  ),
  CURVE_SET_VARIANTS: unary((scope, set) => scope.world.curveSetVariants(toText(set))),
  WEATHER_PROPERTY: unary((scope, key) => scope.world.weatherProperty(toText(key))),
  FEVER_DEMAND: fn(curveOfGroups("demand")),
  FEVER_PRODUCTION: fn(curveOfGroups("production")),
  FEVER_DEMAND_CURVE: unary(curveOfNode("demand")),
  FEVER_PRODUCTION_CURVE: unary(curveOfNode("production")),
  FEVER_DEMAND_CURVE_FOR_COUPLE: binary(curveOfCouple("demand")),
  FEVER_PRODUCTION_CURVE_FOR_COUPLE: binary(curveOfCouple("production")),
};
