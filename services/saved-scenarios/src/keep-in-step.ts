/**
 * What saving does to scenarios: a process that lives on the events of saved scenarios. Whatever an event says, scenarios
 * are made to be as the saved scenario wants them now, so that nothing is lost or done wrongly when it is killed between
 * two steps, or comes to an event a second time.
 */
import { type Role, ROLES } from "@etesian/contracts/rights";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { Process, Projector, ReadDatabase } from "@etesian/event-store";
import { type Actor, type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { ScenariosClient } from "./handlers.ts";
import type { SavedScenario, SavedScenarioEvent, SavedScenarios } from "./saved-scenario.ts";
import { codec, idOf, isHeld } from "./saved-scenario-list.ts";

export interface KeepInStepOptions {
  readonly saved: SavedScenarios;
  readonly readModels: ReadDatabase;
  readonly list: Projector;
  readonly scenarios: ScenariosClient;
}

const TYPES = {
  ScenarioSaved: true,
  SavedVersionAdded: true,
  SavedVersionRestored: true,
  SavedScenarioRoleGranted: true,
  SavedScenarioRoleRemoved: true,
} as const satisfies { readonly [T in SavedScenarioEvent["type"]]?: true };

/** A scenario, or who has a role in it, may be changed by others meanwhile: then it is looked at again. */
const LOOKS = 5;

export function keepInStep({ saved, readModels, list, scenarios }: KeepInStepOptions): Process {
  return {
    name: "saved scenarios",
    handles: ({ stream, type }) => idOf(stream) !== null && Object.hasOwn(TYPES, type),

    async handle(recorded, signal) {
      const id = idOf(recorded.stream)!;
      const event = codec.decode(recorded);
      const before = (await saved.at(id, recorded.version - 1))?.state;
      const then = (await saved.at(id, recorded.version))?.state;
      if (then?.status !== "present") return;
      const was = before?.status === "present" ? before : null;
      const scenarioIds = new Set([...versionsOf(was), ...versionsOf(then)].map(({ scenario }) => scenario));
      const origin = { requestId: recorded.correlationId, signal };
      const isAboutVersions = event.type !== "SavedScenarioRoleGranted" && event.type !== "SavedScenarioRoleRemoved";
      if (isAboutVersions) {
        await list.catchUp();
        const moved = [...scenarioIds].filter((each) => hasMoved(each, was, then));
        for (const scenario of moved) await markAsSaved(id, scenario, { ...origin, actor: recorded.actor as Actor });
      }
      const people = event.type === "SavedScenarioRoleRemoved" ? [event.data.person] : [];
      await shareVersions(id, people, { ...origin, actor: ACTOR, scopes: null, admin: true });
    },
  };

  /** On behalf of who saved it: a scenario that they may not change stays as it is. */
  async function markAsSaved(id: number, scenario: number, origin: CallOrigin): Promise<void> {
    const keepCompatible = await isHeld(readModels, scenario);
    const mark = async (): Promise<void> => {
      const present = await scenarios.getScenario({ id: scenario }, origin);
      const metadataJson = keepCompatible ? metadataOf(present, id) : undefined;
      if (present.keepCompatible === keepCompatible && metadataJson === undefined) return;
      const update = { id: scenario, ...NO_CHANGE, keepCompatible, expectedVersion: present.version };
      const { outcome } = await scenarios.updateScenario({ ...update, metadataJson }, origin);
      // No room for one more entry of metadata, for instance.
      if (outcome?.$case === "rejection" && metadataJson !== undefined) await scenarios.updateScenario(update, origin);
    };
    await unlessRefused(() => unlessOvertaken(mark));
  }

  /** Gives people the roles in all versions that they have in the saved scenario; to those who left it, none. */
  async function shareVersions(id: number, left: readonly number[], origin: CallOrigin): Promise<void> {
    const { state } = await saved.load(id);
    if (state.status !== "present") return;
    for (const { scenario, shared } of versionsOf(state)) {
      if (shared) await unlessRefused(() => share(scenario, state, left, origin));
    }
  }

  async function share(scenario: number, { roles }: SavedScenario, left: readonly number[], origin: CallOrigin) {
    for (let look = 1; look <= LOOKS; look++) {
      const { members } = await scenarios.listRoles({ id: scenario }, origin);
      const present = new Map(members.map(({ person, role }) => [person, role]));
      const wanted = Object.entries(roles).map(([person, role]) => ({ person: Number(person), role }));
      const granted = wanted
        .filter(({ person, role }) => present.get(person) !== role)
        .map(({ person, role }) => ({ person, role, isMember: present.has(person) }))
        // Owners first: nothing may be without one in between.
        .sort((a, b) => ROLES.indexOf(b.role) - ROLES.indexOf(a.role));
      const removed = left
        .filter((person) => present.has(person) && !Object.hasOwn(roles, person))
        .map((person) => ({ person, role: undefined, isMember: true }));
      const changes: { person: number; role: Role | undefined; isMember: boolean }[] = [...granted, ...removed];
      if (changes.length === 0) return;
      const { outcomes } = await scenarios.changeRoles({ id: scenario, changes }, origin);
      if (outcomes.every(({ problem }) => problem === undefined)) return;
    }
    throw new Error(`the users of scenario ${scenario} could not be made those of what was saved`);
  }
}

const ACTOR: Actor = "service:saved-scenarios";

const NO_CHANGE = {
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
} as const;

const versionsOf = (saved: SavedScenario | null) => (saved === null ? [] : [...saved.history, saved.present]);

/** Whether a scenario became a version, the present one again, or none any more. */
function hasMoved(scenario: number, was: SavedScenario | null, is: SavedScenario): boolean {
  const isIn = (saved: SavedScenario | null) => versionsOf(saved).some((each) => each.scenario === scenario);
  return isIn(was) !== isIn(is) || (is.present.scenario === scenario && was?.present.scenario !== scenario);
}

/** Its metadata with a link to what it was saved as; undefined when they have it. */
function metadataOf({ metadataJson }: Scenario, id: number): string | undefined {
  const metadata = JSON.parse(metadataJson) as { readonly [key: string]: unknown };
  return metadata["saved_scenario_id"] === id ? undefined : JSON.stringify({ ...metadata, saved_scenario_id: id });
}

/** The scenario is gone, read-only, or somebody else's: nothing to do. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefusal =
      error instanceof RpcError && (error.code === status.NOT_FOUND || error.code === status.PERMISSION_DENIED);
    if (!isRefusal) throw error;
  }
}

/** What was decided on a version that somebody has changed meanwhile is decided again. */
async function unlessOvertaken(work: () => Promise<void>): Promise<void> {
  for (let look = 1; ; look++) {
    try {
      await work();
      return;
    } catch (error) {
      const isOvertaken = error instanceof RpcError && error.code === status.ABORTED;
      if (!isOvertaken || look === LOOKS) throw error;
    }
  }
}
