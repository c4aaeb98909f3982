/**
 * The rules for roles after any sequence of actions on scenarios and saved scenarios, with both services in memory. The
 * oracle is a separate model that uses only events, owners and users.
 */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Role } from "@etesian/contracts/rights";
import type { RecordedEvent } from "@etesian/event-store";
import { START } from "@etesian/event-store";
import { type SavedScenariosInMemory, savedScenariosInMemory } from "@etesian/saved-scenarios/testing";
import { type ScenariosInMemory, scenariosInMemory } from "@etesian/scenarios/testing";
import { type CallOrigin, RpcError } from "@etesian/service-kit";
import fc from "fast-check";
import { afterAll, beforeAll } from "vitest";

const PEOPLE = 5;
const ROLES = ["viewer", "collaborator", "owner"] as const;
type Roles = Map<number, Role>;
const rank = (role: Role | undefined): number => (role === undefined ? -1 : ROLES.indexOf(role));
const lower = (one: Role | undefined, other: Role | undefined) => (rank(one) < rank(other) ? one : other);
const higher = (one: Role | undefined, other: Role | undefined) => (rank(one) > rank(other) ? one : other);

let scenarios: ScenariosInMemory;
let savedScenarios: SavedScenariosInMemory;
/** The last saved-scenario event that the process received. */
let position = START;
/** Each sequence has its own users. */
let people = 0;

/** Opens both services for the tests of the calling file. */
export function openServices(): void {
  beforeAll(async () => {
    scenarios = await scenariosInMemory();
    savedScenarios = await savedScenariosInMemory(scenarios.calls);
    position = START;
  });
  afterAll(async () => {
    await savedScenarios.close();
    await scenarios.close();
  });
}

// ---- Actions of users

/** One of the first few resources, so that actions interact. */
const index = fc.nat(2);
const person = fc.nat(PEOPLE - 1);
const role = fc.constantFrom(...ROLES);
const requestOf = <K extends string, F>(kind: K, fields: { readonly [N in keyof F]: fc.Arbitrary<F[N]> }) =>
  fc.record({ kind: fc.constant(kind), caller: person, isAnyUser: fc.boolean(), ...fields } as unknown as {
    readonly [N in keyof (F & RequestOf<K>)]: fc.Arbitrary<(F & RequestOf<K>)[N]>;
  });
/** The caller is any user or, if there is one, an owner of the resource. */
type RequestOf<K> = { readonly kind: K; readonly caller: number; readonly isAnyUser: boolean };

const weightedSteps = [
  [2, requestOf("create", { isPrivate: fc.boolean() })],
  [1, requestOf("clone", { scenario: index })],
  [1, requestOf("merge", { scenario: index, other: index })],
  [3, requestOf("save", { scenario: index, isPrivate: fc.boolean() })],
  [8, requestOf("put version", { saved: index, scenario: index, mayShare: fc.boolean() })],
  [4, requestOf("go back", { saved: index, version: index })],
  [12, requestOf("share saved", { saved: index, person, role: fc.option(role) })],
  [6, requestOf("share scenario", { scenario: index, person, role: fc.option(role) })],
  [2, requestOf("set private", { scenario: index, isPrivate: fc.boolean() })],
  [1, requestOf("restore", { scenario: index })],
  [1, requestOf("delete saved", { saved: index })],
  [1, requestOf("delete scenario", { scenario: index })],
  [3, requestOf("invite", { saved: index, scenario: index, role, isToSaved: fc.boolean() })],
  [3, requestOf("accept", { isSavedFirst: fc.boolean(), isInBetween: fc.boolean() })],
  [1, requestOf("erase", { handsOver: fc.boolean(), heir: person })],
  [1, requestOf("admin", { isOn: fc.boolean() })],
  [3, requestOf("view", { scenario: index, saved: index })],
  [14, requestOf("deliver", { isRepeated: fc.boolean() })],
] as const;
const step = fc.oneof(...weightedSteps.map(([weight, arbitrary]) => ({ weight, arbitrary })));
type Step = (typeof weightedSteps)[number][1] extends fc.Arbitrary<infer S> ? S : never;

// ---- The model

/** A scenario: its owners, and the decisions by which others have roles. */
interface ModelledScenario {
  /** Roles that owners gave, by user. */
  readonly direct: Roles;
  /**
   * Roles that an owner allowed, by saved scenario and user; each applies while the user has that role in the saved
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
  readonly savedIds: number[] = [];
  readonly models = new Map<number, ModelledScenario>();
  /** States by saved scenario and version of its stream; version 0 is before the first event. */
  readonly savedStates = new Map<number, SavedState[]>();
  /** Events caused by tokens that may not share, as "saved scenario, version". */
  readonly limitedEvents = new Set<string>();
  readonly invitedUsers: number[] = [];
  readonly couplings = new Map<number, number>();

  constructor() {
    for (let n = 0; n < PEOPLE; n++) this.persons.push((people += 1));
  }

  originOf(userIndex: number): CallOrigin & { readonly actor: `user:${number}` } {
    const number = this.persons[userIndex]!;
    return { actor: `user:${number}`, admin: this.admins.has(number) };
  }

  scenario = (n: number): number | undefined => this.scenarios[n % Math.max(1, this.scenarios.length)];
  savedScenario = (n: number): number | undefined => this.savedIds[n % Math.max(1, this.savedIds.length)];

  /** The caller of a step: an owner of its resource, unless `isAnyUser`. */
  async callerOf({ caller, isAnyUser }: RequestOf<string>, scenario?: number, savedId?: number): Promise<number> {
    if (isAnyUser) return caller;
    const findOwner = (roles: Roles) => this.persons.findIndex((number) => roles.get(number) === "owner");
    const savedOwner = savedId === undefined ? -1 : findOwner((await this.readSaved(savedId)).at(-1)!.roles);
    if (savedOwner !== -1 || scenario === undefined) return savedOwner === -1 ? caller : savedOwner;
    const scenarioOwner = findOwner(await this.roles(scenario));
    return scenarioOwner === -1 ? caller : scenarioOwner;
  }

  /** A scenario's roles; empty if it is deleted. */
  async roles(id: number): Promise<Roles> {
    const { state } = await scenarios.state(id);
    const roles = state.status === "present" ? state.roles : {};
    return new Map(Object.entries(roles).map(([number, role]) => [Number(number), role]));
  }

  async allRoles(): Promise<ReadonlyMap<number, Roles>> {
    return new Map(await Promise.all(this.scenarios.map(async (id) => [id, await this.roles(id)] as const)));
  }

  /** The saved scenario after each of its events, derived from the events. */
  async readSaved(id: number): Promise<readonly SavedState[]> {
    const states = this.savedStates.get(id) ?? [ABSENT];
    for (const event of await savedScenarios.store.readStream(`saved-scenario-${id}`, states.length - 1)) {
      states.push(afterEvent(states.at(-1)!, event));
    }
    this.savedStates.set(id, states);
    return states;
  }

  /** The highest role in a scenario for which a user has a current reason. */
  async bound(id: number, number: number): Promise<Role | undefined> {
    const { direct, through } = this.models.get(id)!;
    let bound = direct.get(number);
    for (const [savedId, allowedRoles] of through) {
      const currentState = (await this.readSaved(savedId)).at(-1)!;
      if (currentState.versions.includes(id))
        bound = higher(bound, lower(allowedRoles.get(number), currentState.roles.get(number)));
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

function afterEvent(previousState: SavedState, { type, data }: RecordedEvent): SavedState {
  const fields = data as { owner: number; scenario: number; person: number; role: Role; private: boolean };
  const roles = new Map(previousState.roles);
  switch (type) {
    case "ScenarioSaved":
      return { roles: new Map([[fields.owner, "owner"]]), versions: [fields.scenario], isPrivate: fields.private };
    case "SavedVersionAdded":
      return {
        ...previousState,
        versions: [...previousState.versions.filter((one) => one !== fields.scenario), fields.scenario].slice(
          -HISTORY - 1,
        ),
      };
    case "SavedVersionRestored":
      return {
        ...previousState,
        versions: previousState.versions.slice(0, previousState.versions.indexOf(fields.scenario) + 1),
      };
    case "SavedScenarioRoleGranted":
      return { ...previousState, roles: roles.set(fields.person, fields.role) };
    case "SavedScenarioRoleRemoved":
      roles.delete(fields.person);
      return { ...previousState, roles };
    case "SavedScenarioDeleted":
      return ABSENT;
    default:
      return previousState;
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

/** Performs a step, and records it in the model. Returns problems: changes that no user was permitted to make. */
async function perform(sequence: Sequence, step: Step): Promise<readonly string[]> {
  if (step.kind === "deliver") return deliverEvents(sequence, step.isRepeated);
  if (step.kind === "view") return checkVisibility(sequence, step);
  const previousRoles = await sequence.allRoles();
  const isAllowed = await performAction(sequence, step);
  const currentRoles = await sequence.allRoles();
  const problems: string[] = [];
  for (const [id, roles] of previousRoles) {
    for (const number of differingUsers(roles, currentRoles.get(id)!)) {
      if (!isAllowed(id, number, roles)) problems.push(`${step.kind} changed the role of ${number} in ${id}`);
    }
  }
  return problems;
}

const differingUsers = (previous: Roles, current: Roles): readonly number[] =>
  [...new Set([...previous.keys(), ...current.keys()])].filter(
    (number) => previous.get(number) !== current.get(number),
  );

/** Whether a step may have changed a user's role in a scenario, given the previous roles. */
type AllowedChanges = (id: number, number: number, previousRoles: Roles) => boolean;
const noChanges: AllowedChanges = () => false;

async function performAction(
  sequence: Sequence,
  step: Exclude<Step, { readonly kind: "deliver" | "view" }>,
): Promise<AllowedChanges> {
  const scenarioId = "scenario" in step ? sequence.scenario(step.scenario) : undefined;
  const savedId = "saved" in step ? sequence.savedScenario(step.saved) : undefined;
  const callerIndex = await sequence.callerOf(step, scenarioId, savedId);
  const origin = sequence.originOf(callerIndex);
  const actor = sequence.persons[callerIndex]!;
  const { calls } = scenarios;
  const addScenario = (
    response: { readonly outcome?: { readonly $case: string; readonly value: object } | undefined } | null,
  ) => {
    if (response?.outcome?.$case !== "scenario") return noChanges;
    const { id } = response.outcome.value as { readonly id: number };
    sequence.scenarios.push(id);
    sequence.models.set(id, { direct: new Map([[actor, "owner"]]), through: new Map(), wasPrivate: [] });
    return noChanges;
  };
  const share = async (id: number, number: number, role: Role | null): Promise<AllowedChanges> => {
    const isMember = (await sequence.roles(id)).has(number);
    const changes = [{ person: number, role: role ?? undefined, isMember }];
    const response = await attempt(calls.changeRoles({ id, changes, invited: [] }, origin));
    if (response === null || response.outcomes[0]!.problem !== undefined) return noChanges;
    const { direct, through } = sequence.models.get(id)!;
    setRole(direct, number, role ?? undefined);
    for (const roles of through.values()) roles.delete(number);
    return (account, user, previousRoles) =>
      account === id && user === number && (previousRoles.get(actor) === "owner" || origin.admin === true);
  };
  const shareSaved = async (id: number, number: number, role: Role | null): Promise<void> => {
    const isMember = (await sequence.readSaved(id)).at(-1)!.roles.has(number);
    const changes = [{ person: number, role: role ?? undefined, isMember }];
    await attempt(savedScenarios.calls.changeRoles({ id, changes, invited: [] }, origin));
  };
  const putVersion = async (id: number, scenario: number, mayShare = true) => {
    const fields = { ...NO_FIELDS, scenarioId: scalar(scenario) };
    const callOrigin = mayShare ? origin : { ...origin, scopes: ["scenarios:read", "scenarios:write"] };
    const previousVersion = (await sequence.readSaved(id)).length;
    await attempt(savedScenarios.calls.updateSavedScenario({ id, fields, restore: false }, callOrigin));
    const currentVersion = (await sequence.readSaved(id)).length;
    if (mayShare) return;
    for (let version = previousVersion; version < currentVersion; version++)
      sequence.limitedEvents.add(`${id}, ${version}`);
  };

  switch (step.kind) {
    case "create":
      return addScenario(await attempt(calls.createScenario({ ...CREATION, private: step.isPrivate }, origin)));
    case "clone":
      if (scenarioId === undefined) return noChanges;
      return addScenario(await attempt(calls.createScenario({ ...CREATION, parentId: scenarioId }, origin)));
    case "merge": {
      const otherId = sequence.scenario(step.other);
      if (scenarioId === undefined || otherId === undefined) return noChanges;
      const parts = [scenarioId, otherId].map((id) => ({ id, weight: 1 }));
      return addScenario(await attempt(calls.mergeScenarios({ scenarios: parts, privateByDefault: false }, origin)));
    }
    case "save": {
      if (scenarioId === undefined) return noChanges;
      const fields = {
        ...NO_FIELDS,
        scenarioId: scalar(scenarioId),
        title: scalar("A title"),
        private: scalar(step.isPrivate),
      };
      const response = await attempt(
        savedScenarios.calls.createSavedScenario({ fields, privateByDefault: false }, origin),
      );
      if (response?.outcome?.$case === "savedScenario") sequence.savedIds.push(response.outcome.value.id);
      return noChanges;
    }
    case "put version":
      if (scenarioId !== undefined && savedId !== undefined) await putVersion(savedId, scenarioId, step.mayShare);
      return noChanges;
    case "go back": {
      const { versions } = savedId === undefined ? ABSENT : (await sequence.readSaved(savedId)).at(-1)!;
      if (versions.length > 0) await putVersion(savedId!, versions[step.version % versions.length]!);
      return noChanges;
    }
    case "share saved":
      if (savedId !== undefined) await shareSaved(savedId, sequence.persons[step.person]!, step.role);
      return noChanges;
    case "share scenario":
      return scenarioId === undefined ? noChanges : share(scenarioId, sequence.persons[step.person]!, step.role);
    case "set private":
      if (scenarioId === undefined) return noChanges;
      await attempt(calls.updateScenario({ id: scenarioId, ...NO_CHANGE, private: step.isPrivate }, origin));
      return noChanges;
    case "restore":
      if (scenarioId !== undefined) await attempt(calls.restoreScenario({ id: scenarioId, version: 1 }, origin));
      return noChanges;
    case "delete saved":
      if (savedId !== undefined) await attempt(savedScenarios.calls.deleteSavedScenario({ id: savedId }, origin));
      return noChanges;
    case "delete scenario":
      if (scenarioId !== undefined) await attempt(calls.deleteScenario({ id: scenarioId }, origin));
      return (id, _, previousRoles) =>
        id === scenarioId && (previousRoles.get(actor) === "owner" || origin.admin === true);
    case "invite": {
      const number = (people += 1);
      sequence.invitedUsers.push(number);
      if (savedId !== undefined && step.isToSaved) await shareSaved(savedId, number, step.role);
      return scenarioId === undefined || step.isToSaved ? noChanges : share(scenarioId, number, step.role);
    }
    case "accept": {
      const number = sequence.invitedUsers.pop();
      if (number === undefined) return noChanges;
      sequence.couplings.set(number, actor);
      const couplings = [
        async () => {
          await calls.couplePerson({ person: number, into: actor }, ACCOUNTS);
          couple(sequence, number, actor);
        },
        () => savedScenarios.calls.couplePerson({ person: number, into: actor }, ACCOUNTS),
      ];
      const [first, second] = step.isSavedFirst ? couplings.toReversed() : couplings;
      await first!();
      if (step.isInBetween) await handleAll(sequence, false);
      await second!();
      return () => true;
    }
    case "erase": {
      const heirId = sequence.persons[step.heir === callerIndex ? (callerIndex + 1) % PEOPLE : step.heir]!;
      const disposition = (defaultChoice: string) =>
        step.handsOver ? { choice: "hand_over", to: heirId } : { choice: defaultChoice };
      const dispositions = { public: disposition("leave"), private: disposition("delete") };
      const previousRoles = await sequence.allRoles();
      await calls.releasePerson({ person: actor, ...dispositions }, ACCOUNTS);
      await savedScenarios.calls.releasePerson({ person: actor, disposition: disposition("delete") }, ACCOUNTS);
      for (const id of sequence.scenarios) {
        const { direct, through } = sequence.models.get(id)!;
        const currentRoles = await sequence.roles(id);
        for (const roles of [direct, ...through.values()]) roles.delete(actor);
        // Left public and unowned, or deleted; otherwise handed over if there was no other owner.
        if (currentRoles.size === 0) direct.clear();
        if (step.handsOver && currentRoles.get(heirId) === "owner" && previousRoles.get(id)!.get(heirId) !== "owner")
          direct.set(heirId, "owner");
      }
      sequence.persons[callerIndex] = people += 1;
      return (_, __, previousRoles) => previousRoles.has(actor);
    }
    case "admin":
      if (step.isOn) sequence.admins.add(actor);
      else sequence.admins.delete(actor);
      return noChanges;
    default:
      return step satisfies never;
  }
}

function setRole(roles: Roles, number: number, role: Role | undefined): void {
  if (role === undefined) roles.delete(number);
  else roles.set(number, role);
}

/** Two coupled accounts count as one user wherever either has a role. */
function couple(sequence: Sequence, number: number, into: number): void {
  for (const { direct, through } of sequence.models.values()) {
    for (const roles of [direct, ...through.values()]) {
      setRole(roles, into, higher(roles.get(number), roles.get(into)));
      roles.delete(number);
    }
  }
}

// ---- Effects of event processing

/** Delivers saved-scenario events to the process; afterwards every role has a reason. */
async function deliverEvents(sequence: Sequence, isRepeated: boolean): Promise<readonly string[]> {
  return [...(await handleAll(sequence, isRepeated)), ...(await findUnjustifiedRoles(sequence))];
}

async function findUnjustifiedRoles(sequence: Sequence): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [id, roles] of await sequence.allRoles()) {
    for (const [number, role] of roles) {
      const bound = await sequence.bound(id, number);
      if (rank(role) > rank(bound))
        problems.push(`${number} is ${role} of ${id}, but has reasons for ${bound ?? "no role"}`);
    }
    if (roles.size > 0 && ![...roles.values()].includes("owner")) problems.push(`${id} is without an owner`);
  }
  return problems;
}

async function handleAll(sequence: Sequence, isRepeated: boolean): Promise<readonly string[]> {
  const problems: string[] = [];
  for (;;) {
    const events = await savedScenarios.store.readAll(position, 100);
    if (events.length === 0) return problems;
    for (const event of events) {
      ({ position } = event);
      if (!savedScenarios.process.handles(event)) continue;
      problems.push(...(await handle(sequence, event)));
      // A redelivered event, as after a crash, changes nothing.
      if (!isRepeated) continue;
      const rolesAfterFirst = await sequence.allRoles();
      await savedScenarios.process.handle(event, new AbortController().signal);
      for (const [id, roles] of await sequence.allRoles()) {
        if (differingUsers(rolesAfterFirst.get(id)!, roles).length > 0)
          problems.push(`${event.type}, handled twice, changed roles again in ${id}`);
      }
    }
  }
}

async function handle(sequence: Sequence, event: RecordedEvent): Promise<readonly string[]> {
  const savedId = Number(event.stream.slice("saved-scenario-".length));
  const previousRoles = await sequence.allRoles();
  const versions = new Map<number, number>();
  for (const id of sequence.scenarios) versions.set(id, (await scenarios.state(id)).version);
  await savedScenarios.process.handle(event, new AbortController().signal);
  const currentRoles = await sequence.allRoles();
  const states = await sequence.readSaved(savedId);
  const [previousState, eventState, currentState] = [
    states[event.version - 1]!,
    states[event.version]!,
    states.at(-1)!,
  ];
  const fields = event.data as { readonly person?: number; readonly role?: Role; readonly into?: number | null };
  const actor = event.actor.startsWith("user:") ? Number(event.actor.slice("user:".length)) : null;
  const problems: string[] = [];
  const isCoupling = typeof fields.into === "number";
  const isLimited = sequence.limitedEvents.has(`${savedId}, ${event.version}`);
  if (isCoupling) couple(sequence, fields.person!, fields.into);

  for (const id of sequence.scenarios) {
    const { direct, through } = sequence.models.get(id)!;
    const isByOwner = actor !== null && previousRoles.get(id)!.get(actor) === "owner";
    const allowedRoles = through.get(savedId) ?? new Map<number, Role>();
    const concernedUsers = new Set<number>();
    const remainingOwners = new Set<number>();
    const personOf = (value: number): number => {
      const coupledUser = sequence.couplings.get(value);
      return !currentState.roles.has(value) && coupledUser !== undefined ? coupledUser : value;
    };
    const allow = (value: number, newRole: Role | undefined) => {
      const number = personOf(value);
      concernedUsers.add(number);
      const grantedRole = isByOwner ? lower(newRole, isLimited ? "collaborator" : "owner") : undefined;
      // Both accounts of a coupled user count: an event about one does not affect the other's role.
      const heldRole = [...eventState.roles].reduce<Role | undefined>(
        (highest, [account, accountRole]) => (personOf(account) === number ? higher(highest, accountRole) : highest),
        undefined,
      );
      setRole(allowedRoles, number, higher(grantedRole, lower(allowedRoles.get(number), heldRole)));
      const isMember = currentState.versions.includes(id) && rank(currentState.roles.get(number)) >= rank(newRole);
      if (isMember && rank(currentRoles.get(id)!.get(number)) < rank(grantedRole)) {
        problems.push(`${number} is not ${grantedRole} of ${id}, although its owner decided that`);
      }
    };
    if (isCoupling) for (const number of [fields.person!, fields.into]) concernedUsers.add(number);
    else if (fields.person !== undefined) {
      if (eventState.versions.includes(id)) allow(fields.person, fields.role);
    } else if (eventState.versions.includes(id) && !previousState.versions.includes(id)) {
      for (const number of allowedRoles.keys()) if (!eventState.roles.has(number)) allow(number, undefined);
      // Two coupled users have the higher of their roles.
      const rolesByUser = new Map<number, Role>();
      for (const [number, role] of eventState.roles)
        setRole(rolesByUser, personOf(number), higher(rolesByUser.get(personOf(number)), role));
      for (const [number, role] of rolesByUser) allow(number, role);
    } else if (previousState.versions.includes(id) && !eventState.versions.includes(id)) {
      for (const number of allowedRoles.keys()) concernedUsers.add(number);
      allowedRoles.clear();
    }
    through.set(savedId, allowedRoles);

    for (const number of differingUsers(previousRoles.get(id)!, currentRoles.get(id)!)) {
      const [previousRole, currentRole] = [previousRoles.get(id)!.get(number), currentRoles.get(id)!.get(number)];
      // Roles granted through a version that no longer exists may be removed at any time.
      const isLeaving = !currentState.versions.includes(id) && rank(currentRole) < rank(previousRole);
      if (!concernedUsers.has(number) && !isLeaving)
        problems.push(`${event.type} changed the role of ${number} in ${id}`);
      if (rank(currentRole) > rank(previousRole) && !isByOwner && !isCoupling)
        problems.push(`${event.actor} gave ${number} a role in ${id}`);
      if (isLimited && currentRole === "owner" && previousRole !== "owner")
        problems.push(`${event.actor} made ${number} an owner of ${id} with a token that may not share`);
      if (rank(currentRole) < rank(direct.get(number)))
        problems.push(`${event.actor} removed a role in ${id} that an owner gave ${number}`);
    }
    // The last owners keep their role, as if an owner had given it.
    for (const { type, data } of await scenarios.store.readStream(`scenario-${id}`, versions.get(id))) {
      const { person: number, savedScenario } = data as { readonly person?: number; readonly savedScenario?: unknown };
      if (type !== "RoleGranted" || number === undefined || savedScenario !== null || isCoupling) continue;
      if (previousRoles.get(id)!.get(number) !== "owner")
        problems.push(`${number} was not an owner of ${id}, but remains one`);
      remainingOwners.add(number);
      direct.set(number, "owner");
    }
    const otherOwners = [...currentRoles.get(id)!].filter(
      ([number, role]) => role === "owner" && !remainingOwners.has(number),
    );
    if (remainingOwners.size > 0 && otherOwners.length > 0)
      problems.push(`${id} keeps its last owners although it has others`);
  }
  return problems;
}

// ---- Visibility

async function checkVisibility(
  sequence: Sequence,
  step: Extract<Step, { readonly kind: "view" }>,
): Promise<readonly string[]> {
  const origin = sequence.originOf(step.caller);
  const number = sequence.persons[step.caller]!;
  const problems: string[] = [];
  const savedId = sequence.savedScenario(step.saved);
  if (savedId !== undefined) {
    const currentState = (await sequence.readSaved(savedId)).at(-1)!;
    const canSeeSavedScenario =
      (await attempt(savedScenarios.calls.getSavedScenario({ id: savedId }, origin))) !== null;
    if (canSeeSavedScenario && currentState.isPrivate && !currentState.roles.has(number) && origin.admin !== true)
      problems.push(`${number} sees the saved scenario ${savedId}`);
  }
  const id = sequence.scenario(step.scenario);
  if (id === undefined) return problems;
  const { state, version } = await scenarios.state(id);
  const hasAnyRole = origin.admin === true || (await sequence.roles(id)).has(number);
  const maySee = state.status === "present" && (!state.private || hasAnyRole);
  const { calls } = scenarios;
  const { wasPrivate } = sequence.models.get(id)!;
  const earlierVersion = 1 + ((step.saved * 7) % version);
  const history = await attempt(calls.listHistory({ id, page: 1, limit: 100 }, origin));
  if (((await attempt(calls.getScenario({ id }, origin))) !== null) !== maySee)
    problems.push(`${number} sees ${id}: ${!maySee}`);
  if ((history !== null) !== maySee) problems.push(`${number} sees the events of ${id}: ${!maySee}`);
  const canSeeEarlierVersion = (await attempt(calls.getScenario({ id, at: earlierVersion }, origin))) !== null;
  if (canSeeEarlierVersion && (!maySee || (wasPrivate[earlierVersion - 1] === true && !hasAnyRole)))
    problems.push(`${number} sees version ${earlierVersion} of ${id}`);
  for (const change of history?.changes ?? []) {
    if (wasPrivate[change.version - 1] === true && !hasAnyRole)
      problems.push(`${number} sees event ${change.version} of ${id}`);
  }
  const { scenarios: listedScenarios } = await calls.listScenarios({ page: 1, limit: 100 }, origin);
  const allRoles = await sequence.allRoles();
  const expectedIds = sequence.scenarios.filter((scenario) => allRoles.get(scenario)!.has(number)).toReversed();
  const listedIds = listedScenarios.map((scenario) => scenario.id).join();
  if (listedIds !== expectedIds.join())
    problems.push(`${number} is shown ${listedIds}, expected ${expectedIds.join()}`);
  return problems;
}

/** Records which versions were private. */
async function recordPrivacy(sequence: Sequence): Promise<void> {
  for (const id of sequence.scenarios) {
    const { state, version } = await scenarios.state(id);
    const { wasPrivate } = sequence.models.get(id)!;
    while (wasPrivate.length < version) wasPrivate.push(state.status !== "present" || state.private);
  }
}

export const sequences = fc.array(step, { minLength: 20, maxLength: 60, size: "max" });

/** Performs a sequence until a step breaks a rule; returns the step's problems. */
export async function problemsOf(steps: readonly Step[]): Promise<readonly string[]> {
  const sequence = new Sequence();
  const creation = { kind: "create", caller: 0, isAnyUser: true, isPrivate: true } as const;
  const finalSteps = [
    { kind: "deliver", caller: 0, isAnyUser: true, isRepeated: false },
    { kind: "view", caller: 1, isAnyUser: true, scenario: 0, saved: 0 },
  ] as const;
  const saveStep = { kind: "save", caller: 0, isAnyUser: true, scenario: 0, isPrivate: true } as const;
  for (const step of [creation, saveStep, ...steps, ...finalSteps]) {
    const problems = await perform(sequence, step);
    await recordPrivacy(sequence);
    if (problems.length > 0) return problems;
  }
  return [];
}
