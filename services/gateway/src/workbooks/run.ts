/** Creates and changes the scenarios of a workbook. */
import type { CreateScenarioRequest, Problem as FieldProblem, Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { type CellPosition, type Located, type PlannedScenario, type Reference } from "@etesian/workbooks";
import type { Backends } from "../backends.ts";
import { apiError, rejectedCreation, rejectedUpdate, uploadError } from "../http/errors.ts";
import { toScalar } from "../http/parameters.ts";
import { orderNamed } from "../orders/kinds.ts";
import type { Explain } from "../exports/several.ts";

/** Why a part of a workbook has no effect, with its cell. */
export interface CellProblem {
  /** Name of the scenario; null if it concerns all. */
  readonly scenario: string | null;
  readonly position: CellPosition;
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
 * Creates or changes one scenario: its values, all or none, then its curves, then its orders. Values come first,
 * because inputs that a curve overrides cannot be set while it is attached.
 * @param position of the scenario in the workbook
 */
export async function runScenario(
  run: Run,
  planned: PlannedScenario,
  position: number,
): Promise<RunScenario & { readonly problems: readonly CellProblem[] }> {
  const { name, curves, orders } = planned;
  const problems: CellProblem[] = [];
  const attempt = async <T>(cellPosition: CellPosition, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ChangeRefusedError)
        problems.push(...error.problems.map((one) => ({ scenario: name, code: error.code, ...one })));
      else problems.push({ scenario: name, position: cellPosition, ...run.explain(error) });
      return null;
    }
  };
  const changed = await attempt(planned.position, () => changeScenario(run, planned, callFor(run, `${position}`)));
  if (changed === null) return { name, scenario: null, problems };
  for (const [index, { key, value, position: cellPosition }] of curves.entries()) {
    const call = callFor(run, `${position} curve ${index}`);
    const warnings = await attempt(cellPosition, () => attach(run, changed.id, { key, value }, call));
    problems.push(
      ...(warnings ?? []).map((message) => ({ scenario: name, position: cellPosition, code: "warning", message })),
    );
  }
  for (const [index, { name: order, value, position: cellPosition }] of orders.entries())
    await attempt(cellPosition, () =>
      setOrder(run, changed.id, { order, keys: value }, callFor(run, `${position} order ${index}`)),
    );
  const scenario = await attempt(planned.position, () =>
    run.backends.scenarios.getScenario({ id: changed.id }, run.context),
  );
  return { name, scenario, problems };
}

/** A refused change, with the cell of each message. */
class ChangeRefusedError extends Error {
  readonly code = "invalid";
  readonly problems: readonly { readonly position: CellPosition; readonly message: string }[];

  constructor(problems: readonly FieldProblem[], planned: PlannedScenario) {
    super("refused");
    this.problems = problems.map(({ attribute, message }) => ({
      position: positionOf(attribute, message, planned),
      message: attribute === "base" ? message : `${attribute} ${message}`,
    }));
  }
}

/** Messages about an input begin with its key: "Input KEY cannot be less than 0". */
const ABOUT_INPUT = /^Input '?([^\s']+)'?/;

function positionOf(
  attribute: string,
  message: string,
  { position, area, endYear, scale, values }: PlannedScenario,
): CellPosition {
  if (attribute === "area_code") return area?.position ?? position;
  if (attribute === "end_year") return endYear?.position ?? position;
  if (attribute.startsWith("scal")) return scale?.position ?? position;
  return values.get(ABOUT_INPUT.exec(message)?.[1] ?? "")?.position ?? position;
}

/** Each call of a request has its own idempotency key, so that repeating the request repeats no call. */
const callFor = ({ context }: Run, part: string): CallOrigin => ({
  ...context,
  idempotencyKey: context.idempotencyKey ? `${context.idempotencyKey} ${part}` : null,
});

async function changeScenario(run: Run, planned: PlannedScenario, call: CallOrigin): Promise<Scenario> {
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
  const { existingScenario, copyFrom, area, endYear, scale } = planned;
  if (existingScenario !== null) {
    const { outcome } = await scenarios.updateScenario(
      {
        ...common,
        id: await idOf(run, existingScenario),
        reset: false,
        autobalance: true,
        source: planned.source === null ? undefined : { value: planned.source },
        template: undefined,
        expectedVersion: undefined,
        preview: false,
      },
      call,
    );
    if (outcome?.$case !== "scenario") throw new ChangeRefusedError(outcome?.value.problems ?? [], planned);
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
  if (outcome?.$case !== "scenario") throw new ChangeRefusedError(outcome?.value.problems ?? [], planned);
  return outcome.value;
}

async function idOf({ backends, context }: Run, { value }: Located<Reference>): Promise<number> {
  if (value.kind === "scenario") return value.id;
  const { present } = await backends.savedScenarios.getSavedScenario({ id: value.id }, context);
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
  const name = orderNamed(order);
  if (name === undefined) throw rejectedCreation([{ attribute: order, message: "is not the name of an order" }]);
  const { outcome } = await run.backends.scenarios.setOrder({ id, name, keys: [...keys] }, call);
  if (outcome?.$case !== "order") throw rejectedUpdate(outcome?.value.problems ?? []);
}
