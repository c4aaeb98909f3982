/** Visits to earlier versions: a version is shown without storing anything, and can be restored. */
import type { StoredScenario } from "./calculator.ts";
import type { Numbers } from "./numbers.ts";
import type { SessionStore } from "./session-state.ts";
import type { RestoreOutcome, Storage } from "./storage.ts";

export class Visits {
  readonly #state: SessionStore;
  readonly #storage: Storage;
  readonly #numbers: Numbers;
  readonly #versions = new Map<number, StoredScenario>();
  #isReading = false;

  constructor(state: SessionStore, storage: Storage, numbers: Numbers) {
    this.#state = state;
    this.#storage = storage;
    this.#numbers = numbers;
  }

  /** Shows a version; if several are requested in a row, the newest wins. */
  visit(version: number): void {
    if (this.#state.getState().visitedVersion === null)
      this.#state.setState({ previousAnswer: this.#numbers.answerAtRest() });
    this.#state.setState({ visitedVersion: version, visitFault: null });
    void this.#read();
  }

  /** Shows the stored scenario again. */
  leave(): void {
    const { visitedVersion, scenario } = this.#state.getState();
    if (visitedVersion === null) return;
    this.#state.setState({ visitedVersion: null, visitFault: null, base: scenario });
    this.#numbers.showPreviousAnswer();
  }

  /**
   * Stores the visited version as the current one.
   * @returns whether it was restored; the state has the reason for a failure
   */
  async restore(version: number, command: string): Promise<boolean> {
    const outcome: RestoreOutcome = await this.#storage.restore(this.#state.getState().scenario.id, version, command);
    if (outcome.kind === "signedOut") this.#state.setState({ isSignedOut: true });
    else if (outcome.kind !== "restored") this.#state.setState({ visitFault: outcome.errors.join(" ") });
    return outcome.kind === "restored";
  }

  /** Reads one version at a time, because the user may select another one meanwhile. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      for (;;) {
        const { visitedVersion, base, scenario } = this.#state.getState();
        if (visitedVersion === null || visitedVersion === base.version) return;
        const version =
          this.#versions.get(visitedVersion) ?? (await this.#storage.readVersion(scenario, visitedVersion));
        this.#versions.set(visitedVersion, version);
        if (this.#state.getState().visitedVersion === null) return;
        this.#state.setState({ base: version });
        this.#numbers.calculate();
      }
    } catch (error) {
      this.leave();
      this.#state.setState({ visitFault: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#isReading = false;
    }
  }
}
