/** gRPC handlers for curves. The curves service stores files; this service decides which of them are attached. */
import { customCurveCodec } from "@etesian/contracts/codecs";
import { callerOf } from "@etesian/contracts/rights";
import type { Curve, CurvesServiceDefinition } from "@etesian/contracts/curves";
import type { LoadedCurve, ScenarioCurve, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { sum } from "@etesian/numeric";
import { type Call, type Calls, type Handlers, RpcError, status } from "@etesian/service-kit";
import { type CustomCurve, overridesOf, type Values, valuesSetBy } from "@etesian/sliders";
import { type AttachedCurves, fileOf } from "../deciding/attached-curves.ts";
import type { ModelFacts } from "../model.ts";
import type { AttachCurve, DetachCurve } from "../deciding/scenario-commands.ts";
import type { Scenario } from "../deciding/scenario-state.ts";
import { requirePresent, type ScenarioAccess } from "./access.ts";
import { toRpcError } from "./refusals.ts";

export type CurvesClient = Pick<
  Calls<CurvesServiceDefinition>,
  "keepCurve" | "getCurves" | "copyCurves" | "dropCurves"
>;

type CurveHandlers = Pick<Handlers<ScenariosServiceDefinition>, "listCurves" | "attachCurve" | "detachCurve">;

export function curveHandlers(access: ScenarioAccess, model: ModelFacts, curves: CurvesClient): CurveHandlers {
  /** Executes a command; throws an error if it is refused. */
  async function execute(
    id: number,
    command: Omit<AttachCurve, "caller" | "changes"> | Omit<DetachCurve, "caller" | "changes">,
    call: Call,
  ): Promise<Scenario> {
    const { changes } = await model.load(call);
    const outcome = await access.execute(id, { ...command, caller: callerOf(call), changes }, call);
    if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
    return requirePresent(id, outcome).scenario;
  }

  async function findCurve(key: string, call: Call): Promise<CustomCurve> {
    const customCurve = (await model.load(call)).customCurves.find((curve) => curve.key === key);
    if (customCurve !== undefined) return customCurve;
    if (FORMER_KEYS.has(key)) return toFormerCurve({ key, type: "profile" });
    throw unknownCurve(key);
  }

  const isModelCurve = async (key: string, call: Call): Promise<boolean> =>
    (await model.load(call)).customCurves.some((curve) => curve.key === key);

  async function meanInDataset(curve: CustomCurve, { area }: Scenario, call: Call): Promise<number | null> {
    if (curve.reducedTo !== "temperature") return null;
    const values = await model.datasetCurve(area, curve.key, call);
    return values && sum(values) / values.length;
  }

  return {
    async listCurves({ id, at }, call) {
      const { scenario } = await access.find(id, call, at);
      const attachedFiles = Object.entries(scenario.curves);
      const { curves: files } =
        attachedFiles.length === 0
          ? { curves: [] }
          : await curves.getCurves({ scenario: id, numbers: attachedFiles.map(([, { number }]) => number) }, call);
      const fileByKey = new Map(attachedFiles.map(([key], index) => [key, files[index]]));
      const { customCurves } = await model.load(call);
      const scenarioCurves = customCurves.map((curve) => toMessage(curve, scenario.curves, fileByKey.get(curve.key)));
      // A file of a curve that the model no longer has can still be viewed and detached.
      const removedCurves = files.flatMap((file) =>
        customCurves.some(({ key }) => key === file.key) ? [] : [toMessage(toFormerCurve(file), scenario.curves, file)],
      );
      const listedKeys = new Set([...scenarioCurves, ...removedCurves].map(({ curve }) => curve?.key));
      const formerCurves = [...FORMER_KEYS].flatMap((key) =>
        listedKeys.has(key) ? [] : [toMessage(toFormerCurve({ key, type: "profile" }), scenario.curves, undefined)],
      );
      return { curves: [...scenarioCurves, ...removedCurves, ...formerCurves] };
    },

    /**
     * Stores the file as content, then attaches it with one command, which is one append. An interruption in between
     * leaves a file that no reader sees, and a repeated upload attaches that file.
     */
    async attachCurve({ id, key, fileName, content, source }, call) {
      const scenario = await access.findFor("update", id, call);
      const curve = await findCurve(key, call);
      const [table, mean] = await Promise.all([
        model.requiredInputs(scenario, call),
        meanInDataset(curve, scenario, call),
      ]);
      const request = { scenario: id, key, type: curve.type, fileName, content, source };
      const { outcome, warnings } = await curves.keepCurve(request, { ...call, idempotencyKey: null });
      if (outcome?.$case === "rejection") return { outcome, warnings };
      if (outcome === undefined) throw new Error("the curve was neither stored nor refused");
      const { number, hash, statistics } = outcome.value;
      const figures = { mean: statistics?.mean ?? 0, fullLoadHours: statistics?.fullLoadHours ?? 0 };
      const file = { number, hash, sets: valuesSetBy(curve, figures, mean, table) };
      const scenarioAfter = await execute(id, { type: "AttachCurve", key, file }, call);
      const attachedNumber = fileOf(scenarioAfter.curves, key)?.number ?? number;
      // A repeated request may find another file, which was attached after the first request.
      const [attachedFile = outcome.value] =
        attachedNumber === number
          ? []
          : (await curves.getCurves({ scenario: id, numbers: [attachedNumber] }, call)).curves;
      const allWarnings =
        FORMER_KEYS.has(key) && !(await isModelCurve(key, call))
          ? [...warnings, `${key} has no effect in this model`]
          : warnings;
      return {
        outcome: { $case: "curve", value: toMessage(curve, scenarioAfter.curves, attachedFile) },
        warnings: allWarnings,
      };
    },

    async detachCurve({ id, key }, call) {
      const scenario = await access.findFor("update", id, call);
      if (fileOf(scenario.curves, key) === null) await findCurve(key, call);
      await execute(id, { type: "DetachCurve", key }, call);
      return {};
    },
  };
}

const toMessage = (curve: CustomCurve, attachedCurves: AttachedCurves, file: Curve | undefined): ScenarioCurve => ({
  curve: customCurveCodec.toMessage(curve),
  file,
  sets: { ...fileOf(attachedCurves, curve.key)?.sets },
  overrides: [...overridesOf(curve)],
});

/** Keys in the API document that current models lack: accepted without effect. */
const FORMER_KEYS: ReadonlySet<string> = new Set(
  ["high", "medium", "low"].map((level) => `weather/insulation_corner_houses_${level}`),
);

const toFormerCurve = ({ key, type }: Pick<Curve, "key" | "type">): CustomCurve => ({
  key,
  type: type as CustomCurve["type"],
  displayGroup: null,
  internal: FORMER_KEYS.has(key),
  reducedTo: null,
  sets: [],
  disables: [],
});

/**
 * Stores the curves of a dump as files of a new scenario. The inputs they set have the dumped values.
 * @throws RpcError INVALID_ARGUMENT for an unknown or invalid curve.
 */
export async function storeDumpCurves(
  client: CurvesClient,
  catalogue: readonly CustomCurve[],
  { id, curves, values }: { readonly id: number; readonly curves: readonly LoadedCurve[]; readonly values: Values },
  call: Call,
): Promise<AttachedCurves> {
  const entries = curves.map(async ({ key, content }) => {
    const curve = catalogue.find((customCurve) => customCurve.key === key);
    if (curve === undefined) throw unknownCurve(key);
    const request = { scenario: id, key, type: curve.type, fileName: `${key}.csv`, content, source: undefined };
    const { outcome } = await client.keepCurve(request, { ...call, idempotencyKey: null });
    if (outcome?.$case !== "curve") {
      const problems = outcome?.value.problems.map(({ message }) => message).join("; ");
      throw new RpcError(status.INVALID_ARGUMENT, `${key}: ${problems}`, { reason: "invalid" });
    }
    const { number, hash } = outcome.value;
    const sets = curve.sets.flatMap((input) => {
      const value = values[input];
      return typeof value === "number" ? [[input, value] as const] : [];
    });
    return [key, { number, hash, sets: Object.fromEntries(sets) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const unknownCurve = (key: string): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `No such custom curve: ${JSON.stringify(key)}`, { reason: "unknown_curve" });

/**
 * Copies the files of a scenario's curves to another scenario, so that they survive the deletion of the first one.
 * Returns the curves with the copies' numbers.
 */
export async function copyCurves(
  client: CurvesClient,
  { from, curves, to }: { readonly from: number; readonly curves: AttachedCurves; readonly to: number },
  call: Call,
): Promise<AttachedCurves> {
  const attachedFiles = Object.entries(curves);
  if (attachedFiles.length === 0) return curves;
  const numbers = attachedFiles.map(([, { number }]) => number);
  const { curves: copies } = await client.copyCurves({ from, numbers, to }, { ...call, idempotencyKey: null });
  return Object.fromEntries(
    attachedFiles.map(([key, file], index) => [key, { ...file, number: copies[index]!.number }]),
  );
}
