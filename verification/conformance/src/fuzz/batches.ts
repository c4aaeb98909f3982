/**
 * Batches of users in which callers give up or lose their role in the middle, compared with a model of the rules. The
 * caller's rights before the first entry apply, each entry is decided by the roles that the previous entries leave, and
 * the last owner with an account keeps the role.
 */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { DocumentedResponses } from "../http/documented-responses.ts";
import type { Client, HttpRequest } from "../http/client.ts";

const ROLES = ["scenario_owner", "scenario_collaborator", "scenario_viewer"] as const;
type Role = (typeof ROLES)[number];

/** Users with an account, who also send requests, and addresses without one. */
export const CALLERS = ["one", "two", "three"] as const;
const INVITED_PEOPLE = ["four", "five"] as const;
const PEOPLE = [...CALLERS, ...INVITED_PEOPLE];
type Person = (typeof PEOPLE)[number];
export const emailOf = (person: Person): string => `${person}@batches.example.org`;

interface Entry {
  readonly person: Person;
  readonly role: Role | "king";
}
interface Batch {
  readonly caller: (typeof CALLERS)[number];
  readonly method: "POST" | "PUT" | "DELETE";
  readonly entries: readonly Entry[];
}
export interface Sequence {
  readonly isSaved: boolean;
  readonly batches: readonly Batch[];
}

const batch: fc.Arbitrary<Batch> = fc.record({
  caller: fc.constantFrom(...CALLERS),
  method: fc.constantFrom("POST", "POST", "PUT", "PUT", "DELETE"),
  entries: fc.array(
    fc.record({
      person: fc.constantFrom(...PEOPLE),
      role: fc.constantFrom("scenario_owner", "scenario_owner", ...ROLES, "king" as const),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});
export const sequences: fc.Arbitrary<Sequence> = fc.record({
  isSaved: fc.boolean(),
  batches: fc.array(batch, { minLength: 2, maxLength: 6 }),
});

type Roles = ReadonlyMap<Person, Role>;
interface ExpectedOutcome {
  readonly status: number;
  readonly successCount: number;
  readonly errors: { readonly [email: string]: readonly string[] };
  readonly roles: Roles;
}

const hasAccount = (person: Person): boolean => CALLERS.some((caller) => caller === person);

function expectedOutcomeOf(
  { isSaved }: Sequence,
  { caller, method, entries }: Batch,
  previousRoles: Roles,
): ExpectedOutcome {
  const refusal = { successCount: 0, errors: {}, roles: previousRoles };
  if (previousRoles.get(caller) !== "scenario_owner") return { status: 403, ...refusal };
  const roles = new Map(previousRoles);
  const errors = new Map<string, string[]>();
  let successCount = 0;
  // Malformed entries are rejected first.
  const isMalformed = ({ role }: Entry) => method !== "DELETE" && role === "king";
  for (const entry of [...entries.filter(isMalformed), ...entries.filter((entry) => !isMalformed(entry))]) {
    const problem = isMalformed(entry) ? "role_id" : problemOf(method, entry, roles);
    const email = emailOf(entry.person);
    if (problem !== null) errors.set(email, [...(errors.get(email) ?? []), problem]);
    else {
      successCount += 1;
      if (method === "DELETE") roles.delete(entry.person);
      else roles.set(entry.person, entry.role as Role);
    }
  }
  const successStatus = method === "POST" ? 201 : method === "DELETE" && isSaved ? 204 : 200;
  return {
    status: errors.size > 0 ? 422 : successStatus,
    successCount,
    errors: Object.fromEntries(errors),
    roles,
  };
}

function problemOf(method: Batch["method"], { person, role }: Entry, roles: Roles): string | null {
  const currentRole = roles.get(person);
  if (method === "POST" && currentRole !== undefined) return "duplicate";
  if (method !== "POST" && currentRole === undefined) return "not_found";
  if (method !== "DELETE" && role === "scenario_owner") return null;
  const owners = [...roles].flatMap(([member, role]) =>
    member !== person && role === "scenario_owner" ? [member] : [],
  );
  if (owners.length === 0) return "ownership";
  return currentRole === "scenario_owner" && hasAccount(person) && !owners.some(hasAccount) ? "ownership" : null;
}

/** Describes the first difference from the model; null if there is none. */
export async function problemOfSequence(
  sequence: Sequence,
  client: Client,
  responses: DocumentedResponses,
  tokens: ReadonlyMap<string, string>,
): Promise<string | null> {
  const send = async (caller: string, method: string, path: string, body: object | null) => {
    const request: HttpRequest = {
      method,
      path: `/api/v3${path}`,
      headers: { authorization: `Bearer ${tokens.get(caller)}`, "content-type": "application/json" },
      body: body === null ? null : JSON.stringify(body),
    };
    const response = await client.send(request);
    const json: unknown = response.body === "" ? null : JSON.parse(response.body);
    return { status: response.status, json, problem: responses.problemOf(request, response) };
  };
  const { json } = await send("one", "POST", "/scenarios", {});
  let { id } = json as { readonly id: number };
  const kind = sequence.isSaved ? "saved_scenario" : "scenario";
  if (sequence.isSaved) {
    const savedScenario = await send("one", "POST", "/saved_scenarios", {
      saved_scenario: { scenario_id: id, title: "Batches" },
    });
    ({ id } = savedScenario.json as { readonly id: number });
  }
  const path = `/${kind}s/${id}/users`;
  let roles: Roles = new Map([["one", "scenario_owner"]]);
  for (const batch of sequence.batches) {
    const { caller, method, entries } = batch;
    const expected = expectedOutcomeOf(sequence, batch, roles);
    const users = entries.map(({ person, role }) => ({
      user_email: emailOf(person),
      ...(method === "DELETE" ? {} : { role }),
    }));
    const response = await send(caller, method, path, { [`${kind}_users`]: users });
    const requestText = `${method} ${path} as ${caller} of ${JSON.stringify([...roles])}: ${JSON.stringify(entries)}`;
    if (response.problem !== null) return `${requestText}: ${response.problem}`;
    if (response.status !== expected.status) return `${requestText}: ${response.status}, expected ${expected.status}`;
    if (response.status === 422) {
      const { success, errors } = response.json as { readonly success: readonly unknown[]; readonly errors: object };
      if (success.length !== expected.successCount)
        return `${requestText}: ${success.length} successes, expected ${expected.successCount}`;
      if (!isDeepStrictEqual(errors, expected.errors))
        return `${requestText}: ${JSON.stringify(errors)}, expected ${JSON.stringify(expected.errors)}`;
    }
    ({ roles } = expected);
    const actualMembers = await fetchMembers(
      [...roles].find(([person, role]) => role === "scenario_owner" && hasAccount(person))![0],
    );
    if (actualMembers !== membersOf(roles)) return `${requestText}: ${actualMembers}, expected ${membersOf(roles)}`;
  }
  return null;

  async function fetchMembers(owner: Person): Promise<string> {
    const { json } = await send(owner, "GET", path, null);
    return (json as readonly { readonly role: string }[])
      .map(({ role }) => role)
      .toSorted()
      .join();
  }
}

const membersOf = (roles: Roles): string => [...roles.values()].toSorted().join();
