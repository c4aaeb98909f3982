/**
 * Batches of users in which callers give up or lose their role in the middle, compared with a model of the rules. The
 * caller's rights before the first entry apply, each entry is decided on the roles left by the entries before it, and
 * the last owner with an account stays.
 */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Answers } from "../http/answers.ts";
import type { Client, HttpRequest } from "../http/client.ts";

const ROLES = ["scenario_owner", "scenario_collaborator", "scenario_viewer"] as const;
type Role = (typeof ROLES)[number];

/** Users with an account, who also send requests, and addresses without one. */
export const CALLERS = ["one", "two", "three"] as const;
const INVITED = ["four", "five"] as const;
const PEOPLE = [...CALLERS, ...INVITED];
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
interface Expected {
  readonly status: number;
  readonly succeeded: number;
  readonly errors: { readonly [email: string]: readonly string[] };
  readonly roles: Roles;
}

const hasAccount = (person: Person): boolean => CALLERS.some((caller) => caller === person);

function expectedOf({ isSaved }: Sequence, { caller, method, entries }: Batch, before: Roles): Expected {
  const refused = { succeeded: 0, errors: {}, roles: before };
  if (before.get(caller) !== "scenario_owner") return { status: 403, ...refused };
  const roles = new Map(before);
  const errors = new Map<string, string[]>();
  let succeeded = 0;
  // Malformed entries are rejected first.
  const isWrong = ({ role }: Entry) => method !== "DELETE" && role === "king";
  for (const entry of [...entries.filter(isWrong), ...entries.filter((each) => !isWrong(each))]) {
    const problem = isWrong(entry) ? "role_id" : problemOf(method, entry, roles);
    const email = emailOf(entry.person);
    if (problem !== null) errors.set(email, [...(errors.get(email) ?? []), problem]);
    else {
      succeeded += 1;
      if (method === "DELETE") roles.delete(entry.person);
      else roles.set(entry.person, entry.role as Role);
    }
  }
  const good = method === "POST" ? 201 : method === "DELETE" && isSaved ? 204 : 200;
  return { status: errors.size > 0 ? 422 : good, succeeded, errors: Object.fromEntries(errors), roles };
}

function problemOf(method: Batch["method"], { person, role }: Entry, roles: Roles): string | null {
  const present = roles.get(person);
  if (method === "POST" && present !== undefined) return "duplicate";
  if (method !== "POST" && present === undefined) return "not_found";
  if (method !== "DELETE" && role === "scenario_owner") return null;
  const owners = [...roles].flatMap(([member, each]) =>
    member !== person && each === "scenario_owner" ? [member] : [],
  );
  if (owners.length === 0) return "ownership";
  return present === "scenario_owner" && hasAccount(person) && !owners.some(hasAccount) ? "ownership" : null;
}

/** Describes the first difference from the model; null if there is none. */
export async function problemOfSequence(
  sequence: Sequence,
  client: Client,
  answers: Answers,
  tokens: ReadonlyMap<string, string>,
): Promise<string | null> {
  const send = async (caller: string, method: string, path: string, body: object | null) => {
    const request: HttpRequest = {
      method,
      path: `/api/v3${path}`,
      headers: { authorization: `Bearer ${tokens.get(caller)}`, "content-type": "application/json" },
      body: body === null ? null : JSON.stringify(body),
    };
    const answer = await client.send(request);
    const json: unknown = answer.body === "" ? null : JSON.parse(answer.body);
    return { status: answer.status, json, problem: answers.problem(request, answer) };
  };
  const { json } = await send("one", "POST", "/scenarios", {});
  let { id } = json as { readonly id: number };
  const kind = sequence.isSaved ? "saved_scenario" : "scenario";
  if (sequence.isSaved) {
    const saved = await send("one", "POST", "/saved_scenarios", {
      saved_scenario: { scenario_id: id, title: "Batches" },
    });
    ({ id } = saved.json as { readonly id: number });
  }
  const path = `/${kind}s/${id}/users`;
  let roles: Roles = new Map([["one", "scenario_owner"]]);
  for (const each of sequence.batches) {
    const { caller, method, entries } = each;
    const expected = expectedOf(sequence, each, roles);
    const users = entries.map(({ person, role }) => ({
      user_email: emailOf(person),
      ...(method === "DELETE" ? {} : { role }),
    }));
    const answer = await send(caller, method, path, { [`${kind}_users`]: users });
    const sent = `${method} ${path} as ${caller} of ${JSON.stringify([...roles])}: ${JSON.stringify(entries)}`;
    if (answer.problem !== null) return `${sent}: ${answer.problem}`;
    if (answer.status !== expected.status) return `${sent}: ${answer.status}, expected ${expected.status}`;
    if (answer.status === 422) {
      const { success, errors } = answer.json as { readonly success: readonly unknown[]; readonly errors: object };
      if (success.length !== expected.succeeded)
        return `${sent}: ${success.length} successes, expected ${expected.succeeded}`;
      if (!isDeepStrictEqual(errors, expected.errors))
        return `${sent}: ${JSON.stringify(errors)}, expected ${JSON.stringify(expected.errors)}`;
    }
    ({ roles } = expected);
    const known = await membersSeenBy(
      [...roles].find(([person, role]) => role === "scenario_owner" && hasAccount(person))![0],
    );
    if (known !== membersOf(roles)) return `${sent}: ${known}, expected ${membersOf(roles)}`;
  }
  return null;

  async function membersSeenBy(owner: Person): Promise<string> {
    const { json } = await send(owner, "GET", path, null);
    return (json as readonly { readonly role: string }[])
      .map(({ role }) => role)
      .toSorted()
      .join();
  }
}

const membersOf = (roles: Roles): string => [...roles.values()].toSorted().join();
