/** The changes to a scenario: earlier ones, and changes that happen while the page is open. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Api, type Change, changesOf, type TeamMessage } from "@etesian/client";
import { partsReplacedBy } from "./replacements.ts";
import type { Session } from "./session.ts";
import type { Team } from "./team.ts";

export interface HistoryState {
  /** Changes by ascending version. Versions that the caller may not see are missing. */
  readonly changes: readonly Change[];
  /** The last change that moved a slider, by the slider's key. */
  readonly movers: ReadonlyMap<string, Change>;
  /** Another person's change to a slider within the last few seconds, by the slider's key. */
  readonly recentChanges: ReadonlyMap<string, Change>;
}

/** Time for which a slider shows the name of the person who moved it (ms). */
const RECENT_MS = 3_000;
/** Number of latest changes to read and keep. */
export const MAX_CHANGES = 1_000;
/** Number of changes per request. */
export const PAGE_SIZE = 100;
const RETRY_MS = 2_000;

/** The sliders that a change moves, without balanced members of share groups. */
export function slidersOf({ type, data }: Change): readonly string[] {
  switch (type) {
    case "scenario_created":
    case "scenario_restored":
      return Object.keys(data.user_values);
    case "inputs_set":
      return [...Object.keys(data.user_values), ...data.reset];
    case "curve_attached":
      return Object.keys(data.sets);
    default:
      return [];
  }
}

export class History {
  readonly state: StoreApi<HistoryState> = createStore<HistoryState>()(() => ({
    changes: [],
    movers: new Map(),
    recentChanges: new Map(),
  }));
  readonly #schedule: (work: () => void, ms: number) => void;

  constructor(schedule: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms)) {
    this.#schedule = schedule;
  }

  /** Adds changes in any order, and skips known ones. */
  add(addedChanges: readonly Change[]): void {
    const knownVersions = new Set(this.state.getState().changes.map(({ version }) => version));
    const newChanges = addedChanges.filter(({ version }) => !knownVersions.has(version));
    if (newChanges.length === 0) return;
    const changes = [...this.state.getState().changes, ...newChanges]
      .toSorted((a, b) => a.version - b.version)
      .slice(-MAX_CHANGES);
    this.state.setState({ changes, movers: moversOf(changes) });
  }

  /** Announces another person's new change: for a few seconds, its sliders show the person's name. */
  announce(change: Change): void {
    const { recentChanges } = this.state.getState();
    this.state.setState({
      recentChanges: new Map([...recentChanges, ...slidersOf(change).map((key) => [key, change] as const)]),
    });
    this.#schedule(() => {
      const remainingChanges = [...this.state.getState().recentChanges].filter(([, entry]) => entry !== change);
      this.state.setState({ recentChanges: new Map(remainingChanges) });
    }, RECENT_MS);
  }
}

const moversOf = (changes: readonly Change[]): ReadonlyMap<string, Change> =>
  new Map(changes.flatMap((change) => slidersOf(change).map((key) => [key, change] as const)));

/** A page of the changes to a scenario, the latest first. Pages are numbered from 1. */
export const readPage = async (api: Api, id: number, page: number) =>
  (await api.GET("/api/v3/scenarios/{id}/history", { params: { path: { id }, query: { page, limit: PAGE_SIZE } } }))
    .data!;

/** The latest changes to a scenario. */
export async function readChanges(api: Api, id: number): Promise<readonly Change[]> {
  const read = (page: number) => readPage(api, id, page);
  const firstPage = await read(1);
  const pages = Math.min(firstPage.meta.total_pages, MAX_CHANGES / PAGE_SIZE);
  const otherPages = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
  return [firstPage, ...otherPages].flatMap(({ data }) => data);
}

/**
 * Applies changes by other people while the page is open.
 * @param onReconnect is called when the server responds again after a lost connection
 */
export async function follow(
  api: Api,
  {
    session,
    history,
    team,
    onReconnect,
  }: {
    readonly session: Session;
    readonly history: History;
    readonly team: Pick<Team, "receive" | "shouldFollow">;
    readonly onReconnect: () => void;
  },
  signal: AbortSignal,
): Promise<void> {
  let isReconnection = false;
  const { id, version } = session.state.getState().scenario;
  /** The newest known version. */
  let knownVersion = version;
  /** Receives changes in any order, and returns other people's new ones. */
  const receive = (changes: readonly Change[]): readonly Change[] => {
    history.add(changes);
    const foreignChanges = changes.filter(
      (change) => change.version > knownVersion && !session.hasSent(change.command),
    );
    knownVersion = Math.max(knownVersion, ...changes.map((change) => change.version));
    if (foreignChanges.some(({ type }) => type === "scenario_restored")) session.clearSteps();
    session.excludeFromUndo(foreignChanges.flatMap((change) => [...slidersOf(change), ...partsReplacedBy(change)]));
    return foreignChanges;
  };
  const catchUp = async (): Promise<void> => {
    if (knownVersion > session.state.getState().scenario.version) await session.refresh();
  };
  while (!signal.aborted) {
    try {
      // The scenario was read earlier, so there may be newer changes.
      receive(await readChanges(api, id));
      if (isReconnection) onReconnect();
      await catchUp();
      // The stream starts with changes made before it was opened.
      const onTeam = (await team.shouldFollow()) ? { onTeam: (message: TeamMessage) => team.receive(message) } : {};
      for await (const change of changesOf(api, id, { after: knownVersion, signal, ...onTeam })) {
        for (const foreignChange of receive([change])) history.announce(foreignChange);
        await catchUp();
      }
    } catch {
      // The connection broke; the next one delivers missed changes.
    }
    if (signal.aborted) return;
    isReconnection = true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
