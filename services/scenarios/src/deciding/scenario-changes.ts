/** Changes of a scenario: sliders, couplings, orders, curves, files and attributes. */
import { isDeepStrictEqual } from "node:util";
import { isUnowned } from "@etesian/contracts/rights";
import {
  effectiveOrder,
  moveSliders,
  orderProblems,
  type Recipe,
  type SliderState,
  type Values,
} from "@etesian/sliders";
import { copyOfCurves, curvesOnSliders, fileOf } from "./attached-curves.ts";
import { migrationOf, upToDate } from "./migration.ts";
import type { ServedModel } from "./origin.ts";
import { isMadePrivate } from "./privacy.ts";
import {
  attributeProblems,
  compatibility,
  newMetadata,
  versionNoted,
  PRIVATE_PRESET,
  PRIVATE_TEMPLATE,
} from "./scenario-attributes.ts";
import {
  aboutBase,
  type AttachCurve,
  type AttachEsdlFile,
  type ChangeCouplings,
  type DetachCurve,
  invalid,
  type RestoreScenario,
  type ScenarioDecision,
  type SetOrder,
  type UpdateScenario,
} from "./scenario-commands.ts";
import type { EsdlFile, Scenario, ScenarioEvent, Template } from "./scenario-state.ts";
import { differences } from "./slider-values.ts";
import { asOneUnit } from "./visibility.ts";

type ChangingCommand = UpdateScenario | ChangeCouplings | RestoreScenario | AttachCurve | DetachCurve;

/** Migrates a scenario that is not up to date first, if the command changes anything. */
export function changeMigrated(command: ChangingCommand, scenario: Scenario): ScenarioDecision {
  const decision = change(command, upToDate(scenario, command.changes));
  if ("refusal" in decision || decision.events.length === 0) return decision;
  const migration = migrationOf(scenario, command.changes);
  return { events: asOneUnit(migration === null ? decision.events : [migration, ...decision.events]) };
}

function change(command: ChangingCommand, scenario: Scenario): ScenarioDecision {
  switch (command.type) {
    case "UpdateScenario":
      return update(command, scenario);
    case "ChangeCouplings":
      return changeCouplings(command, scenario);
    case "RestoreScenario":
      return restore(command, scenario);
    case "AttachCurve":
      return attachCurve(command, scenario);
    case "DetachCurve":
      return detachCurve(command, scenario);
    default:
      return command satisfies never;
  }
}

/** All or nothing: sliders, then attributes, then their consequences; `asOneUnit` orders privacy changes around the rest. */
function update(command: UpdateScenario, scenario: Scenario): ScenarioDecision {
  const { attributes, table, template } = command;
  if (table === null) return invalid([{ attribute: "area_code", message: "is unknown or not supported" }]);

  const events: ScenarioEvent[] = [];
  if (command.reset || Object.keys(command.userValues).length > 0) {
    const moved = moveSliders(table, scenario, {
      uncoupled: scenario.uncoupled,
      values: command.userValues,
      reset: command.reset,
      autobalance: command.autobalance,
      parent: scenario.template,
      curves: curvesOnSliders(scenario.curves, command.customCurves),
    });
    if ("errors" in moved) return invalid(moved.errors.map(aboutBase));
    events.push(...sliderEvents(scenario, moved.state));
  }

  const isPrivate = attributes.private ?? scenario.private;
  const metadata = newMetadata(scenario.metadata, attributes);
  const problems = attributeProblems({
    unowned: isUnowned(scenario),
    private: isPrivate,
    metadata,
    source: attributes.source ?? null,
    title: attributes.title,
  });
  if (attributes.private === true && scenario.featured !== null) problems.push(PRIVATE_PRESET);
  if (template && "problem" in template) problems.push({ attribute: "preset_scenario_id", message: template.problem });
  else if (template && template.id !== scenario.template?.id && !isPrivate) {
    // The template's values become visible in the scenario.
    const making = { caller: command.caller, sources: [template], privateByDefault: false };
    if (isMadePrivate(false, making)) problems.push(PRIVATE_TEMPLATE);
  }
  if (problems.length > 0 || (template && "problem" in template)) return invalid(problems);

  const keepCompatible = compatibility(attributes, scenario.keepCompatible);
  const { source = scenario.source, readOnly = false } = attributes;
  if (metadata !== null && JSON.stringify(metadata) !== JSON.stringify(scenario.metadata)) {
    events.push({ type: "MetadataReplaced", data: { metadata } });
  }
  if (source !== scenario.source) events.push({ type: "SourceChanged", data: { source } });
  if (isPrivate !== scenario.private) events.push({ type: isPrivate ? "MadePrivate" : "MadePublic", data: {} });
  if (template !== undefined && template?.id !== scenario.template?.id) {
    events.push({ type: "TemplateChanged", data: { template: template && copyOf(template) } });
  }
  if (keepCompatible !== scenario.keepCompatible) {
    events.push({ type: keepCompatible ? "KeptCompatible" : "CompatibilityDropped", data: {} });
    events.push(...versionNoted(keepCompatible, command.changes));
  }
  if (readOnly) events.push({ type: "MadeReadOnly", data: {} });
  return { events };
}

const copyOf = ({ id, userValues, balancedValues }: Template) => ({
  id,
  userValues: { ...userValues },
  balancedValues: { ...balancedValues },
});

function changeCouplings(
  { activate, deactivate, force, couplings }: ChangeCouplings,
  scenario: Scenario,
): ScenarioDecision {
  const known = new Set([...couplings.values()].flatMap(({ couplingGroups }) => couplingGroups));
  const { userValues, balancedValues, activeCouplings, uncoupled } = scenario;
  // A group that the model no longer has can still be removed.
  const removable = new Set([...known, ...activeCouplings, ...uncoupled]);
  const unknown = [
    ...activate.filter((group) => !known.has(group)),
    ...deactivate.filter((group) => !removable.has(group)),
  ];
  if (unknown.length > 0) {
    const groups = known.size === 0 ? "the model has none" : `groups are ${[...known].join(", ")}`;
    return invalid([{ attribute: "coupling_groups", message: `invalid coupling: ${unknown.join(", ")}; ${groups}` }]);
  }
  const kept = force ? [] : activeCouplings.filter((group) => !deactivate.includes(group));
  const after: SliderState = {
    userValues: force ? withoutInputs(userValues, couplings) : userValues,
    balancedValues: force ? withoutInputs(balancedValues, couplings) : balancedValues,
    activeCouplings: [...new Set([...kept, ...activate])],
  };
  const gone = activeCouplings.filter((group) => !after.activeCouplings.includes(group));
  const deactivated = [...gone, ...uncoupled.filter((group) => !gone.includes(group))];
  const first: ScenarioEvent[] = force
    ? [{ type: "CouplingsDeactivated", data: { groups: deactivated } }]
    : [{ type: "CouplingsUncoupled", data: { groups: gone } }];
  const isEmpty = (force ? deactivated : gone).length === 0;
  return { events: [...(isEmpty ? [] : first), ...sliderEvents(scenario, after)] };
}

/** Values of inputs that belong to no coupling group. */
const withoutInputs = <V extends Values>(values: V, couplings: ServedModel["couplings"]): V =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => (couplings.get(key)?.couplingGroups.length ?? 0) === 0),
  ) as V;

/** The difference between two slider states as an event; no event when they are equal. */
export function sliderEvents(before: SliderState, after: SliderState): ScenarioEvent[] {
  const user = differences(before.userValues, after.userValues);
  const balanced = differences(before.balancedValues, after.balancedValues);
  const groups = after.activeCouplings.filter((group) => !before.activeCouplings.includes(group));
  const events: ScenarioEvent[] = [];
  if (groups.length > 0) events.push({ type: "CouplingsActivated", data: { groups } });
  if (
    [user.set, balanced.set].some((set) => Object.keys(set).length > 0) ||
    user.removed.length + balanced.removed.length > 0
  ) {
    const data = {
      userValues: user.set,
      reset: user.removed,
      balancedValues: balanced.set,
      unbalanced: balanced.removed,
    };
    events.push({ type: "InputsSet", data });
  }
  return events;
}

/** Restores calculation inputs and metadata; rights stay unchanged. */
function restore({ version, scenario: earlier }: RestoreScenario, scenario: Scenario): ScenarioDecision {
  const contentsOf = (of: Scenario) => ({
    userValues: { ...of.userValues },
    balancedValues: { ...of.balancedValues },
    activeCouplings: [...of.activeCouplings],
    uncoupled: [...of.uncoupled],
    orders: copyOfOrders(of.orders),
    curves: copyOfCurves(of.curves),
    metadata: of.metadata,
  });
  if (isDeepStrictEqual(contentsOf(earlier), contentsOf(scenario))) return { events: [] };
  return { events: [{ type: "ScenarioRestored", data: { version, ...contentsOf(earlier) } }] };
}

export const copyOfOrders = (orders: Recipe["orders"]): { [name: string]: string[] } =>
  Object.fromEntries(Object.entries(orders).map(([name, keys]) => [name, [...keys]]));

export function setOrder({ name, keys, members }: SetOrder, scenario: Scenario): ScenarioDecision {
  const problems = orderProblems(keys, members);
  if (problems.length > 0) return invalid(problems.map(aboutBase));
  const wanted = effectiveOrder(keys, members);
  const isDefault = wanted.every((member, index) => member === members[index]);
  const after = isDefault ? [] : [...wanted];
  const before = scenario.orders[name] ?? [];
  const isSame = before.length === after.length && before.every((member, index) => member === after[index]);
  return { events: isSame ? [] : [{ type: "OrderSet", data: { name, keys: after } }] };
}

const attachCurve = ({ key, file }: AttachCurve, { curves }: Scenario): ScenarioDecision => {
  const { number, hash, sets } = file;
  if (isDeepStrictEqual(fileOf(curves, key), file)) return { events: [] };
  return { events: [{ type: "CurveAttached", data: { key, number, hash, sets: { ...sets } } }] };
};

const detachCurve = ({ key }: DetachCurve, { curves }: Scenario): ScenarioDecision =>
  fileOf(curves, key) === null
    ? { refusal: { reason: "not_attached" } }
    : { events: [{ type: "CurveDetached", data: { key } }] };

export const attach = ({ file }: AttachEsdlFile, { esdlFile }: Scenario): ScenarioDecision => ({
  events: esdlFile?.content === file.content && esdlFile.name === file.name ? [] : [attached(file)],
});

export const attached = ({ name, size, content }: Omit<EsdlFile, "attachedAt">): ScenarioEvent => ({
  type: "EsdlFileAttached",
  data: { name, size, content },
});
