/**
 * Engines for checks and benchmarks, with the memory budget that the environment sets. Servers that they start inherit
 * it.
 */
import { Engine, type EngineOptions } from "@etesian/engine";
import { curveSource, type Model } from "@etesian/model";

const VARIABLE = "ETESIAN_ENGINE_MEMORY";

/** An engine for a model with its curves. Throws `RangeError` for a budget that a server would refuse. */
export const newEngine = (model: Model): Engine =>
  new Engine(model.definition, curveSource(model), engineOptions(process.env[VARIABLE]));

/** Options with the memory budget that the variable's value states (MB); the engine's default without a value. */
export function engineOptions(value: string | undefined): EngineOptions {
  if (value === undefined) return {};
  if (!/^\d+$/.test(value)) throw new RangeError(`${VARIABLE} is ${JSON.stringify(value)}; expected a number of MB`);
  return { memoryBytes: Number(value) * 1_000_000 };
}
