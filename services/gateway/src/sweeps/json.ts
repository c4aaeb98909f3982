import type { Sweep } from "@etesian/contracts/sweeps";

/** The path of a result file below its sweep. */
const pathOf = (file: string): string => (file.startsWith("parts/") ? file : `results/${file.replace(/\.json$/, "")}`);

/** A sweep as JSON; `url` is the URL of the API. */
export function sweepJson(sweep: Sweep, url: string) {
  const { id, files, descriptionJson } = sweep;
  const href = (file: string) => ({ href: `${url}/sweeps/${id}/${pathOf(file)}` });
  const ifExists = (file: string) => (files.includes(file) ? href(file) : null);
  return {
    ...progressJson(sweep),
    base: { scenario_id: sweep.scenarioId, version: sweep.scenarioVersion },
    variants: sweep.variants,
    estimate: { seconds: sweep.estimatedSeconds },
    reason: sweep.reason ?? null,
    metadata: sweep.metadata,
    created_at: timeOf(sweep.createdAt),
    updated_at: timeOf(sweep.updatedAt),
    results: {
      parquet: ifExists("results.parquet"),
      csv: ifExists("results.csv"),
      estimates: ifExists("estimates.json"),
      manifest: ifExists("manifest.json"),
      parts: files.filter((file) => file.startsWith("parts/")).map(href),
    },
    description: descriptionJson === undefined ? null : (JSON.parse(descriptionJson) as Record<string, unknown>),
  };
}

export const progressJson = ({ id, status, done, failed, secondsLeft }: Sweep) => ({
  id,
  status: status as "requested" | "running" | "completed" | "failed" | "cancelled" | "expired",
  done,
  failed,
  seconds_left: secondsLeft ?? null,
});

function timeOf(time: Date | undefined): string {
  if (time === undefined) throw new Error("a sweep was returned without its time");
  return time.toISOString();
}
