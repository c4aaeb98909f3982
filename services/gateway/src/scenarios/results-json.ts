import type { QueryResult } from "@etesian/contracts/compute";

/** Results of queries as JSON text; the individual results are already serialised. */
export function resultsJson(results: readonly QueryResult[]): string {
  const members = results.map(
    ({ key, presentJson, futureJson, unit }) =>
      `${JSON.stringify(key)}:{"present":${presentJson},"future":${futureJson},"unit":${JSON.stringify(unit ?? null)}}`,
  );
  return `{${members.join(",")}}`;
}
