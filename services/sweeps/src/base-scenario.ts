/** Reads the base scenario of a sweep with a caller's rights, and the values of its curves. */
import { recipeCodec } from "@etesian/contracts/codecs";
import type { CurvesServiceDefinition } from "@etesian/contracts/curves";
import type { Scenario, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { type CallOrigin, type Calls, RpcError, status } from "@etesian/service-kit";
import { CURVE_LENGTH } from "@etesian/sliders";
import type { SweepBase } from "@etesian/sweep/running";
import type { RequestedSweep } from "./sweep.ts";

export type ScenariosClient = Pick<Calls<ScenariosServiceDefinition>, "getScenario">;
export type CurvesClient = Pick<Calls<CurvesServiceDefinition>, "readNumbers">;

/** A sweep's base scenario at the requested version. Rejects with NOT_FOUND for a caller who may not read it. */
export const readBase = (
  scenarios: ScenariosClient,
  { scenario, scenarioVersion, creation }: Pick<RequestedSweep, "scenario" | "scenarioVersion" | "creation">,
  origin: CallOrigin,
): Promise<Scenario> => scenarios.getScenario({ id: scenario, at: scenarioVersion, creation }, origin);

/** The base scenario's recipe for calculating threads, with the values of its curves. */
export async function baseOf(
  { recipe, id }: Scenario,
  curves: CurvesClient,
  { requestId, deadline }: CallOrigin,
): Promise<SweepBase> {
  if (recipe === undefined) throw new Error(`scenario ${id} was returned without its recipe`);
  const byHash = recipeCodec.fromMessage(recipe);
  const origin = { ...(requestId !== undefined && { requestId }), ...(deadline !== undefined && { deadline }) };
  const values = await Promise.all(
    Object.entries(byHash.curves).map(
      async ([key, hash]) => [key, toCurve(hash, (await curves.readNumbers({ hash }, origin)).numbers)] as const,
    ),
  );
  return { kind: "recipe", recipe: { ...byHash, curves: Object.fromEntries(values) } };
}

function toCurve(hash: string, numbers: Buffer): Float64Array {
  if (numbers.length !== CURVE_LENGTH * 8)
    throw new RpcError(
      status.DATA_LOSS,
      `The values of the curve ${hash} are invalid: ${numbers.length} bytes, expected ${CURVE_LENGTH * 8}`,
    );
  return Float64Array.from({ length: CURVE_LENGTH }, (_, hour) => numbers.readDoubleLE(hour * 8));
}
