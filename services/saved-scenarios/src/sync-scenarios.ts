/**
 * Synchronises scenarios with the saved scenarios that contain them: a process on the events of saved scenarios. For
 * every event, it updates scenarios to match the saved scenario's current state. A crash between two steps or a
 * repeated event therefore neither loses nor duplicates a change.
 */
import { higherRole, lowerRole, type Role, SAVED_RIGHTS } from "@etesian/contracts/rights";
import type { SavedMember, Scenario } from "@etesian/contracts/scenarios";
import type { Projector, ReadDatabase, RecordedEvent, ServiceProcess } from "@etesian/event-store";
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
  readonly savedScenarios: SavedScenarios;
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

/** Maximum number of attempts when a scenario changes concurrently. */
const ATTEMPTS = 5;

export function syncScenarios({ savedScenarios, readModels, list, scenarios }: SyncOptions): ServiceProcess {
  return {
    name: "saved scenarios",
    handles: ({ stream, type }) => idOf(stream) !== null && Object.hasOwn(TYPES, type),

    async handle(recorded, signal) {
      const id = idOf(recorded.stream)!;
      const event = codec.decode(recorded);
      const [previousState, eventState, latestState] = [
        presentOrNull((await savedScenarios.loadVersion(id, recorded.version - 1))?.state),
        presentOrNull((await savedScenarios.loadVersion(id, recorded.version))?.state),
        presentOrNull((await savedScenarios.load(id)).state),
      ];
      // Acts on behalf of the person who caused the event, with that person's current rights, and never as an admin.
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
        for (const version of versionsOf(eventState))
          await share(recorded, version, [person], { eventState, latestState }, origin);
        return;
      }
      if (eventState !== null) {
        await list.catchUp();
        for (const version of changedVersions(previousState, eventState)) {
          const isNew = versionsOf(previousState).every(({ scenario }) => scenario !== version.scenario);
          await markAsSaved(recorded, version, isNew ? version.scenarioVersion : null, origin);
        }
      }
      const [previousVersions, eventVersions] = [versionsOf(previousState), versionsOf(eventState)];
      const removedVersions = previousVersions.filter((version) => !isIn(version, eventVersions));
      const addedVersions = eventVersions.filter((version) => !isIn(version, previousVersions));
      // If a removed version was added again later, that event restores the roles.
      for (const version of removedVersions)
        await share(recorded, version, "all", { eventState: null, latestState }, origin);
      for (const version of addedVersions) await share(recorded, version, "all", { eventState, latestState }, origin);
    },
  };

  /**
   * Marks a scenario as saved, or no longer saved, on behalf of the person who caused the event; it remains unchanged
   * if they may not change it. `savedVersion` is the scenario's version when it was saved: a later decision on
   * compatibility is kept. The idempotency key allows one change per event, even if it changes nothing: a delayed
   * process does not undo users' later changes.
   */
  async function markAsSaved(
    { id: event, stream }: RecordedEvent,
    { scenario, creation }: Version,
    savedVersion: number | null,
    call: CallOrigin,
  ): Promise<void> {
    const origin = { ...call, idempotencyKey: `${event}:${scenario}:saved` };
    const isStillSaved = await isSavedVersion(readModels, scenario);
    const mark = async (): Promise<void> => {
      const currentScenario = await scenarios.getScenario({ id: scenario, creation: creation ?? undefined }, origin);
      const hasLaterDecision =
        savedVersion !== null &&
        currentScenario.keepCompatible !== isStillSaved &&
        (await scenarios.getScenario({ id: scenario, at: savedVersion }, origin)).keepCompatible === isStillSaved;
      const metadataJson = isStillSaved ? withSavedScenarioLink(currentScenario, idOf(stream)!) : undefined;
      const keepCompatible = hasLaterDecision ? undefined : isStillSaved;
      const update = { id: scenario, ...NO_CHANGE, keepCompatible, expectedVersion: currentScenario.version };
      const { outcome } = await scenarios.updateScenario({ ...update, metadataJson }, origin);
      // The metadata was rejected, for example because it is too large.
      if (outcome?.$case === "rejection" && metadataJson !== undefined) await scenarios.updateScenario(update, origin);
    };
    await ignoreRefusals(() => retryConflicts(mark));
  }

  /**
   * Grants people the roles that an event gives them in a version, limited to their current roles in the saved
   * scenario. Revokes roles of people who were not users at the time of the event, or no longer are. The idempotency
   * key allows one change per event, even if it changes nothing: a delayed process undoes neither later events nor
   * later decisions of the owners.
   */
  async function share(
    { id: event, stream }: RecordedEvent,
    { scenario, creation }: Version,
    people: readonly number[] | "all",
    {
      eventState,
      latestState,
    }: { readonly eventState: SavedScenario | null; readonly latestState: SavedScenario | null },
    origin: CallOrigin,
  ): Promise<void> {
    const members = people === "all" ? membersOf(eventState, latestState) : membersOf(eventState, latestState, people);
    const isVersion = versionsOf(latestState).some((version) => version.scenario === scenario);
    await ignoreRefusals(async () => {
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

/** Scopes that every token needs to change a saved scenario. */
const WITHOUT_SHARING = SAVED_RIGHTS["saved-update"].scopes;

const NO_CHANGE = {
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
} as const;

const presentOrNull = (state: SavedScenarioState | undefined): SavedScenario | null =>
  state?.status === "present" ? state : null;

const versionsOf = (savedScenario: SavedScenario | null): readonly Version[] =>
  savedScenario === null ? [] : [...savedScenario.history, savedScenario.currentVersion];

const isIn = ({ scenario }: Version, versions: readonly Version[]): boolean =>
  versions.some((version) => version.scenario === scenario);

/**
 * Limits on the roles that people get in a version: their roles after an event, limited to their current ones. A later
 * event grants its own roles, with its own actor's rights. Covers by default all users at the time of the event and
 * now.
 */
function membersOf(
  eventState: SavedScenario | null,
  latestState: SavedScenario | null,
  people: Iterable<number> = Object.keys({ ...eventState?.roles, ...latestState?.roles, ...latestState?.coupled }).map(
    Number,
  ),
): readonly SavedMember[] {
  const personOf = (account: number): number => (latestState === null ? account : currentPerson(account, latestState));
  const roleOf = (account: number): Role | null =>
    lowerRole(eventState?.roles[account] ?? null, latestState?.roles[personOf(account)] ?? null);
  const highestRole = (accounts: readonly number[], person: number): Role | null =>
    accounts
      .filter((account) => personOf(account) === person)
      .reduce<Role | null>((highest, account) => higherRole(highest, roleOf(account)), null);
  const accounts = [...people];
  const allAccounts = Object.keys(eventState?.roles ?? {}).map(Number);
  return [...new Set(accounts.flatMap((account) => [account, personOf(account)]))].map((person) => {
    // A coupled account keeps its role until its roles have moved to the other account.
    if (personOf(person) !== person) return { person, role: undefined, atMost: roleOf(person) ?? undefined };
    // An event about one account of a coupled person does not affect the other account's role.
    return {
      person,
      role: highestRole(accounts, person) ?? undefined,
      atMost: highestRole(allAccounts, person) ?? undefined,
    };
  });
}

/** Versions that were added, became the current one again, or were removed. */
function changedVersions(previousState: SavedScenario | null, eventState: SavedScenario): readonly Version[] {
  const [previousVersions, eventVersions] = [versionsOf(previousState), versionsOf(eventState)];
  const isCurrentAgain = eventState.currentVersion.scenario !== previousState?.currentVersion.scenario;
  return [
    ...previousVersions.filter((version) => !isIn(version, eventVersions)),
    ...eventVersions.filter(
      (version) => !isIn(version, previousVersions) || (isCurrentAgain && version === eventState.currentVersion),
    ),
  ];
}

/** The account that a person was coupled with, or the person. */
function currentPerson(person: number, { roles, coupled }: SavedScenario): number {
  const visitedIds = new Set<number>();
  let currentId = person;
  while (roles[currentId] === undefined && coupled[currentId] !== undefined && !visitedIds.has(currentId)) {
    visitedIds.add(currentId);
    currentId = coupled[currentId]!;
  }
  return currentId;
}

/** The scenario's metadata with a link to the saved scenario; undefined when it already has the link. */
function withSavedScenarioLink({ metadataJson }: Scenario, id: number): string | undefined {
  const metadata = JSON.parse(metadataJson) as { readonly [key: string]: unknown };
  return metadata["saved_scenario_id"] === id ? undefined : JSON.stringify({ ...metadata, saved_scenario_id: id });
}

/** Ignores the refusal of a scenario that was deleted, is read-only, or belongs to another owner. */
async function ignoreRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefusal =
      error instanceof RpcError && (error.code === status.NOT_FOUND || error.code === status.PERMISSION_DENIED);
    if (!isRefusal) throw error;
  }
}

/** Retries after a concurrent change. */
async function retryConflicts(work: () => Promise<void>): Promise<void> {
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
