/** Starts servers with the page for one area, and creates scenarios on them. */
import { ServerProcess } from "@etesian/workbench/server-process";
import { starter } from "@etesian/workbench/server";

interface Model {
  /** Directory of the model's documents. */
  readonly model: string;
  readonly area: string;
}

/** Starts a server, in a temporary directory unless `data` is given; returns before it is ready. */
export const serverWithPage = (
  { model, area }: Model,
  { data, hasPage = true }: { readonly data?: string; readonly hasPage?: boolean } = {},
): ServerProcess =>
  new ServerProcess({ model, data, hasPage, flags: model === starter.model ? [] : ["--first-areas", area] });

/** Creates a scenario for 2050 and returns its ID. */
export async function createScenario(url: string, area: string): Promise<number> {
  const response = await fetch(`${url}/api/v3/scenarios`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario: { area_code: area, end_year: 2050 } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { readonly id: number }).id;
}
