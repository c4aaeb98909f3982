/** Servers with the page, whose model opens one area first, and scenarios there. */
import { ServerProcess } from "@etesian/workbench/server-process";
import { starter } from "@etesian/workbench/server";

interface Model {
  /** Its directory. */
  readonly model: string;
  readonly area: string;
}

/** A server that begins to start; without `data`, on a directory of its own. */
export const serverWithPage = (
  { model, area }: Model,
  { data, hasPage = true }: { readonly data?: string; readonly hasPage?: boolean } = {},
): ServerProcess =>
  new ServerProcess({ model, data, hasPage, flags: model === starter.model ? [] : ["--first-areas", area] });

/** Creates a scenario for 2050 and returns its number. */
export async function createScenario(url: string, area: string): Promise<number> {
  const answer = await fetch(`${url}/api/v3/scenarios`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario: { area_code: area, end_year: 2050 } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { readonly id: number }).id;
}
