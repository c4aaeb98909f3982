/** The inputs of a model with their queries compiled on first use, and their application to a year. */
import { type Evaluation, GqlError, type Program, type QueryLibrary } from "@etesian/gql";
import type { InputDefinition } from "@etesian/model/definition";
import { CalculationFault } from "@etesian/numeric";
import type { YearSpan } from "../../graph/state/year.ts";
import { CalculationError } from "../../calculation-error.ts";
import { type AppliedInput, inputList, type InputList } from "./input-selection.ts";

/** An input with the queries of its range. */
export interface CompiledInput {
  readonly definition: InputDefinition;
  readonly min: Program | null;
  readonly max: Program | null;
  readonly start: Program | null;
}

export class InputPrograms {
  readonly list: InputList;
  readonly #library: QueryLibrary;
  readonly #compiled = new Map<string, CompiledInput>();
  readonly #updates = new Map<string, Program>();

  constructor(definitions: readonly InputDefinition[], library: QueryLibrary) {
    this.list = inputList(definitions);
    this.#library = library;
  }

  /** Throws `GqlError` for an unknown input. */
  definition(key: string): InputDefinition {
    const definition = this.list.byKey.get(key);
    if (definition === undefined) throw new GqlError(`No such input: ${key}`);
    return definition;
  }

  compile(definition: InputDefinition): CompiledInput {
    let input = this.#compiled.get(definition.key);
    if (input === undefined) {
      const { key, minQuery, maxQuery, startQuery } = definition;
      const compile = (text: string | null): Program | null =>
        text === null ? null : this.#library.compileLeniently(text, key);
      input = { definition, min: compile(minQuery), max: compile(maxQuery), start: compile(startQuery) };
      this.#compiled.set(key, input);
    }
    return input;
  }

  /** The query of an input, compiled on first use because most inputs are never set; null if it has none. */
  #update({ key, query }: InputDefinition): Program | null {
    if (query === null) return null;
    let update = this.#updates.get(key);
    if (update === undefined) this.#updates.set(key, (update = this.#library.compileLeniently(query, key)));
    return update;
  }

  /** Whether an input reads only its own value and the graph, so that the base year is the same in every scenario. */
  isSelfContained(definition: InputDefinition): boolean {
    const update = this.#update(definition);
    return update === null || this.#library.reachOf(update) === "year";
  }

  /** Runs the queries of inputs on a year, in the given order. Throws a `CalculationError` that names the input. */
  apply(inputs: readonly AppliedInput[], evaluation: Evaluation, year: "present" | "future", span: YearSpan): void {
    for (const { input, value } of inputs) {
      const update = this.#update(input);
      if (update === null) continue;
      try {
        evaluation.update(update, year, { value, updateType: input.updateType, years: span.numberOfYears });
      } catch (error) {
        if (!(error instanceof CalculationFault)) throw error;
        const message = `the input ${input.key} cannot be set to ${value}: ${error.message}`;
        throw new CalculationError(message, { cause: error });
      }
    }
  }
}
