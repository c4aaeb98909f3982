/**
 * Effects of saving on scenarios: a process on the events of saved scenarios. For every event, it brings scenarios to the
 * saved scenario's current state. A crash between two steps or a repeated event therefore neither loses nor duplicates a
 * change.
 */
import { higherRole, lowerRole, type Role, SAVED_RIGHTS } from "@etesian/contracts/rights";
import type { SavedMember, Scenario } from "@etesian/contracts/scenarios";
import type { Process, Projector, ReadDatabase, RecordedEvent } from "@etesian/event-store";
import { type Actor, type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { ScenariosClient } from "./handlers.ts";
import type {
  SavedScenario,
  SavedScenarioEvent,
  SavedScenarios,
  SavedScenarioState,
  Version,
} from "./saved-scenario.ts";
import { codec, idOf, isSavedVersion } from "./saved-scenario-list.ts";

export interface SyncOptions {
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
  SavedScenarioDeleted: true,
  SavedScenarioPurged: true,
} as const satisfies { readonly [T in SavedScenarioEvent["type"]]?: true };

/** Attempts when other changes of a scenario interfere. */
const ATTEMPTS = 5;

export function syncScenarios({ saved, readModels, list, scenarios }: SyncOptions): Process {
  return {
    name: "saved scenarios",
    handles: ({ stream, type }) => idOf(stream) !== null && Object.hasOwn(TYPES, type),

    async handle(recorded, signal) {
      const id = idOf(recorded.stream)!;
      const event = codec.decode(recorded);
      const [was, is, now] = [
        presentOf((await saved.at(id, recorded.version - 1))?.state),
        presentOf((await saved.at(id, recorded.version))?.state),
        presentOf((await saved.load(id)).state),
      ];
      // On behalf of the person who caused the event, with that person's current rights; never as an admin.
      const actor = recorded.actor as Actor;
      const scopes = event.type === "SavedVersionAdded" && !event.data.mayShare ? WITHOUT_SHARING : null;
      const origin = { requestId: recorded.correlationId, signal, actor, scopes, admin: false };
      if (event.type === "SavedScenarioRoleGranted" || event.type === "SavedScenarioRoleRemoved") {
        const { person } = event.data;
        if (event.type === "SavedScenarioRoleRemoved" && event.data.into !== null) {
          // The roles move to the account that the person was coupled with.
          await scenarios.couplePerson({ person, into: event.data.into }, { ...origin, actor: ACTOR });
          return;
        }
        for (const version of versionsOf(is)) await share(recorded, version, [person], { is, now }, origin);
        return;
      }
      if (is !== null) {
        await list.catchUp();
        for (const version of movedVersions(was, is)) {
          const isNew = versionsOf(was).every(({ scenario }) => scenario !== version.scenario);
          await markAsSaved(recorded, version, isNew ? version.scenarioVersion : null, origin);
        }
      }
      const [before, after] = [versionsOf(was), versionsOf(is)];
      const left = before.filter((version) => !isIn(version, after));
      const entered = after.filter((version) => !isIn(version, before));
      // It may have become a version again; the event that added it again then restores the roles.
      for (const version of left) await share(recorded, version, "all", { is: null, now }, origin);
      for (const version of entered) await share(recorded, version, "all", { is, now }, origin);
    },
  };

  /**
   * Acts on behalf of the person who saved the scenario; if they may not change it, it is left unchanged. `savedAt`: the
   * version that was saved; a later decision on compatibility is kept. The idempotency key allows one change per event,
   * even if it changes nothing: a delayed process does not undo users' later changes.
   */
  async function markAsSaved(
    { id: event, stream }: RecordedEvent,
    { scenario, creation }: Version,
    savedAt: number | null,
    call: CallOrigin,
  ): Promise<void> {
    const origin = { ...call, idempotencyKey: `${event}:${scenario}:saved` };
    const isKept = await isSavedVersion(readModels, scenario);
    const mark = async (): Promise<void> => {
      const present = await scenarios.getScenario({ id: scenario, creation: creation ?? undefined }, origin);
      const isDecided =
        savedAt !== null &&
        present.keepCompatible !== isKept &&
        (await scenarios.getScenario({ id: scenario, at: savedAt }, origin)).keepCompatible === isKept;
      const metadataJson = isKept ? metadataOf(present, idOf(stream)!) : undefined;
      const keepCompatible = isDecided ? undefined : isKept;
      const update = { id: scenario, ...NO_CHANGE, keepCompatible, expectedVersion: present.version };
      const { outcome } = await scenarios.updateScenario({ ...update, metadataJson }, origin);
      // The metadata may be full, for example.
      if (outcome?.$case === "rejection" && metadataJson !== undefined) await scenarios.updateScenario(update, origin);
    };
    await ignoringRefusals(() => retryingConflicts(mark));
  }

  /**
   * Grants people the roles that an event gives them in a version, as far as they still have them in the saved scenario.
   * Roles of people who were not users then, or are not now, are revoked. The idempotency key allows one change per event,
   * even if it changes nothing: a delayed process undoes neither later events nor later decisions of the owners.
   */
  async function share(
    { id: event, stream }: RecordedEvent,
    { scenario, creation }: Version,
    people: readonly number[] | "all",
    { is, now }: { readonly is: SavedScenario | null; readonly now: SavedScenario | null },
    origin: CallOrigin,
  ): Promise<void> {
    const members = people === "all" ? membersOf(is, now) : membersOf(is, now, people);
    const isVersion = versionsOf(now).some((version) => version.scenario === scenario);
    await ignoringRefusals(async () => {
      await scenarios.shareThroughSaved(
        {
          id: scenario,
          creation: creation ?? undefined,
          savedScenario: idOf(stream)!,
          members: isVersion ? [...members] : [],
          takesBackOthers: people === "all" || !isVersion,
        },
        { ...origin, idempotencyKey: `${event}:${scenario}` },
      );
    });
  }
}

const ACTOR: Actor = "service:saved-scenarios";

/** Scopes of every token that has changed a saved scenario. */
const WITHOUT_SHARING = SAVED_RIGHTS["saved-update"].scopes;

const NO_CHANGE = {
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
} as const;

const presentOf = (state: SavedScenarioState | undefined): SavedScenario | null =>
  state?.status === "present" ? state : null;

const versionsOf = (saved: SavedScenario | null): readonly Version[] =>
  saved === null ? [] : [...saved.history, saved.present];

const isIn = ({ scenario }: Version, versions: readonly Version[]): boolean =>
  versions.some((each) => each.scenario === scenario);

/**
 * Limits of the roles that people get in a version: as of an event, as far as they still have them. A later event
 * grants its own roles, with the rights of its own actor. By default for all users, as of the event and now.
 */
function membersOf(
  is: SavedScenario | null,
  now: SavedScenario | null,
  people: Iterable<number> = Object.keys({ ...is?.roles, ...now?.roles, ...now?.coupled }).map(Number),
): readonly SavedMember[] {
  const personOf = (account: number): number => (now === null ? account : currentPerson(account, now));
  const roleOf = (account: number): Role | null =>
    lowerRole(is?.roles[account] ?? null, now?.roles[personOf(account)] ?? null);
  const roleAmong = (accounts: readonly number[], person: number): Role | null =>
    accounts
      .filter((account) => personOf(account) === person)
      .reduce<Role | null>((most, account) => higherRole(most, roleOf(account)), null);
  const accounts = [...people];
  const all = Object.keys(is?.roles ?? {}).map(Number);
  return [...new Set(accounts.flatMap((account) => [account, personOf(account)]))].map((person) => {
    // A coupled account keeps its role until its roles have moved to the other account.
    if (personOf(person) !== person) return { person, role: undefined, atMost: roleOf(person) ?? undefined };
    // An event about one account of a coupled person leaves the role of the other account.
    return {
      person,
      role: roleAmong(accounts, person) ?? undefined,
      atMost: roleAmong(all, person) ?? undefined,
    };
  });
}

/** Versions that were added, became the current one again, or were removed. */
function movedVersions(was: SavedScenario | null, is: SavedScenario): readonly Version[] {
  const [before, after] = [versionsOf(was), versionsOf(is)];
  const isCurrentAgain = is.present.scenario !== was?.present.scenario;
  return [
    ...before.filter((version) => !isIn(version, after)),
    ...after.filter((version) => !isIn(version, before) || (isCurrentAgain && version === is.present)),
  ];
}

/** The account that a person was coupled with, or the person. */
function currentPerson(person: number, { roles, coupled }: SavedScenario): number {
  const known = new Set<number>();
  let present = person;
  while (roles[present] === undefined && coupled[present] !== undefined && !known.has(present)) {
    known.add(present);
    present = coupled[present]!;
  }
  return present;
}

/** The scenario's metadata with a link to the saved scenario; undefined when it already has the link. */
function metadataOf({ metadataJson }: Scenario, id: number): string | undefined {
  const metadata = JSON.parse(metadataJson) as { readonly [key: string]: unknown };
  return metadata["saved_scenario_id"] === id ? undefined : JSON.stringify({ ...metadata, saved_scenario_id: id });
}

/** Does nothing when the scenario was deleted, is read-only, or belongs to another owner. */
async function ignoringRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefusal =
      error instanceof RpcError && (error.code === status.NOT_FOUND || error.code === status.PERMISSION_DENIED);
    if (!isRefusal) throw error;
  }
}

/** Retries when another change was made concurrently. */
async function retryingConflicts(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const isConflict = error instanceof RpcError && error.code === status.ABORTED;
      if (!isConflict || attempt === ATTEMPTS) throw error;
    }
  }
}
