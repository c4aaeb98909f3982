/** The changes of a scenario: earlier ones, and changes that happen while the page is open. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Api, type Change, changesOf } from "@etesian/client";
import { partsReplacedBy } from "./replacements.ts";
import type { Session } from "./session.ts";

export interface HistoryState {
  /** Changes by ascending version. Versions that the caller may not see are missing. */
  readonly changes: readonly Change[];
  /** The last change that moved a slider, by its key. */
  readonly movers: ReadonlyMap<string, Change>;
  /** Another person's change of a slider within the last few seconds, by its key. */
  readonly live: ReadonlyMap<string, Change>;
}

/** How long a slider shows the name of the person that moved it (ms). */
const LIVE_MS = 3_000;
/** Number of latest changes to read and keep. */
export const MAX_CHANGES = 1_000;
const PAGE = 100;
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
    live: new Map(),
  }));
  readonly #later: (work: () => void, ms: number) => void;

  constructor(later: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms)) {
    this.#later = later;
  }

  /** Adds changes in any order; known ones are skipped. */
  add(added: readonly Change[]): void {
    const known = new Set(this.state.getState().changes.map(({ version }) => version));
    const news = added.filter(({ version }) => !known.has(version));
    if (news.length === 0) return;
    const changes = [...this.state.getState().changes, ...news]
      .toSorted((a, b) => a.version - b.version)
      .slice(-MAX_CHANGES);
    this.state.setState({ changes, movers: moversOf(changes) });
  }

  /** Another person's change made just now: its sliders show their name for a few seconds. */
  announce(change: Change): void {
    const { live } = this.state.getState();
    this.state.setState({ live: new Map([...live, ...slidersOf(change).map((key) => [key, change] as const)]) });
    this.#later(() => {
      const left = [...this.state.getState().live].filter(([, each]) => each !== change);
      this.state.setState({ live: new Map(left) });
    }, LIVE_MS);
  }
}

const moversOf = (changes: readonly Change[]): ReadonlyMap<string, Change> =>
  new Map(changes.flatMap((change) => slidersOf(change).map((key) => [key, change] as const)));

/** The latest changes of a scenario. */
export async function readChanges(api: Api, id: number): Promise<readonly Change[]> {
  const read = async (page: number) =>
    (await api.GET("/api/v3/scenarios/{id}/history", { params: { path: { id }, query: { page, limit: PAGE } } })).data!;
  const first = await read(1);
  const pages = Math.min(first.meta.total_pages, MAX_CHANGES / PAGE);
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
  return [first, ...others].flatMap(({ data }) => data);
}

/**
 * Applies changes of other people while the page is open.
 * @param onReturn is called when the server answers again after a lost connection
 */
export async function follow(
  api: Api,
  {
    session,
    history,
    onReturn,
  }: { readonly session: Session; readonly history: History; readonly onReturn: () => void },
  signal: AbortSignal,
): Promise<void> {
  let isReturn = false;
  const { id, version } = session.state.getState().stored;
  /** The newest known version. */
  let known = version;
  /** Takes changes in any order, and returns the new ones of other people. */
  const receive = (changes: readonly Change[]): readonly Change[] => {
    history.add(changes);
    const theirs = changes.filter((change) => change.version > known && !session.hasSent(change.command));
    known = Math.max(known, ...changes.map((change) => change.version));
    if (theirs.some(({ type }) => type === "scenario_restored")) session.clearSteps();
    session.excludeFromUndo(theirs.flatMap((change) => [...slidersOf(change), ...partsReplacedBy(change)]));
    return theirs;
  };
  const catchUp = async (): Promise<void> => {
    if (known > session.state.getState().stored.version) await session.refresh();
  };
  while (!signal.aborted) {
    try {
      // The scenario was read earlier: its history may have continued.
      receive(await readChanges(api, id));
      if (isReturn) onReturn();
      await catchUp();
      // The stream starts with changes made before it was opened.
      for await (const change of changesOf(api, id, { after: known, signal })) {
        for (const theirs of receive([change])) history.announce(theirs);
        await catchUp();
      }
    } catch {
      // The connection broke; the next one delivers missed changes.
    }
    if (signal.aborted) return;
    isReturn = true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
