/** A fake curves service in memory; the mean of a file is the number it consists of. */
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Curve } from "@etesian/contracts/curves";
import { RpcError, status } from "@etesian/service-kit";
import type { CustomCurve } from "@etesian/sliders";
import type { CurvesClient } from "./handlers/curve-handlers.ts";

export const CUSTOM_CURVES: readonly CustomCurve[] = [
  { key: "price", type: "price", reducedTo: null, sets: [], disables: ["tax"] },
  { key: "weather/wind", type: "capacity_profile", reducedTo: "full_load_hours", sets: ["plants"], disables: [] },
  { key: "weather/air", type: "temperature", reducedTo: "temperature", sets: ["local_steel"], disables: [] },
].map((curve) => ({ displayGroup: null, internal: false, ...curve }) as CustomCurve);

export interface CurveSets {
  readonly client: CurvesClient;
  /** Set of each scenario; null after it was dropped. */
  readonly sets: ReadonlyMap<number, readonly Curve[] | null>;
}

export function createCurveSets(): CurveSets {
  const sets = new Map<number, Curve[] | null>();
  const setOf = (scenario: number): Curve[] => {
    const set = sets.get(scenario) ?? (sets.has(scenario) ? null : []);
    if (set === null) throw new RpcError(status.NOT_FOUND, "dropped", { reason: "not_found" });
    sets.set(scenario, set);
    return set;
  };
  const add = (scenario: number, file: Omit<Curve, "number">): Curve => {
    const set = setOf(scenario);
    const existing = set.find((other) =>
      isDeepStrictEqual({ ...other, keptAt: file.keptAt }, { ...file, number: other.number }),
    );
    if (existing !== undefined) return existing;
    const curve = { ...file, number: set.length + 1 };
    set.push(curve);
    return curve;
  };
  const client: CurvesClient = {
    async keepCurve({ scenario, key, type, fileName, content, source }) {
      const mean = Number(content.toString());
      if (Number.isNaN(mean)) {
        return {
          outcome: { $case: "rejection", value: { problems: [{ code: "illegal_value", message: "no number" }] } },
          warnings: [],
        };
      }
      const statistics = { length: 8760, minAt: 0, maxAt: 0, min: mean, max: mean, mean, fullLoadHours: mean * 8760 };
      const facts = { key, type, fileName, source, size: content.length, keptAt: new Date(0), statistics };
      return {
        outcome: { $case: "curve", value: add(scenario, { ...facts, hash: hash("sha256", content) }) },
        warnings: [],
      };
    },
    getCurves: async ({ scenario, numbers }) => ({ curves: numbers.map((number) => setOf(scenario)[number - 1]!) }),
    copyCurves: async ({ from, numbers, to }) => ({
      curves: numbers.map((number) => add(to, setOf(from)[number - 1]!)),
    }),
    async dropCurves({ scenario }) {
      sets.set(scenario, null);
      return {};
    },
  };
  return { client, sets };
}
