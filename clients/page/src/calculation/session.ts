/**
 * One scenario on the screen: what is stored, what is under the hand, what is shown. A drag is a preview, its release is one
 * change that is stored, and a cancelled drag leaves nothing.
 *
 * The rule of frames: all numbers shown come from one answer. During a drag it is the newest that has been calculated; at rest
 * it is the answer to the sliders as they stand.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  Answer,
  Calculator,
  ChangedScenario,
  Changes,
  Explanation,
  Inspection,
  InspectionQuestion,
  Question,
  Sliders,
  StoredScenario,
  Told,
  Value,
  Variant,
  Wanted,
} from "./calculator.ts";
import { type Outbox, OwnChanges, type Waiting } from "./own-changes.ts";

/** Stores changes of a scenario. */
export interface Storage {
  /** Stores a change of its maker once, however often it is sent. */
  readonly change: (id: number, waiting: Waiting) => Promise<Stored>;
  readonly read: (id: number) => Promise<StoredScenario>;
  /** A scenario as it was at a version. */
  readonly readVersion: (scenario: StoredScenario, version: number) => Promise<StoredScenario>;
  /** Brings a version back, as a change of its own. */
  readonly restore: (id: number, version: number, command: string) => Promise<Restored>;
}
export type Restored = { readonly kind: "restored" } | Exclude<Stored, { readonly kind: "stored" }>;
export type Stored =
  | { readonly kind: "stored"; readonly scenario: ChangedScenario }
  /** The service's own sentences. */
  | { readonly kind: "refused"; readonly errors: readonly string[] }
  /** No answer, or that of a busy server: to be sent again. */
  | { readonly kind: "unreachable"; readonly errors: readonly string[] }
  /** The sign-in of the person has expired: to be sent again once they are back. */
  | { readonly kind: "signedOut" };

export interface SessionState {
  readonly stored: StoredScenario;
  /** The scenario below the moves: the stored one, or the version that is visited. */
  readonly base: StoredScenario;
  /** The earlier version that is visited, which `base` follows as soon as it is read; null: none is. */
  readonly visiting: number | null;
  /** Why a version could not be visited or restored. */
  readonly visitFault: string | null;
  /** Null until the first answer. */
  readonly shown: Answer | null;
  /** The answer at rest before the latest change: drawn in grey until the next one begins. */
  readonly before: Answer | null;
  /** The slider under the hand; null: none is. */
  readonly hand: string | null;
  /** Moves that are not stored yet: those of the hand, and those that were released. */
  readonly moves: Changes;
  /** Whether the numbers shown are of other sliders than those on the screen. */
  readonly isCalculating: boolean;
  /** By slider: why it went back. */
  readonly refusals: Readonly<Record<string, readonly string[]>>;
  /** Changes that wait to be sent. */
  readonly unsent: number;
  readonly isOffline: boolean;
  /** Whether changes wait for the person to sign in again. */
  readonly isSignedOut: boolean;
  /** Why nothing is calculated. */
  readonly fault: string | null;
  /** What the slider that is pointed at does; null: none is. */
  readonly response: Response | null;
  /** Results of the changes that are weighed; null: none are. */
  readonly effects: Effects | null;
  /** Explanations of the answer that is shown, by query, as far as they were asked for. */
  readonly explanations: ReadonlyMap<string, Explanation>;
  /** Changes that can be undone and redone, in this page. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What numbers become over the range of a slider. */
export interface Response {
  readonly key: string;
  readonly version: number;
  /** By rising value, as far as they are calculated. */
  readonly points: readonly { readonly value: number; readonly results: Variant["results"] }[];
}

/** The results of several changes, each made alone. */
export interface Effects {
  readonly variants: readonly Changes[];
  /** By the place of the change, as far as they are calculated. */
  readonly known: ReadonlyMap<number, Variant>;
}

const NONE_EXPLAINED: ReadonlyMap<string, Explanation> = new Map();
const RETRY_MS = 2_000;
const NO_OUTBOX: Outbox = { read: () => [], add: () => {}, remove: () => {} };

const isSame = (one: Wanted, other: Wanted): boolean =>
  areSame(one.queries, other.queries) && areSame(one.curves, other.curves);
const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((key, place) => key === others[place]);

export class Session {
  readonly state: StoreApi<SessionState>;
  readonly #storage: Storage;
  readonly #calculator: Calculator;
  readonly #newCommand: () => string;
  readonly #maker: () => number | null;
  readonly #later: (work: () => void, ms: number) => void;
  readonly #own: OwnChanges;
  #wanted: Wanted = { queries: [], curves: [] };
  #n = 0;
  /** The variants that are tried out now, and what takes each of them. */
  #trial: { readonly id: number; readonly take: (variant: Variant) => void } = { id: 0, take: () => {} };
  #isSending = false;
  #underHand: Changes = {};
  /** Names of all changes that this page has made. */
  readonly #commands = new Set<string>();
  readonly #versions = new Map<number, StoredScenario>();
  #isReadingVersion = false;
  /** The person whose changes were taken from the outbox; null: none's yet. */
  #adoptedFor: number | null;

  constructor(
    stored: StoredScenario,
    {
      storage,
      calculator,
      newCommand,
      maker = () => null,
      later = setTimeout,
      outbox = NO_OUTBOX,
    }: {
      readonly storage: Storage;
      readonly calculator: (told: Told) => Calculator;
      /** Names a change, so that it is stored once. */
      readonly newCommand: () => string;
      /** The person who moves sliders now; null: a guest. */
      readonly maker?: () => number | null;
      readonly later?: (work: () => void, ms: number) => void;
      readonly outbox?: Outbox;
    },
  ) {
    this.#storage = storage;
    this.#own = new OwnChanges(outbox);
    this.#newCommand = newCommand;
    this.#maker = maker;
    this.#adoptedFor = maker();
    // Browsers refuse a timer that is called as a method of something else.
    this.#later = (work, ms) => {
      later(work, ms);
    };
    this.state = createStore<SessionState>()(() => ({
      stored,
      base: stored,
      visiting: null,
      visitFault: null,
      shown: null,
      before: null,
      hand: null,
      moves: {},
      isCalculating: true,
      refusals: {},
      unsent: 0,
      isOffline: false,
      isSignedOut: false,
      fault: null,
      response: null,
      effects: null,
      explanations: NONE_EXPLAINED,
      canUndo: false,
      canRedo: false,
    }));
    this.#calculator = calculator({
      onAnswer: (answer) => this.#show(answer),
      onVariant: (variant) => {
        if (variant.id === this.#trial.id) this.#trial.take(variant);
      },
      onInspection: (inspection) => this.#report(inspection),
      onExplanation: (explanation) => this.#keepExplanation(explanation),
      onFault: (fault) => this.state.setState({ fault, isCalculating: false }),
    });
    for (const { command } of this.#own.waiting) this.#commands.add(command);
    if (this.#own.waiting.length > 0) {
      this.#lay();
      void this.#send();
    }
  }

  /** What is on the screen now; the same again asks nothing. */
  want(wanted: Wanted): void {
    if (this.#n > 0 && isSame(wanted, this.#wanted)) return;
    this.#wanted = wanted;
    this.#ask();
  }

  /** Whether hours can be looked at: the server makes no reports of them. */
  get canInspect(): boolean {
    return this.#calculator.inspect !== null;
  }

  /** Looks at an hour of a market, whose report follows the numbers that are shown; null: at none any more. */
  inspect(question: InspectionQuestion | null): void {
    this.#calculator.inspect?.(question);
  }

  /** Whether results can be explained: the server's are not. */
  get canExplain(): boolean {
    return this.#calculator.explain !== null;
  }

  /** Asks what the result of a query is made of, in the answer that is shown. */
  explain(query: string): void {
    this.#calculator.explain?.(query);
  }

  /** Begins to calculate what a slider does, by changes that each give it a value; where the calculator can. */
  explore(key: string, variants: readonly Readonly<Record<string, number>>[], queries: readonly string[]): void {
    const { base, response } = this.state.getState();
    if (response?.key === key && response.version === base.version) return;
    this.state.setState({ response: { key, version: base.version, points: [] } });
    this.#tryOut(base, variants, queries, ({ index, results, refused }) => {
      const current = this.state.getState().response;
      if (current === null || refused.length > 0) return;
      const points = [...current.points, { value: variants[index]![key]!, results }].toSorted(
        (a, b) => a.value - b.value,
      );
      this.state.setState({ response: { ...current, points } });
    });
  }

  /** Begins to calculate what each of these changes does alone to the scenario as it is shown; where the calculator can. */
  weigh(variants: readonly Changes[], queries: readonly string[]): void {
    const { base } = this.state.getState();
    // The calculator has one such question at a time: the response of a slider is asked for again.
    this.state.setState({ effects: { variants, known: new Map() }, response: null });
    this.#tryOut(base, variants, queries, (variant) => {
      const { effects } = this.state.getState();
      if (effects === null) return;
      this.state.setState({ effects: { ...effects, known: new Map([...effects.known, [variant.index, variant]]) } });
    });
  }

  /** A hand takes a slider: the state before becomes the ghost. */
  press(key: string): void {
    this.leave();
    const { [key]: _, ...others } = this.state.getState().refusals;
    this.state.setState({ hand: key, before: this.#atRest(), refusals: others });
  }

  /**
   * The slider under the hand is at a value: a preview.
   * @param others sliders that move with it, as long as it stands there: members of its share group
   */
  move(key: string, value: Value, others: Changes = {}): void {
    if (this.state.getState().hand !== key) {
      this.release();
      this.press(key);
    }
    this.#underHand = { ...others, [key]: value };
    this.#ask(this.#laid());
  }

  /** The hand lets go: its moves become one change. */
  release(): void {
    const changes = this.#underHand;
    this.#underHand = {};
    this.state.setState({ hand: null });
    if (Object.keys(changes).length === 0) return;
    this.#change(changes);
  }

  /** As if the hand had not come. */
  cancel(): void {
    if (this.state.getState().hand === null) return;
    this.#underHand = {};
    this.state.setState({ hand: null });
    this.#lay();
    this.#showBefore();
  }

  /** Moves sliders at once, as a value that was typed, or a reset. */
  set(changes: Changes): void {
    const [first] = Object.keys(changes);
    if (first === undefined) return;
    this.press(first);
    this.state.setState({ hand: null });
    this.#change(changes);
  }

  /** Says at a slider why a value that was typed is not taken. */
  refuse(key: string, reason: string): void {
    this.state.setState(({ refusals }) => ({ refusals: { ...refusals, [key]: [reason] } }));
  }

  /** Takes back the latest change of this page, be it stored already or not. */
  undo(): void {
    if (!this.#own.canUndo) return;
    this.#lookBack();
    this.#own.undo(this.#nameCommand(), this.#maker());
    this.#sendNext();
  }
  redo(): void {
    if (!this.#own.canRedo) return;
    this.#lookBack();
    this.#own.redo(this.#nameCommand(), this.#maker());
    this.#sendNext();
  }

  /** Shows the scenario as it was at a version, and stores nothing. Of several versions the newest asked for is shown. */
  visit(version: number): void {
    const { stored, visiting } = this.state.getState();
    if (version === stored.version) {
      this.leave();
      return;
    }
    this.cancel();
    if (visiting === null) this.state.setState({ before: this.#atRest() });
    this.state.setState({ visiting: version, visitFault: null });
    void this.#readVisited();
  }

  /** Back to the scenario as it is stored. */
  leave(): void {
    const { visiting, stored } = this.state.getState();
    if (visiting === null) return;
    this.state.setState({ visiting: null, visitFault: null, base: stored });
    this.#lay();
    this.#showBefore();
  }

  /**
   * Makes the version that is visited the present one: a change, after which there is nothing to undo. Changes that wait were
   * made before it, and are stored before it.
   */
  async restore(): Promise<void> {
    const { visiting, stored } = this.state.getState();
    if (visiting === null) return;
    await this.allStored();
    if (this.state.getState().visiting !== visiting) return;
    const outcome = await this.#storage.restore(stored.id, visiting, this.#nameCommand());
    switch (outcome.kind) {
      case "refused":
      case "unreachable":
        this.state.setState({ visitFault: outcome.errors.join(" ") });
        return;
      case "signedOut":
        this.state.setState({ isSignedOut: true });
        return;
      case "restored":
        this.#own.forgetSteps();
        // Where it cannot be read, the change feed tells of it later.
        await this.refresh().catch(() => {});
        this.leave();
    }
  }

  /** Sliders as they stand without the hand. */
  get standing(): Sliders {
    const { base, before, hand, shown } = this.state.getState();
    const values = Object.entries({ ...base.userValues, ...this.#own.moves });
    return {
      userValues: Object.fromEntries(values.filter(([, value]) => value !== "reset")),
      balancedValues: ((hand === null ? shown : before)?.sliders ?? base).balancedValues,
    };
  }

  /** Whether a change was made by this page. */
  hasSent(command: string | undefined): boolean {
    return command !== undefined && this.#commands.has(command);
  }

  /** Others moved these sliders: undo and redo of this page leave them alone from now on. */
  giveWay(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#own.giveWay(keys);
    this.#lay();
  }

  /** Another person brought an earlier version back: undo and redo of this page lead nowhere from now on. */
  forgetSteps(): void {
    this.#own.forgetSteps();
    this.#lay();
  }

  /** The scenario was changed elsewhere. */
  async refresh(): Promise<void> {
    const { id, version } = this.state.getState().stored;
    const stored = await this.#storage.read(id);
    if (stored.version > version) this.#take(stored);
  }

  /** A person has signed in: changes that waited for them are sent, those of another person wait in the outbox. */
  resume(person: number): void {
    // One that is on its way has been taken by the service, or is refused.
    if (!this.#isSending && this.#own.leaveToOthers(person)) {
      this.#ask(this.#laid());
    }
    const adopted = this.#adoptedFor === person ? [] : this.#own.adoptOf(person);
    this.#adoptedFor = person;
    if (adopted.length > 0) {
      for (const { command } of adopted) this.#commands.add(command);
      this.#ask(this.#laid());
    }
    if (!this.state.getState().isSignedOut && adopted.length === 0) return;
    this.state.setState({ isSignedOut: false });
    void this.#send();
  }

  /** Resolves once no change waits to be sent. */
  async allStored(): Promise<void> {
    if (this.state.getState().unsent === 0) return;
    await new Promise<void>((resolve) => {
      const stop = this.state.subscribe(({ unsent }) => {
        if (unsent > 0) return;
        stop();
        resolve();
      });
    });
  }

  /** Whether all changes that wait outlast the page: a browser may refuse to keep them. */
  get isKept(): boolean {
    return this.#own.isKept;
  }

  close(): void {
    this.#calculator.close();
  }

  /** The answer to the sliders as they stand, else the one before them. */
  #atRest(): Answer | null {
    const { shown, before } = this.state.getState();
    return shown?.n === this.#n ? shown : before;
  }

  /** Shows the numbers before again, at once where they are of the sliders as they are stored. */
  #showBefore(): void {
    const { before, stored } = this.state.getState();
    // An answer that is still being calculated, for the hand or another version, is too late now.
    const n = ++this.#n;
    const isAsStored = before?.version === stored.version && this.#own.waiting.length === 0;
    if (before === null || before.curves === null || !isAsStored) this.#ask();
    else {
      this.state.setState({
        shown: { ...before, n },
        explanations: NONE_EXPLAINED,
        before: null,
        isCalculating: false,
      });
      // Reports of hours are of what was calculated last, and a change that was in the numbers may have been refused since.
      this.#calculator.ask(this.#question(n));
    }
  }

  /** Another hour of the answer that is shown. */
  #report(inspection: Inspection): void {
    const { shown } = this.state.getState();
    if (shown?.n === inspection.n) this.state.setState({ shown: { ...shown, inspection } });
  }

  #keepExplanation(explanation: Explanation): void {
    const { shown, explanations } = this.state.getState();
    if (shown?.n !== explanation.n) return;
    this.state.setState({ explanations: new Map([...explanations, [explanation.query, explanation]]) });
  }

  /** Reads the version that is visited, one after the other while it changes. */
  async #readVisited(): Promise<void> {
    if (this.#isReadingVersion) return;
    this.#isReadingVersion = true;
    try {
      for (;;) {
        const { visiting, base, stored } = this.state.getState();
        if (visiting === null || visiting === base.version) return;
        const version = this.#versions.get(visiting) ?? (await this.#storage.readVersion(stored, visiting));
        this.#versions.set(visiting, version);
        if (this.state.getState().visiting === null) return;
        this.state.setState({ base: version });
        this.#ask(this.#laid());
      }
    } catch (error) {
      this.leave();
      this.state.setState({ visitFault: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#isReadingVersion = false;
    }
  }

  #nameCommand(): string {
    const command = this.#newCommand();
    this.#commands.add(command);
    return command;
  }

  /** Back to the scenario as it is stored, whose numbers become the ghost. */
  #lookBack(): void {
    this.leave();
    this.state.setState({ before: this.state.getState().shown });
  }

  #change(changes: Changes): void {
    this.#own.make(changes, this.state.getState().stored.userValues, this.#nameCommand(), this.#maker());
    this.#sendNext();
  }

  #sendNext(): void {
    this.#ask(this.#laid());
    void this.#send();
  }

  /** Stores what waits, one after the other. */
  async #send(): Promise<void> {
    if (this.#isSending || this.state.getState().isSignedOut) return;
    this.#isSending = true;
    try {
      for (let [next] = this.#own.waiting; next !== undefined; [next] = this.#own.waiting) {
        const { stored } = this.state.getState();
        const outcome = await this.#storage.change(stored.id, next);
        if (outcome.kind === "unreachable") {
          this.state.setState({ isOffline: true });
          this.#later(() => void this.#send(), RETRY_MS);
          return;
        }
        if (outcome.kind === "signedOut") {
          this.state.setState({ isOffline: false, isSignedOut: true });
          return;
        }
        this.state.setState({ isOffline: false });
        if (outcome.kind === "stored") {
          // Until it is read its slider stands where it was released.
          const scenario = await this.#afterChange(outcome.scenario);
          this.#own.takeStored();
          this.#take(scenario);
        } else {
          this.#own.takeRefused();
          this.#refuse(next.changes, outcome.errors);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  #refuse(changes: Changes, errors: readonly string[]): void {
    const refusals = Object.fromEntries(Object.keys(changes).map((key) => [key, errors]));
    this.state.setState((state) => ({ refusals: { ...state.refusals, ...refusals } }));
    this.#ask(this.#laid());
  }

  /** The scenario after a change of its own; what others changed before it may be more than sliders, and is read. */
  async #afterChange(changed: ChangedScenario): Promise<StoredScenario> {
    const { stored } = this.state.getState();
    const known = { ...stored, ...changed };
    return changed.version <= stored.version + 1 ? known : this.#storage.read(stored.id).catch(() => known);
  }

  #take(stored: StoredScenario): void {
    const isNewer = stored.version >= this.state.getState().stored.version;
    if (isNewer) this.state.setState(({ visiting, base }) => ({ stored, base: visiting === null ? stored : base }));
    this.#ask(this.#laid());
  }

  /** All moves that are not stored yet, the latest of each slider. */
  #laid(): Pick<SessionState, "moves" | "unsent" | "canUndo" | "canRedo"> {
    const moves = { ...this.#own.moves, ...this.#underHand };
    return {
      // Unsent moves are no part of an earlier version.
      moves: this.state.getState().visiting === null ? moves : {},
      unsent: this.#own.waiting.length,
      canUndo: this.#own.canUndo,
      canRedo: this.#own.canRedo,
    };
  }

  #lay(): void {
    this.state.setState(this.#laid());
  }

  /** @param laid told at the same time: all that is on the screen hears each telling */
  #ask(laid: Partial<SessionState> = {}): void {
    this.state.setState({ ...laid, isCalculating: true });
    this.#calculator.ask(this.#question(++this.#n));
  }

  #question(n: number): Question {
    const { base, moves } = this.state.getState();
    return { n, stored: base, changes: moves, wanted: this.#wanted };
  }

  #tryOut(
    stored: StoredScenario,
    variants: readonly Changes[],
    queries: readonly string[],
    take: (variant: Variant) => void,
  ): void {
    const id = this.#trial.id + 1;
    this.#trial = { id, take };
    this.#calculator.tryOut?.({ id, stored, variants, queries });
  }

  #show(answer: Answer): void {
    const { shown } = this.state.getState();
    if (shown !== null && answer.n < shown.n) return;
    this.state.setState({
      shown: answer,
      explanations: NONE_EXPLAINED,
      isCalculating: answer.n < this.#n || answer.curves === null,
      fault: null,
    });
  }
}
