/** Creates and changes the scenarios of a workbook. */
import type { CreateScenarioRequest, Problem as FieldProblem, Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { type Place, type Placed, type PlannedScenario, type Reference } from "@etesian/workbooks";
import type { Backends } from "../backends.ts";
import { apiError, rejectedCreation, rejectedUpdate, uploadError } from "../http/errors.ts";
import { toScalar } from "../http/parameters.ts";
import { isSubtype, isType, orderOf } from "../orders/kinds.ts";
import type { Explain } from "../exports/several.ts";

/** Why a part of a workbook has no effect, with its cell. */
export interface CellProblem {
  /** Name of the scenario; null if it concerns all. */
  readonly scenario: string | null;
  readonly place: Place;
  readonly code: string;
  readonly message: string;
}

export interface RunScenario {
  readonly name: string;
  /** Null if it could not be created, changed or read. */
  readonly scenario: Scenario | null;
}

interface Run {
  readonly backends: Backends;
  readonly explain: Explain;
  readonly context: CallOrigin;
  readonly privateByDefault: boolean;
}

/**
 * Creates or changes one scenario: its values, all or none of them, then its curves, then its orders. A curve sets inputs, and
 * replaces others, whose values were set before it.
 * @param place of the scenario in the workbook
 */
export async function runScenario(
  run: Run,
  planned: PlannedScenario,
  place: number,
): Promise<RunScenario & { readonly problems: readonly CellProblem[] }> {
  const { name, curves, orders } = planned;
  const problems: CellProblem[] = [];
  const attempt = async <T>(place: Place, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused)
        problems.push(...error.at.map((one) => ({ scenario: name, code: error.code, ...one })));
      else problems.push({ scenario: name, place, ...run.explain(error) });
      return null;
    }
  };
  const made = await attempt(planned.place, () => changed(run, planned, named(run, `${place}`)));
  if (made === null) return { name, scenario: null, problems };
  for (const [index, { key, value, place: at }] of curves.entries()) {
    const call = named(run, `${place} curve ${index}`);
    const warnings = await attempt(at, () => attach(run, made.id, { key, value }, call));
    problems.push(...(warnings ?? []).map((message) => ({ scenario: name, place: at, code: "warning", message })));
  }
  for (const [index, { name: order, value, place: at }] of orders.entries())
    await attempt(at, () => setOrder(run, made.id, { order, keys: value }, named(run, `${place} order ${index}`)));
  const scenario = await attempt(planned.place, () => run.backends.scenarios.getScenario({ id: made.id }, run.context));
  return { name, scenario, problems };
}

/** A refused change, whose sentences belong to cells. */
class Refused extends Error {
  readonly code = "invalid";
  readonly at: readonly { readonly place: Place; readonly message: string }[];

  constructor(problems: readonly FieldProblem[], planned: PlannedScenario) {
    super("refused");
    this.at = problems.map(({ attribute, message }) => ({
      place: placeOf(attribute, message, planned),
      message: attribute === "base" ? message : `${attribute} ${message}`,
    }));
  }
}

/** Sentences about an input begin with its key: "Input KEY cannot be less than 0". */
const ABOUT_INPUT = /^Input '?([^\s']+)'?/;

function placeOf(attribute: string, message: string, { place, area, endYear, scale, values }: PlannedScenario): Place {
  if (attribute === "area_code") return area?.place ?? place;
  if (attribute === "end_year") return endYear?.place ?? place;
  if (attribute.startsWith("scal")) return scale?.place ?? place;
  return values.get(ABOUT_INPUT.exec(message)?.[1] ?? "")?.place ?? place;
}

/** Calls of one request have different keys, so that a repeated request repeats none of them. */
const named = ({ context }: Run, part: string): CallOrigin => ({
  ...context,
  idempotencyKey: context.idempotencyKey ? `${context.idempotencyKey} ${part}` : null,
});

async function changed(run: Run, planned: PlannedScenario, call: CallOrigin): Promise<Scenario> {
  const { scenarios } = run.backends;
  const values = Object.fromEntries([...planned.values].map(([key, { value }]) => [key, toScalar(value)]));
  const common = {
    title: planned.title ?? undefined,
    private: planned.private ?? undefined,
    keepCompatible: planned.keepCompatible ?? undefined,
    readOnly: undefined,
    metadataJson: undefined,
    userValues: values,
  };
  const { existing, copyFrom, area, endYear, scale } = planned;
  if (existing !== null) {
    const { outcome } = await scenarios.updateScenario(
      {
        ...common,
        id: await idOf(run, existing),
        reset: false,
        autobalance: true,
        source: planned.source === null ? undefined : { value: planned.source },
        template: undefined,
        expectedVersion: undefined,
        preview: false,
      },
      call,
    );
    if (outcome?.$case !== "scenario") throw new Refused(outcome?.value.problems ?? [], planned);
    return outcome.value;
  }
  const creation: CreateScenarioRequest = {
    ...common,
    areaCode: area === null ? undefined : toScalar(area.value),
    endYear: endYear === null ? undefined : toScalar(endYear.value),
    source: planned.source ?? undefined,
    privateByDefault: run.privateByDefault,
    parentId: copyFrom === null ? undefined : await idOf(run, copyFrom),
    parentVersion: undefined,
    scale:
      scale === null
        ? undefined
        : {
            areaAttribute: toScalar(scale.value.attribute),
            value: toScalar(scale.value.value),
            hasAgriculture: scale.value.hasAgriculture ?? undefined,
            hasIndustry: scale.value.hasIndustry ?? undefined,
            hasEnergy: scale.value.hasEnergy ?? undefined,
          },
    descale: false,
  };
  const { outcome } = await scenarios.createScenario(creation, call);
  if (outcome?.$case !== "scenario") throw new Refused(outcome?.value.problems ?? [], planned);
  return outcome.value;
}

async function idOf({ backends, context }: Run, { value }: Placed<Reference>): Promise<number> {
  if (value.kind === "scenario") return value.id;
  const { present } = await backends.saved.getSavedScenario({ id: value.id }, context);
  if (present === undefined) throw apiError("not_found");
  return present.scenarioId;
}

async function attach(
  run: Run,
  id: number,
  { key, value }: { readonly key: string; readonly value: readonly number[] },
  call: CallOrigin,
): Promise<readonly string[]> {
  const content = Buffer.from(value.join("\n"));
  const { outcome, warnings } = await run.backends.scenarios.attachCurve(
    { id, key, fileName: `${key.replaceAll("/", "_")}.csv`, content, source: undefined },
    call,
  );
  if (outcome?.$case !== "curve")
    throw uploadError((outcome?.value.problems ?? []).map(({ code, message }) => [code, message]));
  return warnings;
}

async function setOrder(
  run: Run,
  id: number,
  { order, keys }: { readonly order: string; readonly keys: readonly string[] },
  call: CallOrigin,
): Promise<void> {
  const { outcome } = await run.backends.scenarios.setOrder({ id, name: orderIn(order), keys: [...keys] }, call);
  if (outcome?.$case !== "order") throw rejectedUpdate(outcome?.value.problems ?? []);
}

const HEAT_NETWORK = "heat_network";

/** `heat_network_mt` is the order of a temperature level; without a level, the lowest one is meant. */
function orderIn(name: string): string {
  if (name === HEAT_NETWORK) return orderOf(HEAT_NETWORK, "lt");
  const level = name.startsWith(`${HEAT_NETWORK}_`) ? name.slice(HEAT_NETWORK.length + 1) : null;
  if (level !== null && isSubtype(level)) return orderOf(HEAT_NETWORK, level);
  if (isType(name)) return orderOf(name, undefined);
  throw rejectedCreation([{ attribute: name, message: "is not the name of an order" }]);
}
