/** What a thread tells of the model that it has read. Apart, because who starts the threads needs nothing of a model. */
import { defaultOrders } from "@etesian/engine";
import { describeProblem, type Model } from "@etesian/model";
import { customCurves } from "@etesian/sliders";
import type { ModelDescription } from "./model-description.ts";

export function describeModel({ definition, areas, problems }: Model): ModelDescription {
  const { hash, defaultArea, gqueries, inputs, changes } = definition;
  return {
    hash,
    defaultArea,
    areas: areas.map(({ attributes, ...summary }) => ({ ...summary, attributesJson: JSON.stringify(attributes) })),
    gqueries: gqueries.map(({ key, unit, description, labels }) => ({ key, unit, description, labels })),
    coupledInputs: inputs
      .filter(({ couplingGroups }) => couplingGroups.length > 0)
      .map(({ key, couplingGroups }) => ({ key, couplingGroups })),
    defaultOrders: defaultOrders(definition),
    changes,
    customCurves: customCurves(definition.config["user_curves"]),
    problems: problems.map(describeProblem),
  };
}
