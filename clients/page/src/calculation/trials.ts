/**
 * Changes that are calculated but not applied: the response of a slider, the effect of each difference between
 * scenarios, and a different set of active couplings.
 */
import type { Calculator, Changes, StoredScenario, Variant } from "./calculator.ts";
import type { SessionStore } from "./session-state.ts";

type Values = readonly Readonly<Record<string, number>>[];

export class Trials {
  readonly #state: SessionStore;
  readonly #calculator: Calculator;
  #id = 0;
  #onVariant: (variant: Variant) => void = () => {};

  constructor(state: SessionStore, calculator: Calculator) {
    this.#state = state;
    this.#calculator = calculator;
  }

  /** Calculates the response of a slider with one change per value. */
  explore(key: string, variants: Values, queries: readonly string[]): void {
    const { base, answer, response } = this.#state.getState();
    const recipe = answer?.recipe ?? null;
    if (response?.key === key && response.recipe === recipe) return;
    this.#state.setState({ response: { key, recipe, points: [] } });
    this.#start(base, variants, queries, ({ index, results, refusals }) => {
      const current = this.#state.getState().response;
      if (current === null || refusals.length > 0) return;
      const points = [...current.points, { value: variants[index]![key]!, results }].toSorted(
        (a, b) => a.value - b.value,
      );
      this.#state.setState({ response: { ...current, points } });
    });
  }

  /** Calculates the effect of each change alone on the current scenario. */
  compareEffects(variants: readonly Changes[], queries: readonly string[]): void {
    // The calculator works on one series of variants at a time, so an interrupted response has to be requested again.
    this.#state.setState({ effects: { variants, resultsByIndex: new Map() }, response: null });
    this.#start(this.#state.getState().base, variants, queries, (variant) => {
      const { effects } = this.#state.getState();
      if (effects === null) return;
      this.#state.setState({
        effects: { ...effects, resultsByIndex: new Map([...effects.resultsByIndex, [variant.index, variant]]) },
      });
    });
  }

  /**
   * Calculates the current scenario with a different set of active couplings.
   * @param onVariant is called once, unless another trial starts
   */
  couple(activeCouplings: readonly string[], queries: readonly string[], onVariant: (variant: Variant) => void): void {
    const { base } = this.#state.getState();
    this.#state.setState({ response: null, effects: null });
    this.#start({ ...base, activeCouplings }, [{}], queries, onVariant);
  }

  /** Receives a variant, and drops variants of an earlier series. */
  receive(variant: Variant): void {
    if (variant.id === this.#id) this.#onVariant(variant);
  }

  #start(
    scenario: StoredScenario,
    variants: readonly Changes[],
    queries: readonly string[],
    onVariant: (variant: Variant) => void,
  ): void {
    this.#onVariant = onVariant;
    // Changes that are not stored yet apply to every variant, as to the answer on the screen: offline, they wait for
    // hours. If the rules refuse them, the answer omits them.
    const { moves, answer } = this.#state.getState();
    const unsaved = (answer?.refusals ?? []).length > 0 ? {} : moves;
    const changes = variants.map((variant) => ({ ...unsaved, ...variant }));
    this.#calculator.tryOut?.({ id: ++this.#id, scenario, variants: changes, queries });
  }
}
