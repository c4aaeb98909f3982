/** How a scenario begins: empty, as a clone, or composed of others. */
import { moveSliders, rescale, type SliderState } from "@etesian/sliders";
import { copyOfCurves, valuesOf, withValuesOf } from "./attached-curves.ts";
import { originOf } from "./origin.ts";
import { isMadePrivate } from "./privacy.ts";
import { attributeProblems, compatibility, newMetadata, noted } from "./scenario-attributes.ts";
import { attached, copyOfOrders } from "./scenario-changes.ts";
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
    ...attributeProblems({ unowned: owner === null, private: isPrivate, metadata, source: attributes.source ?? null }),
  ];
  if ("problems" in origin || problems.length > 0) return invalid(problems);

  const sliders = parent === null ? firstSliders(command) : rescale(parent.scenario, origin.scaling, table);
  if ("errors" in sliders) return invalid(sliders.errors.map(aboutBase));
  const readOnly = attributes.readOnly ?? false;
  const keepCompatible = compatibility(attributes, false);
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
          userValues: { ...sliders.userValues },
          balancedValues: { ...sliders.balancedValues },
          activeCouplings: [...sliders.activeCouplings],
          orders: copyOfOrders(parent?.scenario.orders ?? {}),
          curves: copyOfCurves(command.curves),
        },
      },
      ...noted(keepCompatible, command.model.changes),
      ...(esdlFile === null ? [] : [attached(esdlFile)]),
    ],
  };
}

const UNTOUCHED: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };

function firstSliders({ userValues, table }: CreateScenario): SliderState | { readonly errors: readonly string[] } {
  if (Object.keys(userValues).length === 0) return UNTOUCHED;
  const moved = moveSliders(table, UNTOUCHED, { values: userValues });
  return "errors" in moved ? moved : moved.state;
}

export function compose(command: ComposeScenario): ScenarioDecision {
  const { caller, contents, curves, attributes, esdlFile, changes } = command;
  const owner = caller.person;
  const adopted = withValuesOf(curves, contents.userValues);
  const isPrivate = isMadePrivate(attributes.private, command);
  const { source = null, readOnly = false } = attributes;
  const metadata = newMetadata({}, attributes) ?? {};
  const keepCompatible = compatibility(attributes, false);
  const problems = attributeProblems({ unowned: owner === null, private: isPrivate, metadata, source });
  if (problems.length > 0) return invalid(problems);
  return {
    events: [
      {
        type: "ScenarioCreated",
        data: {
          ...contents,
          userValues: { ...contents.userValues, ...valuesOf(adopted) },
          balancedValues: { ...contents.balancedValues },
          activeCouplings: [...contents.activeCouplings],
          orders: copyOfOrders(contents.orders),
          curves: copyOfCurves(adopted),
          owner,
          source,
          private: isPrivate,
          keepCompatible,
          readOnly,
          metadata,
          template: null,
        },
      },
      ...noted(keepCompatible, changes),
      ...(esdlFile === null ? [] : [attached(esdlFile)]),
    ],
  };
}
