/** Access to stored scenarios with the caller's current rights. Access that only admins have is recorded first. */
import { actsAsAdmin, callerOf, hasAnyRole, isVersionPublic, type ScenarioOperation } from "@etesian/contracts/rights";
import { type Aggregate, type EventStore, readAppends } from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, RpcError, status } from "@etesian/service-kit";
import { migrateScenario } from "../deciding/migration.ts";
import type { CreateScenario, Refusal } from "../deciding/scenario-commands.ts";
import type { Scenario, ScenarioState } from "../deciding/scenario-state.ts";
import { type CallerCommand, checkUse, operationsOf } from "../deciding/scenario.ts";
import { streamOf } from "../lists/scenario-list.ts";
import type { ModelFacts } from "../model.ts";
import type { StoredScenarios } from "../stored.ts";
import { recordAdminUse } from "./admin-uses.ts";
import { toRpcError } from "./refusals.ts";

export interface VersionedScenario {
  readonly scenario: Scenario;
  readonly version: number;
}

export class ScenarioAccess {
  readonly #store: EventStore;
  readonly #scenarios: StoredScenarios;
  readonly #model: ModelFacts;

  constructor(store: EventStore, scenarios: StoredScenarios, model: ModelFacts) {
    this.#store = store;
    this.#scenarios = scenarios;
    this.#model = model;
  }

  /**
   * A scenario that the caller may read, in its current state or at a version.
   * @throws RpcError for a refusal or an unknown version
   */
  async find(id: number, call: Call, at?: number): Promise<VersionedScenario> {
    const current = await this.use("read", id, call);
    if ("refusal" in current) throw toRpcError(id, current.refusal);
    const versioned = at === undefined ? current : await this.#loadVersion(id, at, current.scenario, call);
    return { ...versioned, scenario: await this.#migrateToModel(versioned.scenario, call) };
  }

  /** Like `find`, or "missing": another owner's private scenario does not exist for the caller. */
  async findParent(id: number, call: Call, at?: number): Promise<CreateScenario["parent"]> {
    const current = await this.use("read", id, call);
    if ("refusal" in current) return "missing";
    const { scenario } = at === undefined ? current : await this.#loadVersion(id, at, current.scenario, call);
    return { id, scenario: await this.#migrateToModel(scenario, call) };
  }

  /**
   * A scenario on which the caller may perform an operation, as stored.
   * @throws RpcError for a refusal
   */
  async findFor(operation: ScenarioOperation, id: number, call: Call): Promise<Scenario> {
    const use = await this.use(operation, id, call);
    if ("refusal" in use) throw toRpcError(id, use.refusal);
    return use.scenario;
  }

  /** A scenario on which the caller may perform an operation, as stored, or the refusal. */
  async use(
    operation: ScenarioOperation,
    id: number,
    call: Call,
  ): Promise<VersionedScenario | { readonly refusal: Refusal }> {
    const { state, version } = await this.#scenarios.load(id);
    const access = checkUse(operation, callerOf(call), state);
    if ("refusal" in access) return access;
    await this.recordAdminUse(operation, id, access.scenario, call);
    return { scenario: access.scenario, version };
  }

  /** Executes a caller's command. */
  async execute(
    id: number,
    command: CallerCommand,
    call: Call,
    { expectedVersion = null }: { readonly expectedVersion?: number | null } = {},
  ): ReturnType<StoredScenarios["handle"]> {
    // The decision is left to the command, which sees the state that it changes.
    if (call.admin) await this.#recordCommand(id, command, call);
    return this.#scenarios.handle(id, command, causeOf(call), expectedVersion);
  }

  /** Records the use of a scenario if the caller may use it only as an admin. */
  async recordAdminUse(operation: ScenarioOperation, scenario: number, state: Scenario, call: Call): Promise<void> {
    const caller = callerOf(call);
    const { person } = caller;
    if (person === null || !actsAsAdmin(operation, caller, state)) return;
    await recordAdminUse(this.#store, { person, scenario, operation }, call);
  }

  async #recordCommand(id: number, command: CallerCommand, call: Call): Promise<void> {
    const { state } = await this.#scenarios.load(id);
    if (state.status !== "present") return;
    for (const operation of operationsOf(command, state)) await this.recordAdminUse(operation, id, state, call);
  }

  /** A scenario at a version; versions that are not public are visible to people who currently have a role in it. */
  async #loadVersion(id: number, version: number, current: Scenario, call: Call): Promise<VersionedScenario> {
    const earlier = (await this.#scenarios.loadVersion(id, version))?.state;
    if (earlier?.status === "present") {
      const caller = callerOf(call);
      const isMember = hasAnyRole("read", caller, current);
      // Views by admins are recorded; those by other users are not.
      const isPublic = isMember && !caller.admin ? null : await this.#isPublicVersion(id, version, earlier.private);
      if (isMember && isPublic === false) await this.recordAdminUse("read", id, { ...current, private: true }, call);
      if (isMember || isPublic === true) return { scenario: earlier, version };
    }
    throw new RpcError(status.NOT_FOUND, `Scenario ${id} has no version ${version}`, { reason: "unknown_version" });
  }

  async #isPublicVersion(id: number, version: number, isPrivate: boolean): Promise<boolean> {
    const [request = []] = isPrivate ? [] : await readAppends(this.#store, streamOf(id), version, version);
    return isVersionPublic(version, isPrivate, request);
  }

  /** Migrates a scenario to the current model if it is to be kept compatible. */
  async #migrateToModel(scenario: Scenario, call: Call): Promise<Scenario> {
    return scenario.keepCompatible ? migrateScenario(scenario, (await this.#model.load(call)).changes) : scenario;
  }
}

/** The scenario after a command that does not delete it. */
export function requirePresent(id: number, { state, version }: Aggregate<ScenarioState>): VersionedScenario {
  if (state.status !== "present") throw new Error(`scenario ${id} no longer exists after it was changed`);
  return { scenario: state, version };
}
