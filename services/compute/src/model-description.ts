/** What callers may know of a model without calculating. */
import { describeProblem, type Model } from "@etesian/model";

export interface ModelDescription {
  /** Content hash of the documents. */
  readonly hash: string;
  readonly defaultArea: string;
  readonly areas: readonly AreaDescription[];
  readonly gqueries: readonly {
    readonly key: string;
    readonly unit: string | null;
    readonly description: string | null;
    readonly labels: readonly string[];
  }[];
  /** Inputs that belong to coupling groups, in document order. */
  readonly coupledInputs: readonly { readonly key: string; readonly couplingGroups: readonly string[] }[];
  /** Problems of the documents, as sentences with their place. */
  readonly problems: readonly string[];
}

export interface AreaDescription {
  readonly area: string;
  readonly group: string | null;
  readonly startYear: number;
  readonly useable: boolean;
  /** Why it cannot be computed, null when it can. */
  readonly problem: string | null;
  /** All attributes as a JSON object: as text they take a tenth of the memory. */
  readonly attributesJson: string;
}

/** The directory is no model, or not one that can be served; the message says why. */
export class ModelRefused extends Error {
  override readonly name = "ModelRefused";
}

export function describeModel({ definition, areas, problems }: Model): ModelDescription {
  const { hash, defaultArea, gqueries, inputs } = definition;
  return {
    hash,
    defaultArea,
    areas: areas.map(({ attributes, ...summary }) => ({ ...summary, attributesJson: JSON.stringify(attributes) })),
    gqueries: gqueries.map(({ key, unit, description, labels }) => ({ key, unit, description, labels })),
    coupledInputs: inputs
      .filter(({ couplingGroups }) => couplingGroups.length > 0)
      .map(({ key, couplingGroups }) => ({ key, couplingGroups })),
    problems: problems.map(describeProblem),
  };
}
