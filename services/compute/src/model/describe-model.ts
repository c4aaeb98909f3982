/**
 * Describes a model; runs on a thread that has loaded it. It is a separate module because the main thread must not
 * load the model code.
 */
import { defaultOrders } from "@etesian/engine";
import type { Model } from "@etesian/model";
import { customCurves } from "@etesian/sliders";
import type { AreaDescription, GqueryDescription, ModelDescription } from "./model-description.ts";

export function describeModel({ definition, areas, problems }: Model): ModelDescription {
  const { hash, defaultArea, gqueries, inputs, changes } = definition;
  return {
    hash,
    defaultArea,
    areas: areas.map(({ area, problem }) => ({ area, problem })),
    gqueries: gqueries.map(({ key }) => key),
    coupledInputs: inputs
      .filter(({ couplingGroups }) => couplingGroups.length > 0)
      .map(({ key, couplingGroups }) => ({ key, couplingGroups })),
    defaultOrders: defaultOrders(definition),
    changes,
    customCurves: customCurves(definition.config["user_curves"]),
    problems: problems.length,
  };
}

/** All areas with the named attributes; an empty list means all attributes. */
export function describeAreas(model: Model, names: readonly string[]): readonly AreaDescription[] {
  const byArea = model.attributes();
  return model.areas.map((summary) => {
    const attributes = byArea.get(summary.area) ?? {};
    const requestedAttributes =
      names.length === 0 ? attributes : Object.fromEntries(names.map((name) => [name, attributes[name]]));
    return { ...summary, attributesJson: JSON.stringify(requestedAttributes) };
  });
}

/** Descriptions of inputs by key. */
export function describeInputs({ definition }: Model): { readonly [key: string]: string } {
  return Object.fromEntries(
    definition.inputs.flatMap(({ key, description }) => (description === null ? [] : [[key, description]])),
  );
}

export function describeGqueries({ definition }: Model): readonly GqueryDescription[] {
  return definition.gqueries.map(({ key, unit, description, labels }) => ({ key, unit, description, labels }));
}
