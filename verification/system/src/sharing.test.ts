/**
 * Rules of roles after any sequence of actions on scenarios and saved scenarios, checked on both services in memory.
 * The oracle is a separate model, which knows only events, owners and users.
 */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Role } from "@etesian/contracts/rights";
import type { RecordedEvent } from "@etesian/event-store";
import { START } from "@etesian/event-store";
import { type SavedScenariosInMemory, savedScenariosInMemory } from "@etesian/saved-scenarios/testing";
import { type ScenariosInMemory, scenariosInMemory } from "@etesian/scenarios/testing";
import { type CallOrigin, RpcError } from "@etesian/service-kit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampled, runsWhole } from "@etesian/testing/sample";

const SEQUENCES = sampled(50, 10_000);
const PEOPLE = 5;
const ROLES = ["viewer", "collaborator", "owner"] as const;
type Roles = Map<number, Role>;
const rank = (role: Role | undefined): number => (role === undefined ? -1 : ROLES.indexOf(role));
const lower = (one: Role | undefined, other: Role | undefined) => (rank(one) < rank(other) ? one : other);
const higher = (one: Role | undefined, other: Role | undefined) => (rank(one) > rank(other) ? one : other);

let scenarios: ScenariosInMemory;
let saved: SavedScenariosInMemory;
/** The last saved-scenario event that the process received. */
let position = START;
/** Each sequence has its own users. */
let people = 0;

beforeAll(async () => {
  scenarios = await scenariosInMemory();
  saved = await savedScenariosInMemory(scenarios.calls);
});
afterAll(async () => {
  await saved.close();
  await scenarios.close();
});

// ---- Actions of users

/** One of the first few, so that actions interact. */
const index = fc.nat(2);
const person = fc.nat(PEOPLE - 1);
const role = fc.constantFrom(...ROLES);
const of = <K extends string, F>(kind: K, facts: { readonly [N in keyof F]: fc.Arbitrary<F[N]> }) =>
  fc.record({ kind: fc.constant(kind), by: person, isAnyUser: fc.boolean(), ...facts } as unknown as {
    readonly [N in keyof (F & RequestOf<K>)]: fc.Arbitrary<(F & RequestOf<K>)[N]>;
  });
/** The caller is any user, or, if there is one, a user with the right. */
type RequestOf<K> = { readonly kind: K; readonly by: number; readonly isAnyUser: boolean };

const weighted = [
  [2, of("create", { isPrivate: fc.boolean() })],
  [1, of("clone", { scenario: index })],
  [1, of("merge", { scenario: index, other: index })],
  [3, of("save", { scenario: index, isPrivate: fc.boolean() })],
  [8, of("put version", { saved: index, scenario: index, mayShare: fc.boolean() })],
  [4, of("go back", { saved: index, version: index })],
  [12, of("share saved", { saved: index, person, role: fc.option(role) })],
  [6, of("share scenario", { scenario: index, person, role: fc.option(role) })],
  [2, of("set private", { scenario: index, isPrivate: fc.boolean() })],
  [1, of("restore", { scenario: index })],
  [1, of("delete saved", { saved: index })],
  [1, of("delete scenario", { scenario: index })],
  [3, of("invite", { saved: index, scenario: index, role, isToSaved: fc.boolean() })],
  [3, of("accept", { isSavedFirst: fc.boolean(), isInBetween: fc.boolean() })],
  [1, of("erase", { handsOver: fc.boolean(), heir: person })],
  [1, of("admin", { isOn: fc.boolean() })],
  [3, of("look", { scenario: index, saved: index })],
  [14, of("work", { isTwice: fc.boolean() })],
] as const;
const step = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
type Step = (typeof weighted)[number][1] extends fc.Arbitrary<infer S> ? S : never;

// ---- The model

/** A scenario: its owners, and the decisions by which others have roles. */
interface ModelledScenario {
  /** Roles that owners gave, by user. */
  readonly direct: Roles;
  /**
   * Roles that an owner allowed, by saved scenario and user; each counts while the user has that role in the saved
   * scenario.
   */
  readonly through: Map<number, Roles>;
  /** Whether the scenario was private after each of its events. */
  readonly wasPrivate: boolean[];
}

/** The current state of a saved scenario, or its state after an event. */
interface SavedState {
  readonly roles: Roles;
  readonly versions: readonly number[];
  readonly isPrivate: boolean;
}
const ABSENT: SavedState = { roles: new Map(), versions: [], isPrivate: true };

class Sequence {
  readonly persons: number[] = [];
  readonly admins = new Set<number>();
  /** In order of creation. */
  readonly scenarios: number[] = [];
  readonly saved: number[] = [];
  readonly known = new Map<number, ModelledScenario>();
  /** By saved scenario and version of its stream; 0: before the first event. */
  readonly kept = new Map<number, SavedState[]>();
  /** Events by tokens that may not share, as "saved scenario, version". */
  readonly limited = new Set<string>();
  readonly invited: number[] = [];
  readonly coupled = new Map<number, number>();

  constructor() {
    for (let n = 0; n < PEOPLE; n++) this.persons.push((people += 1));
  }

  as(by: number): CallOrigin & { readonly actor: `user:${number}` } {
    const number = this.persons[by]!;
    return { actor: `user:${number}`, admin: this.admins.has(number) };
  }

  scenario = (n: number): number | undefined => this.scenarios[n % Math.max(1, this.scenarios.length)];
  savedOne = (n: number): number | undefined => this.saved[n % Math.max(1, this.saved.length)];

  /** The caller of a step: an owner of its resource, unless `isAnyUser`. */
  async callerOf({ by, isAnyUser }: RequestOf<string>, scenario?: number, kept?: number): Promise<number> {
    if (isAnyUser) return by;
    const owns = (roles: Roles) => this.persons.findIndex((number) => roles.get(number) === "owner");
    const ofKept = kept === undefined ? -1 : owns((await this.readSaved(kept)).at(-1)!.roles);
    if (ofKept !== -1 || scenario === undefined) return ofKept === -1 ? by : ofKept;
    const ofScenario = owns(await this.roles(scenario));
    return ofScenario === -1 ? by : ofScenario;
  }

  /** Empty if it is deleted. */
  async roles(id: number): Promise<Roles> {
    const { state } = await scenarios.state(id);
    const roles = state.status === "present" ? state.roles : {};
    return new Map(Object.entries(roles).map(([number, each]) => [Number(number), each]));
  }

  async allRoles(): Promise<ReadonlyMap<number, Roles>> {
    return new Map(await Promise.all(this.scenarios.map(async (id) => [id, await this.roles(id)] as const)));
  }

  /** The saved scenario after each of its events, derived from the events. */
  async readSaved(id: number): Promise<readonly SavedState[]> {
    const states = this.kept.get(id) ?? [ABSENT];
    for (const event of await saved.store.readStream(`saved-scenario-${id}`, states.length - 1)) {
      states.push(afterEvent(states.at(-1)!, event));
    }
    this.kept.set(id, states);
    return states;
  }

  /** The highest role that a user may have in a scenario for current reasons. */
  async bound(id: number, number: number): Promise<Role | undefined> {
    const { direct, through } = this.known.get(id)!;
    let bound = direct.get(number);
    for (const [from, allowed] of through) {
      const now = (await this.readSaved(from)).at(-1)!;
      if (now.versions.includes(id)) bound = higher(bound, lower(allowed.get(number), now.roles.get(number)));
    }
    return bound;
  }
}

const ACCOUNTS: CallOrigin = { actor: "service:accounts" };

/** The result, or null if the request is refused. */
async function attempt<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RpcError && REFUSALS.has(error.codeName)) return null;
    throw error;
  }
}
const REFUSALS = new Set(["NOT_FOUND", "PERMISSION_DENIED", "FAILED_PRECONDITION"]);

const HISTORY = 20;

function afterEvent(before: SavedState, { type, data }: RecordedEvent): SavedState {
  const facts = data as { owner: number; scenario: number; person: number; role: Role; private: boolean };
  const roles = new Map(before.roles);
  switch (type) {
    case "ScenarioSaved":
      return { roles: new Map([[facts.owner, "owner"]]), versions: [facts.scenario], isPrivate: facts.private };
    case "SavedVersionAdded":
      return {
        ...before,
        versions: [...before.versions.filter((one) => one !== facts.scenario), facts.scenario].slice(-HISTORY - 1),
      };
    case "SavedVersionRestored":
      return { ...before, versions: before.versions.slice(0, before.versions.indexOf(facts.scenario) + 1) };
    case "SavedScenarioRoleGranted":
      return { ...before, roles: roles.set(facts.person, facts.role) };
    case "SavedScenarioRoleRemoved":
      roles.delete(facts.person);
      return { ...before, roles };
    case "SavedScenarioDeleted":
      return ABSENT;
    default:
      return before;
  }
}

// ---- Steps

const { toMessage: scalar } = scalarCodec;
const NO_FIELDS = {
  scenarioId: undefined,
  title: undefined,
  description: undefined,
  private: undefined,
  discarded: undefined,
};
const NO_CHANGE = {
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
};
const CREATION = {
  areaCode: undefined,
  endYear: undefined,
  userValues: {},
  scale: undefined,
  descale: false,
  privateByDefault: false,
};

/** Performs a step, and records it in the model. Returns problems: changes that no user had a right to make. */
async function perform(sequence: Sequence, step: Step): Promise<readonly string[]> {
  if (step.kind === "work") return work(sequence, step.isTwice);
  if (step.kind === "look") return look(sequence, step);
  const before = await sequence.allRoles();
  const changed = await act(sequence, step);
  const after = await sequence.allRoles();
  const problems: string[] = [];
  for (const [id, roles] of before) {
    for (const number of differing(roles, after.get(id)!)) {
      if (!changed(id, number, roles)) problems.push(`${step.kind} changed the role of ${number} in ${id}`);
    }
  }
  return problems;
}

const differing = (before: Roles, after: Roles): readonly number[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((number) => before.get(number) !== after.get(number));

/** Whether a step may have changed a user's role in a scenario, given the previous roles. */
type Allowed = (id: number, number: number, before: Roles) => boolean;
const nothing: Allowed = () => false;

async function act(sequence: Sequence, step: Exclude<Step, { readonly kind: "work" | "look" }>): Promise<Allowed> {
  const one = "scenario" in step ? sequence.scenario(step.scenario) : undefined;
  const kept = "saved" in step ? sequence.savedOne(step.saved) : undefined;
  const by = await sequence.callerOf(step, one, kept);
  const origin = sequence.as(by);
  const actor = sequence.persons[by]!;
  const { calls } = scenarios;
  const add = (
    answer: { readonly outcome?: { readonly $case: string; readonly value: object } | undefined } | null,
  ) => {
    if (answer?.outcome?.$case !== "scenario") return nothing;
    const { id } = answer.outcome.value as { readonly id: number };
    sequence.scenarios.push(id);
    sequence.known.set(id, { direct: new Map([[actor, "owner"]]), through: new Map(), wasPrivate: [] });
    return nothing;
  };
  const share = async (id: number, number: number, wanted: Role | null): Promise<Allowed> => {
    const isMember = (await sequence.roles(id)).has(number);
    const changes = [{ person: number, role: wanted ?? undefined, isMember }];
    const answer = await attempt(calls.changeRoles({ id, changes, invited: [] }, origin));
    if (answer === null || answer.outcomes[0]!.problem !== undefined) return nothing;
    const { direct, through } = sequence.known.get(id)!;
    set(direct, number, wanted ?? undefined);
    for (const roles of through.values()) roles.delete(number);
    return (each, one, before) =>
      each === id && one === number && (before.get(actor) === "owner" || origin.admin === true);
  };
  const shareSaved = async (id: number, number: number, wanted: Role | null): Promise<void> => {
    const isMember = (await sequence.readSaved(id)).at(-1)!.roles.has(number);
    const changes = [{ person: number, role: wanted ?? undefined, isMember }];
    await attempt(saved.calls.changeRoles({ id, changes, invited: [] }, origin));
  };
  const put = async (id: number, scenario: number, mayShare = true) => {
    const fields = { ...NO_FIELDS, scenarioId: scalar(scenario) };
    const shown = mayShare ? origin : { ...origin, scopes: ["scenarios:read", "scenarios:write"] };
    const before = (await sequence.readSaved(id)).length;
    await attempt(saved.calls.updateSavedScenario({ id, fields, restore: false }, shown));
    const after = (await sequence.readSaved(id)).length;
    if (mayShare) return;
    for (let version = before; version < after; version++) sequence.limited.add(`${id}, ${version}`);
  };

  switch (step.kind) {
    case "create":
      return add(await attempt(calls.createScenario({ ...CREATION, private: step.isPrivate }, origin)));
    case "clone":
      if (one === undefined) return nothing;
      return add(await attempt(calls.createScenario({ ...CREATION, parentId: one }, origin)));
    case "merge": {
      const other = sequence.scenario(step.other);
      if (one === undefined || other === undefined) return nothing;
      const parts = [one, other].map((id) => ({ id, weight: 1 }));
      return add(await attempt(calls.mergeScenarios({ scenarios: parts, privateByDefault: false }, origin)));
    }
    case "save": {
      if (one === undefined) return nothing;
      const fields = {
        ...NO_FIELDS,
        scenarioId: scalar(one),
        title: scalar("A title"),
        private: scalar(step.isPrivate),
      };
      const answer = await attempt(saved.calls.createSavedScenario({ fields, privateByDefault: false }, origin));
      if (answer?.outcome?.$case === "savedScenario") sequence.saved.push(answer.outcome.value.id);
      return nothing;
    }
    case "put version":
      if (one !== undefined && kept !== undefined) await put(kept, one, step.mayShare);
      return nothing;
    case "go back": {
      const { versions } = kept === undefined ? ABSENT : (await sequence.readSaved(kept)).at(-1)!;
      if (versions.length > 0) await put(kept!, versions[step.version % versions.length]!);
      return nothing;
    }
    case "share saved":
      if (kept !== undefined) await shareSaved(kept, sequence.persons[step.person]!, step.role);
      return nothing;
    case "share scenario":
      return one === undefined ? nothing : share(one, sequence.persons[step.person]!, step.role);
    case "set private":
      if (one === undefined) return nothing;
      await attempt(calls.updateScenario({ id: one, ...NO_CHANGE, private: step.isPrivate }, origin));
      return nothing;
    case "restore":
      if (one !== undefined) await attempt(calls.restoreScenario({ id: one, version: 1 }, origin));
      return nothing;
    case "delete saved":
      if (kept !== undefined) await attempt(saved.calls.deleteSavedScenario({ id: kept }, origin));
      return nothing;
    case "delete scenario":
      if (one !== undefined) await attempt(calls.deleteScenario({ id: one }, origin));
      return (id, _, before) => id === one && (before.get(actor) === "owner" || origin.admin === true);
    case "invite": {
      const number = (people += 1);
      sequence.invited.push(number);
      if (kept !== undefined && step.isToSaved) await shareSaved(kept, number, step.role);
      return one === undefined || step.isToSaved ? nothing : share(one, number, step.role);
    }
    case "accept": {
      const number = sequence.invited.pop();
      if (number === undefined) return nothing;
      sequence.coupled.set(number, actor);
      const both = [
        async () => {
          await calls.couplePerson({ person: number, into: actor }, ACCOUNTS);
          couple(sequence, number, actor);
        },
        () => saved.calls.couplePerson({ person: number, into: actor }, ACCOUNTS),
      ];
      const [first, second] = step.isSavedFirst ? both.toReversed() : both;
      await first!();
      if (step.isInBetween) await handleAll(sequence, false);
      await second!();
      return () => true;
    }
    case "erase": {
      const to = sequence.persons[step.heir === by ? (by + 1) % PEOPLE : step.heir]!;
      const disposition = (other: string) => (step.handsOver ? { choice: "hand_over", to } : { choice: other });
      const dispositions = { public: disposition("leave"), private: disposition("delete") };
      const had = await sequence.allRoles();
      await calls.releasePerson({ person: actor, ...dispositions }, ACCOUNTS);
      await saved.calls.releasePerson({ person: actor, disposition: disposition("delete") }, ACCOUNTS);
      for (const id of sequence.scenarios) {
        const { direct, through } = sequence.known.get(id)!;
        const now = await sequence.roles(id);
        for (const roles of [direct, ...through.values()]) roles.delete(actor);
        // Left public and unowned, or deleted; otherwise handed over if there was no other owner.
        if (now.size === 0) direct.clear();
        if (step.handsOver && now.get(to) === "owner" && had.get(id)!.get(to) !== "owner") direct.set(to, "owner");
      }
      sequence.persons[by] = people += 1;
      return (_, __, before) => before.has(actor);
    }
    case "admin":
      if (step.isOn) sequence.admins.add(actor);
      else sequence.admins.delete(actor);
      return nothing;
    default:
      return step satisfies never;
  }
}

function set(roles: Roles, number: number, wanted: Role | undefined): void {
  if (wanted === undefined) roles.delete(number);
  else roles.set(number, wanted);
}

/** Two coupled accounts count as one user wherever either has a role. */
function couple(sequence: Sequence, number: number, into: number): void {
  for (const { direct, through } of sequence.known.values()) {
    for (const roles of [direct, ...through.values()]) {
      set(roles, into, higher(roles.get(number), roles.get(into)));
      roles.delete(number);
    }
  }
}

// ---- Effects of the process

/** Delivers saved-scenario events to the process; afterwards every role has a reason. */
async function work(sequence: Sequence, isRepeated: boolean): Promise<readonly string[]> {
  return [...(await handleAll(sequence, isRepeated)), ...(await unfounded(sequence))];
}

async function unfounded(sequence: Sequence): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [id, roles] of await sequence.allRoles()) {
    for (const [number, each] of roles) {
      const bound = await sequence.bound(id, number);
      if (rank(each) > rank(bound))
        problems.push(`${number} is ${each} of ${id}, but has reasons for ${bound ?? "no role"}`);
    }
    if (roles.size > 0 && ![...roles.values()].includes("owner")) problems.push(`${id} is without an owner`);
  }
  return problems;
}

async function handleAll(sequence: Sequence, isTwice: boolean): Promise<readonly string[]> {
  const problems: string[] = [];
  for (;;) {
    const events = await saved.store.readAll(position, 100);
    if (events.length === 0) return problems;
    for (const event of events) {
      ({ position } = event);
      if (!saved.process.handles(event)) continue;
      problems.push(...(await handle(sequence, event)));
      // As after a crash: the event is delivered again, and changes nothing more.
      if (!isTwice) continue;
      const done = await sequence.allRoles();
      await saved.process.handle(event, new AbortController().signal);
      for (const [id, roles] of await sequence.allRoles()) {
        if (differing(done.get(id)!, roles).length > 0)
          problems.push(`${event.type}, handled twice, did more in ${id}`);
      }
    }
  }
}

async function handle(sequence: Sequence, event: RecordedEvent): Promise<readonly string[]> {
  const from = Number(event.stream.slice("saved-scenario-".length));
  const before = await sequence.allRoles();
  const versions = new Map<number, number>();
  for (const id of sequence.scenarios) versions.set(id, (await scenarios.state(id)).version);
  await saved.process.handle(event, new AbortController().signal);
  const after = await sequence.allRoles();
  const states = await sequence.readSaved(from);
  const [was, is, now] = [states[event.version - 1]!, states[event.version]!, states.at(-1)!];
  const facts = event.data as { readonly person?: number; readonly role?: Role; readonly into?: number | null };
  const actor = event.actor.startsWith("user:") ? Number(event.actor.slice("user:".length)) : null;
  const problems: string[] = [];
  const isCoupling = typeof facts.into === "number";
  const isLimited = sequence.limited.has(`${from}, ${event.version}`);
  if (isCoupling) couple(sequence, facts.person!, facts.into);

  for (const id of sequence.scenarios) {
    const { direct, through } = sequence.known.get(id)!;
    const isOwners = actor !== null && before.get(id)!.get(actor) === "owner";
    const allowed = through.get(from) ?? new Map<number, Role>();
    const isAbout = new Set<number>();
    const kept = new Set<number>();
    const personOf = (written: number): number => {
      const coupled = sequence.coupled.get(written);
      return !now.roles.has(written) && coupled !== undefined ? coupled : written;
    };
    const allow = (written: number, wanted: Role | undefined) => {
      const number = personOf(written);
      isAbout.add(number);
      const given = isOwners ? lower(wanted, isLimited ? "collaborator" : "owner") : undefined;
      // Both accounts of a coupled user count: an event about one leaves the other's role.
      const held = [...is.roles].reduce<Role | undefined>(
        (most, [account, each]) => (personOf(account) === number ? higher(most, each) : most),
        undefined,
      );
      set(allowed, number, higher(given, lower(allowed.get(number), held)));
      const isMember = now.versions.includes(id) && rank(now.roles.get(number)) >= rank(wanted);
      if (isMember && rank(after.get(id)!.get(number)) < rank(given)) {
        problems.push(`${number} is not ${given} of ${id}, as its owner has decided`);
      }
    };
    if (isCoupling) for (const number of [facts.person!, facts.into]) isAbout.add(number);
    else if (facts.person !== undefined) {
      if (is.versions.includes(id)) allow(facts.person, facts.role);
    } else if (is.versions.includes(id) && !was.versions.includes(id)) {
      for (const number of allowed.keys()) if (!is.roles.has(number)) allow(number, undefined);
      // Two coupled users have the greater of their roles.
      const present = new Map<number, Role>();
      for (const [number, each] of is.roles)
        set(present, personOf(number), higher(present.get(personOf(number)), each));
      for (const [number, each] of present) allow(number, each);
    } else if (was.versions.includes(id) && !is.versions.includes(id)) {
      for (const number of allowed.keys()) isAbout.add(number);
      allowed.clear();
    }
    through.set(from, allowed);

    for (const number of differing(before.get(id)!, after.get(id)!)) {
      const [had, has] = [before.get(id)!.get(number), after.get(id)!.get(number)];
      // Roles that it gave in a version that no longer exists may be removed at any time.
      const isLeaving = !now.versions.includes(id) && rank(has) < rank(had);
      if (!isAbout.has(number) && !isLeaving) problems.push(`${event.type} changed the role of ${number} in ${id}`);
      if (rank(has) > rank(had) && !isOwners && !isCoupling)
        problems.push(`${event.actor} gave ${number} a role in ${id}`);
      if (isLimited && has === "owner" && had !== "owner")
        problems.push(`${event.actor} made ${number} an owner of ${id} with a token that may not share`);
      if (rank(has) < rank(direct.get(number)))
        problems.push(`${event.actor} took a role of ${number} in ${id} that an owner gave`);
    }
    // The last owners stay, as if an owner had given the role.
    for (const { type, data } of await scenarios.store.readStream(`scenario-${id}`, versions.get(id))) {
      const { person: number, savedScenario } = data as { readonly person?: number; readonly savedScenario?: unknown };
      if (type !== "RoleGranted" || number === undefined || savedScenario !== null || isCoupling) continue;
      if (before.get(id)!.get(number) !== "owner")
        problems.push(`${number} was not an owner of ${id}, but remains one`);
      kept.add(number);
      direct.set(number, "owner");
    }
    const others = [...after.get(id)!].filter(([number, each]) => each === "owner" && !kept.has(number));
    if (kept.size > 0 && others.length > 0) problems.push(`${id} keeps owners in addition to others`);
  }
  return problems;
}

// ---- Visibility

async function look(sequence: Sequence, step: Extract<Step, { readonly kind: "look" }>): Promise<readonly string[]> {
  const origin = sequence.as(step.by);
  const number = sequence.persons[step.by]!;
  const problems: string[] = [];
  const kept = sequence.savedOne(step.saved);
  if (kept !== undefined) {
    const now = (await sequence.readSaved(kept)).at(-1)!;
    const sees = (await attempt(saved.calls.getSavedScenario({ id: kept }, origin))) !== null;
    if (sees && now.isPrivate && !now.roles.has(number) && origin.admin !== true)
      problems.push(`${number} sees the saved scenario ${kept}`);
  }
  const id = sequence.scenario(step.scenario);
  if (id === undefined) return problems;
  const { state, version } = await scenarios.state(id);
  const hasAnyRole = origin.admin === true || (await sequence.roles(id)).has(number);
  const may = state.status === "present" && (!state.private || hasAnyRole);
  const { calls } = scenarios;
  const { wasPrivate } = sequence.known.get(id)!;
  const earlier = 1 + ((step.saved * 7) % version);
  const history = await attempt(calls.listHistory({ id, page: 1, limit: 100 }, origin));
  if (((await attempt(calls.getScenario({ id }, origin))) !== null) !== may)
    problems.push(`${number} sees ${id}: ${!may}`);
  if ((history !== null) !== may) problems.push(`${number} sees the events of ${id}: ${!may}`);
  const seesEarlier = (await attempt(calls.getScenario({ id, at: earlier }, origin))) !== null;
  if (seesEarlier && (!may || (wasPrivate[earlier - 1] === true && !hasAnyRole)))
    problems.push(`${number} sees version ${earlier} of ${id}`);
  for (const change of history?.changes ?? []) {
    if (wasPrivate[change.version - 1] === true && !hasAnyRole)
      problems.push(`${number} sees event ${change.version} of ${id}`);
  }
  const { scenarios: listed } = await calls.listScenarios({ page: 1, limit: 100 }, origin);
  const all = await sequence.allRoles();
  const wanted = sequence.scenarios.filter((each) => all.get(each)!.has(number)).toReversed();
  const shown = listed.map((each) => each.id).join();
  if (shown !== wanted.join()) problems.push(`${number} is shown ${shown}, not ${wanted.join()}`);
  return problems;
}

/** Records which versions were private. */
async function notePrivacy(sequence: Sequence): Promise<void> {
  for (const id of sequence.scenarios) {
    const { state, version } = await scenarios.state(id);
    const { wasPrivate } = sequence.known.get(id)!;
    while (wasPrivate.length < version) wasPrivate.push(state.status !== "present" || state.private);
  }
}

test(
  `every role has a current reason, and users see exactly the resources they may see, after any of ${SEQUENCES} sequences`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: "max" }), async (steps) => {
        const sequence = new Sequence();
        const begins = { kind: "create", by: 0, isAnyUser: true, isPrivate: true } as const;
        const ends = [
          { kind: "work", by: 0, isAnyUser: true, isTwice: false },
          { kind: "look", by: 1, isAnyUser: true, scenario: 0, saved: 0 },
        ] as const;
        const saves = { kind: "save", by: 0, isAnyUser: true, scenario: 0, isPrivate: true } as const;
        for (const each of [begins, saves, ...steps, ...ends]) {
          const problems = await perform(sequence, each);
          await notePrivacy(sequence);
          expect(problems).toEqual([]);
        }
      }),
      // The sample is the same on each run; the whole set is random.
      { numRuns: SEQUENCES, ...(runsWhole ? {} : { seed: 20261124 }) },
    );
  },
);
