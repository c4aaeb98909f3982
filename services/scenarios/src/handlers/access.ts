/** Access to stored scenarios with the caller's current rights. Accesses allowed only to admins are recorded first. */
import { actsAsAdmin, callerOf, hasAnyRole, isVersionPublic, type ScenarioOperation } from "@etesian/contracts/rights";
import { type Aggregate, type EventStore, readAppends } from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, RpcError, status } from "@etesian/service-kit";
import { upToDate } from "../deciding/migration.ts";
import type { CreateScenario, Refusal } from "../deciding/scenario-commands.ts";
import type { Scenario, ScenarioState } from "../deciding/scenario-state.ts";
import { type CallerCommand, checkUse, operationsOf } from "../deciding/scenario.ts";
import { streamOf } from "../lists/scenario-list.ts";
import type { ModelFacts } from "../model.ts";
import type { StoredScenarios } from "../stored.ts";
import { recordAdminUse } from "./admin-uses.ts";
import { toRpcError } from "./refusals.ts";

export interface Found {
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
  async find(id: number, call: Call, at?: number): Promise<Found> {
    const now = await this.#use("read", id, call);
    if ("refusal" in now) throw toRpcError(id, now.refusal);
    const found = at === undefined ? now : await this.#earlier(id, at, now.scenario, call);
    return { ...found, scenario: await this.#inPresentModel(found.scenario, call) };
  }

  /** Like `find`, or "missing": another owner's private scenario does not exist for the caller. */
  async findParent(id: number, call: Call, at?: number): Promise<CreateScenario["parent"]> {
    const now = await this.#use("read", id, call);
    if ("refusal" in now) return "missing";
    const { scenario } = at === undefined ? now : await this.#earlier(id, at, now.scenario, call);
    return { id, scenario: await this.#inPresentModel(scenario, call) };
  }

  /**
   * A scenario on which the caller may perform an operation, as stored.
   * @throws RpcError for a refusal
   */
  async findFor(operation: ScenarioOperation, id: number, call: Call): Promise<Scenario> {
    const found = await this.#use(operation, id, call);
    if ("refusal" in found) throw toRpcError(id, found.refusal);
    return found.scenario;
  }

  /** Executes a caller's command. */
  async execute(
    id: number,
    command: CallerCommand,
    call: Call,
    { expected = null }: { readonly expected?: number | null } = {},
  ): ReturnType<StoredScenarios["handle"]> {
    // The decision is left to the command, which sees the state that it changes.
    if (call.admin) await this.#recordCommand(id, command, call);
    return this.#scenarios.handle(id, command, causeOf(call), expected);
  }

  /** Records the use of a scenario if the caller may use it only as an admin. */
  async recordAdmin(operation: ScenarioOperation, scenario: number, state: Scenario, call: Call): Promise<void> {
    const caller = callerOf(call);
    const { person } = caller;
    if (person === null || !actsAsAdmin(operation, caller, state)) return;
    await recordAdminUse(this.#store, { person, scenario, operation }, call);
  }

  async #use(operation: ScenarioOperation, id: number, call: Call): Promise<Found | { readonly refusal: Refusal }> {
    const { state, version } = await this.#scenarios.load(id);
    const seen = checkUse(operation, callerOf(call), state);
    if ("refusal" in seen) return seen;
    await this.recordAdmin(operation, id, seen.scenario, call);
    return { scenario: seen.scenario, version };
  }

  async #recordCommand(id: number, command: CallerCommand, call: Call): Promise<void> {
    const { state } = await this.#scenarios.load(id);
    if (state.status !== "present") return;
    for (const operation of operationsOf(command, state)) await this.recordAdmin(operation, id, state, call);
  }

  /** A scenario at a version; versions that are not open are visible to people who have a role in it now. */
  async #earlier(id: number, version: number, now: Scenario, call: Call): Promise<Found> {
    const then = (await this.#scenarios.at(id, version))?.state;
    if (then?.status === "present") {
      const caller = callerOf(call);
      const isMember = hasAnyRole("read", caller, now);
      // Views by admins are recorded; those by other users are not.
      const open = isMember && !caller.admin ? null : await this.#isOpenVersion(id, version, then.private);
      if (isMember && open === false) await this.recordAdmin("read", id, { ...now, private: true }, call);
      if (isMember || open === true) return { scenario: then, version };
    }
    throw new RpcError(status.NOT_FOUND, `Scenario ${id} has no version ${version}`, { reason: "unknown_version" });
  }

  async #isOpenVersion(id: number, version: number, isPrivate: boolean): Promise<boolean> {
    const [request = []] = isPrivate ? [] : await readAppends(this.#store, streamOf(id), version, version);
    return isVersionPublic(version, isPrivate, request);
  }

  /** A scenario that stays compatible, migrated to the current model. */
  async #inPresentModel(scenario: Scenario, call: Call): Promise<Scenario> {
    return scenario.keepCompatible ? upToDate(scenario, (await this.#model.areas(call)).changes) : scenario;
  }
}

/** The scenario after a command that does not delete it. */
export function present(id: number, { state, version }: Aggregate<ScenarioState>): Found {
  if (state.status !== "present") throw new Error(`scenario ${id} no longer exists after it was changed`);
  return { scenario: state, version };
}
