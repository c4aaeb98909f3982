/** Realistic work to measure: sliders whose moves change the scenario, and queries with results. */
import type { Server as FullServer } from "@etesian/workbench/server";

/** The server methods that the functions below need. */
type Server = Pick<FullServer, "send">;

interface Input {
  readonly min?: number;
  readonly max?: number;
  readonly unit: string;
  readonly disabled: boolean;
  readonly share_group?: string;
}

export interface Slider {
  readonly key: string;
  /** A position within the slider's bounds that differs for each `n`. */
  readonly position: (n: number) => number;
}

/** Sliders that can be moved independently, sampled evenly. */
export async function findSliders(server: Server, scenario: number, count: number): Promise<readonly Slider[]> {
  const inputs = await server.send<Record<string, Input>>("GET", `/scenarios/${scenario}/inputs`);
  const movable = Object.entries(inputs).flatMap(([key, { min, max, unit, disabled, share_group }]) => {
    if (min === undefined || max === undefined || !(max > min) || disabled || share_group || unit === "bool") return [];
    const position = (n: number): number => min + (max - min) * (0.1 + 0.8 * ((n * 0.618) % 1));
    return key.startsWith("settings_") ? [] : [{ key, position }];
  });
  const step = Math.max(1, Math.floor(movable.length / count));
  return movable.filter((_, index) => index % step === 0).slice(0, count);
}

/** Queries with a result, dashboard queries first. */
export async function findQueries(server: Server, scenario: number, count: number): Promise<readonly string[]> {
  const queries = await server.send<{ key: string; unit: string | null }[]>("GET", "/gqueries");
  const keys = queries.filter(({ unit }) => unit !== "curve" && unit !== "nodes").map(({ key }) => key);
  const isDashboard = (key: string): boolean => key.startsWith("dashboard_");
  const candidates = [...keys.filter(isDashboard), ...keys.filter((key) => !isDashboard(key))];
  const results: string[] = [];
  for (const key of candidates) {
    if (results.length === count) break;
    await server.send("PUT", `/scenarios/${scenario}`, { gqueries: [key] }).then(
      () => results.push(key),
      () => {},
    );
  }
  return results;
}
