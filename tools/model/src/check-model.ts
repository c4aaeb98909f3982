/** Checks a model: its documents, the files of its areas, and the start values of its inputs. */
import { attributeNames, CalculationFault, Engine } from "@etesian/engine";
import {
  type AreaDataset,
  AreaNotComputableError,
  checkArea,
  curveSource,
  graphKeys,
  type InputDefinition,
  lineOf,
  type Model,
  type OnProgress,
  openModel,
  type OpenOptions,
  rangeProblem,
  type Problem,
} from "@etesian/model";
import type { InputFacts } from "@etesian/sliders";
import { examplesOf, interfaceOf } from "@etesian/compute/interface-of";

/** Opens a model and checks everything in its documents. @throws ModelDirectoryError */
export function openAndCheck(directory: string, options: OpenOptions = {}): Promise<Model> {
  return openModel(directory, { ...options, attributeNames, firstArea: null });
}

/**
 * All problems of a model: in its documents, its interface and examples, and the files of each area. For the default
 * area, also start values outside their range; with `checksAllAreas`, start years and start values of every area.
 */
export async function checkModel(
  model: Model,
  checksAllAreas: boolean,
  onProgress: OnProgress,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [...model.problems, ...interfaceOf(model).problems, ...examplesOf(model).problems];
  const keys = graphKeys(model.definition);
  const ranges = new RangeCheck(model);
  for (const [index, { area, problem }] of model.areas.entries()) {
    onProgress(`areas: ${area}`, index / model.areas.length);
    const file = `datasets/${area}`;
    if (problem !== null) {
      problems.push(notComputableWarning(file, area, problem));
      continue;
    }
    problems.push(...checkArea(model.source(area), file, keys));
    if (!checksAllAreas && area !== model.definition.defaultArea) continue;
    try {
      const dataset = await model.dataset(area);
      if (checksAllAreas) problems.push(...dataset.warnings.map((message) => areaWarning(file, area, message)));
      problems.push(...ranges.problemsOf(dataset));
    } catch (error) {
      if (error instanceof AreaNotComputableError) problems.push(notComputableWarning(file, area, error.reason));
      else if (error instanceof CalculationFault)
        problems.push(areaWarning(file, area, `inputs have no ranges: ${error.message}`));
      else throw error;
    }
  }
  return problems;
}

const areaWarning = (file: string, area: string, message: string): Problem => {
  return { severity: "warning", file, line: null, key: area, message };
};

/** An area that cannot be computed is not an error in the model: it is listed, and its scenarios are refused. */
const notComputableWarning = (file: string, area: string, reason: string): Problem =>
  areaWarning(file, area, `cannot be computed: ${reason}`);

/** Start values and bounds may both be results of queries, which are rounded. */
const ROUNDING = 1e-9;

/** Start values of inputs whose range or start value is a query: these need a calculated area. */
class RangeCheck {
  readonly #model: Model;
  readonly #engine: Engine;
  /** Inputs already reported for another area. */
  readonly #reportedInputs = new Set<string>();

  constructor(model: Model) {
    this.#model = model;
    this.#engine = new Engine(model.definition, curveSource(model));
  }

  /** @throws CalculationFault */
  problemsOf(dataset: AreaDataset): readonly Problem[] {
    const facts = this.#engine.inputs(dataset, dataset.startYear + 1);
    return this.#model.definition.inputs.flatMap(({ key, source, ...queries }) => {
      const attribute = attributeOf(queries);
      const inputFacts = facts.get(key);
      if (attribute === null || inputFacts === undefined || this.#reportedInputs.has(key)) return [];
      const defect =
        inputFacts.cacheError === null ? startValueProblem(inputFacts) : `no range: ${inputFacts.cacheError}`;
      if (defect === null) return [];
      this.#reportedInputs.add(key);
      const message = `${attribute}: in ${dataset.area} ${defect}`;
      const line = lineOf(this.#model.directory, source, attribute);
      return [{ severity: "warning", file: source.file, line, key, message }];
    });
  }
}

/** The query that an input's range or start value is derived from; null if there is none. */
function attributeOf({ startQuery, minQuery, maxQuery }: RangeQueries): string | null {
  if (startQuery !== null) return "start_value_gql";
  return minQuery !== null ? "min_value_gql" : maxQuery === null ? null : "max_value_gql";
}

type RangeQueries = Pick<InputDefinition, "startQuery" | "minQuery" | "maxQuery">;

function startValueProblem({ default: start, min, max, disabled }: InputFacts): string | null {
  if (disabled || typeof start !== "number" || min === null || max === null) return null;
  const slack = ROUNDING * Math.max(Math.abs(start), Math.abs(min), Math.abs(max));
  if (start >= min - slack && start <= max + slack) return null;
  return `the start value ${rangeProblem(start, min, max)}`;
}
