/** Creation of a scenario: empty, as a clone, or composed of other scenarios. */
import { moveSliders, rescale, type SliderChange, type SliderState } from "@etesian/sliders";
import { copyOfCurves, curvesOnSliders, valuesOf, withValuesOf } from "./attached-curves.ts";
import { originOf } from "./origin.ts";
import { isMadePrivate } from "./privacy.ts";
import { attributeProblems, isKeptCompatible, newMetadata, modelVersionEvents } from "./scenario-attributes.ts";
import { esdlFileAttached, copyOfOrders, sliderEvents } from "./scenario-changes.ts";
import {
  aboutBase,
  type ComposeScenario,
  type CreateScenario,
  invalid,
  type ScenarioDecision,
} from "./scenario-commands.ts";

export function create(command: CreateScenario): ScenarioDecision {
  const { caller, parent, attributes, table } = command;
  if (parent === "missing") return invalid([{ attribute: "scenario_id", message: "does not exist" }]);
  const owner = caller.person;
  const origin = originOf(command.origin, command.model, parent?.scenario ?? null);
  const metadata = newMetadata({}, attributes);
  const isPrivate = isMadePrivate(attributes.private, {
    ...command,
    sources: parent === null ? [] : [parent.scenario],
  });

  const problems = [
    ...("problems" in origin ? origin.problems : []),
    ...attributeProblems({
      unowned: owner === null,
      private: isPrivate,
      metadata,
      source: attributes.source ?? null,
      title: attributes.title,
    }),
  ];
  if ("problems" in origin || problems.length > 0) return invalid(problems);

  const sliders = parent === null ? NO_SLIDERS : rescale(parent.scenario, origin.scaling, table);
  const sliderChange = withSliders(command, sliders);
  if ("errors" in sliderChange) return invalid(sliderChange.errors.map(aboutBase));
  // A clone is reset to its parent's values, so sliders in the request are a separate change.
  const [initialState, changes] =
    parent === null ? [sliderChange.state, []] : [sliders, sliderEvents(sliders, sliderChange.state)];
  const readOnly = attributes.readOnly ?? false;
  const keepCompatible = isKeptCompatible(attributes, false);
  const esdlFile = parent?.scenario.esdlFile ?? null;
  return {
    events: [
      {
        type: "ScenarioCreated",
        data: {
          ...origin,
          owner,
          source: attributes.source ?? null,
          private: isPrivate,
          keepCompatible,
          readOnly,
          metadata: metadata ?? {},
          template: parent?.id ?? null,
          userValues: { ...initialState.userValues },
          balancedValues: { ...initialState.balancedValues },
          activeCouplings: [...initialState.activeCouplings],
          orders: copyOfOrders(parent?.scenario.orders ?? {}),
          curves: copyOfCurves(command.curves),
        },
      },
      ...modelVersionEvents(keepCompatible, command.model.changes),
      ...changes,
      ...(esdlFile === null ? [] : [esdlFileAttached(esdlFile)]),
    ],
  };
}

const NO_SLIDERS: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };

/** Applies the request's sliders to a new scenario. */
function withSliders({ userValues, table, parent, curves, model }: CreateScenario, sliders: SliderState): SliderChange {
  if (Object.keys(userValues).length === 0) return { state: sliders };
  return moveSliders(table, sliders, {
    values: userValues,
    parent: parent === null ? null : sliders,
    curves: curvesOnSliders(curves, model.customCurves),
  });
}

export function compose(command: ComposeScenario): ScenarioDecision {
  const { caller, contents, curves, attributes, esdlFile, changes } = command;
  const owner = caller.person;
  const derivedCurves = withValuesOf(curves, contents.userValues);
  const isPrivate = isMadePrivate(attributes.private, command);
  const { source = null, readOnly = false, title } = attributes;
  const metadata = newMetadata({}, attributes) ?? {};
  const keepCompatible = isKeptCompatible(attributes, false);
  const problems = attributeProblems({ unowned: owner === null, private: isPrivate, metadata, source, title });
  if (problems.length > 0) return invalid(problems);
  return {
    events: [
      {
        type: "ScenarioCreated",
        data: {
          ...contents,
          userValues: { ...contents.userValues, ...valuesOf(derivedCurves) },
          balancedValues: { ...contents.balancedValues },
          activeCouplings: [...contents.activeCouplings],
          orders: copyOfOrders(contents.orders),
          curves: copyOfCurves(derivedCurves),
          owner,
          source,
          private: isPrivate,
          keepCompatible,
          readOnly,
          metadata,
          template: null,
        },
      },
      ...modelVersionEvents(keepCompatible, changes),
      ...(esdlFile === null ? [] : [esdlFileAttached(esdlFile)]),
    ],
  };
}
