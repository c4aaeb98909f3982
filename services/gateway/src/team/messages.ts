/**
 * Messages about a scenario's team in its event stream. They have no `id`: a client continues after the last change.
 */
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";
import type { RequestCaller } from "../http/access.ts";
import { peopleFor } from "../http/personal-data.ts";
import { personJson } from "./json.ts";

/**
 * Yields the current state and each later one, until the signal aborts or the caller may no longer see the scenario.
 */
export async function* teamMessages(
  { scenarios, accounts }: Pick<Backends, "scenarios" | "accounts">,
  id: number,
  caller: Pick<RequestCaller, "claims">,
  context: CallOrigin & { readonly signal: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  for await (const { comments = null, present } of scenarios.followTeam({ id }, context)) {
    const people = await peopleFor(accounts, present, caller, context);
    const data = { type: "team", comments, present: present.map((person) => personJson(person, people)) };
    yield `event: team\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
