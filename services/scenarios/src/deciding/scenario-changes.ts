/** Changes of a scenario: sliders, couplings, orders, curves, files and attributes. */
import { isDeepStrictEqual } from "node:util";
import { isUnowned } from "@etesian/contracts/rights";
import { moveSliders, type Recipe, type SliderState, type Values } from "@etesian/sliders";
import { effectiveOrder, orderProblems } from "@etesian/sliders/orders";
import { copyOfCurves, curvesOnSliders, fileOf } from "./attached-curves.ts";
import { migrationOf, migrateScenario } from "./migration.ts";
import type { ServedModel } from "./origin.ts";
import { isMadePrivate } from "./privacy.ts";
import {
  attributeProblems,
  isKeptCompatible,
  newMetadata,
  modelVersionEvents,
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
import { orderForPrivacy } from "./visibility.ts";

type ChangingCommand = UpdateScenario | ChangeCouplings | RestoreScenario | AttachCurve | DetachCurve;

/** Before a command changes anything, migrates a scenario that is not up to date. */
export function changeMigrated(command: ChangingCommand, scenario: Scenario): ScenarioDecision {
  const decision = change(command, migrateScenario(scenario, command.changes));
  if ("refusal" in decision || decision.events.length === 0) return decision;
  const migration = migrationOf(scenario, command.changes);
  return { events: orderForPrivacy(migration === null ? decision.events : [migration, ...decision.events]) };
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

/** Atomic: applies sliders, then attributes and their consequences. `orderForPrivacy` orders the privacy changes. */
function update(command: UpdateScenario, scenario: Scenario): ScenarioDecision {
  const { attributes, table, template } = command;
  if (table === null) return invalid([{ attribute: "area_code", message: "is unknown or not supported" }]);

  const events: ScenarioEvent[] = [];
  if (command.reset || Object.keys(command.userValues).length > 0) {
    const sliderChange = moveSliders(table, scenario, {
      uncoupled: scenario.uncoupled,
      values: command.userValues,
      reset: command.reset,
      autobalance: command.autobalance,
      parent: scenario.template,
      curves: curvesOnSliders(scenario.curves, command.customCurves),
    });
    if ("errors" in sliderChange) return invalid(sliderChange.errors.map(aboutBase));
    events.push(...sliderEvents(scenario, sliderChange.state));
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
    const privacyContext = { caller: command.caller, sources: [template], privateByDefault: false };
    if (isMadePrivate(false, privacyContext)) problems.push(PRIVATE_TEMPLATE);
  }
  if (problems.length > 0 || (template && "problem" in template)) return invalid(problems);

  const keepCompatible = isKeptCompatible(attributes, scenario.keepCompatible);
  const { source = scenario.source, readOnly = false } = attributes;
  if (metadata !== null && JSON.stringify(metadata) !== JSON.stringify(scenario.metadata)) {
    events.push({ type: "MetadataReplaced", data: { metadata } });
  }
  if (source !== scenario.source) events.push({ type: "SourceChanged", data: { source } });
  if (isPrivate !== scenario.private) events.push({ type: isPrivate ? "MadePrivate" : "MadePublic", data: {} });
  if (template !== undefined && template?.id !== scenario.template?.id) {
    events.push({ type: "TemplateChanged", data: { template: template && copyTemplate(template) } });
  }
  if (keepCompatible !== scenario.keepCompatible) {
    events.push({ type: keepCompatible ? "KeptCompatible" : "CompatibilityDropped", data: {} });
    events.push(...modelVersionEvents(keepCompatible, command.changes));
  }
  if (readOnly) events.push({ type: "MadeReadOnly", data: {} });
  return { events };
}

const copyTemplate = ({ id, userValues, balancedValues }: Template) => ({
  id,
  userValues: { ...userValues },
  balancedValues: { ...balancedValues },
});

function changeCouplings(
  { activate, deactivate, force, couplings }: ChangeCouplings,
  scenario: Scenario,
): ScenarioDecision {
  const modelGroups = new Set([...couplings.values()].flatMap(({ couplingGroups }) => couplingGroups));
  const { userValues, balancedValues, activeCouplings, uncoupled } = scenario;
  // A group that the model no longer has can still be removed.
  const removableGroups = new Set([...modelGroups, ...activeCouplings, ...uncoupled]);
  const unknownGroups = [
    ...activate.filter((group) => !modelGroups.has(group)),
    ...deactivate.filter((group) => !removableGroups.has(group)),
  ];
  if (unknownGroups.length > 0) {
    const groups = modelGroups.size === 0 ? "the model has none" : `groups are ${[...modelGroups].join(", ")}`;
    return invalid([
      { attribute: "coupling_groups", message: `invalid coupling: ${unknownGroups.join(", ")}; ${groups}` },
    ]);
  }
  const remainingGroups = force ? [] : activeCouplings.filter((group) => !deactivate.includes(group));
  const newState: SliderState = {
    userValues: force ? withoutInputs(userValues, couplings) : userValues,
    balancedValues: force ? withoutInputs(balancedValues, couplings) : balancedValues,
    activeCouplings: [...new Set([...remainingGroups, ...activate])],
  };
  const lostGroups = activeCouplings.filter((group) => !newState.activeCouplings.includes(group));
  const deactivatedGroups = [...lostGroups, ...uncoupled.filter((group) => !lostGroups.includes(group))];
  const couplingEvents: ScenarioEvent[] = force
    ? [{ type: "CouplingsDeactivated", data: { groups: deactivatedGroups } }]
    : [{ type: "CouplingsUncoupled", data: { groups: lostGroups } }];
  const isEmpty = (force ? deactivatedGroups : lostGroups).length === 0;
  return { events: [...(isEmpty ? [] : couplingEvents), ...sliderEvents(scenario, newState)] };
}

/** Values of inputs that belong to no coupling group. */
const withoutInputs = <V extends Values>(values: V, couplings: ServedModel["couplings"]): V =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => (couplings.get(key)?.couplingGroups.length ?? 0) === 0),
  ) as V;

/** The difference between two slider states as an event; no event when they are equal. */
export function sliderEvents(previous: SliderState, next: SliderState): ScenarioEvent[] {
  const user = differences(previous.userValues, next.userValues);
  const balanced = differences(previous.balancedValues, next.balancedValues);
  const groups = next.activeCouplings.filter((group) => !previous.activeCouplings.includes(group));
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

/** Restores calculation inputs and metadata; rights remain unchanged. */
function restore({ version, scenario: earlierScenario }: RestoreScenario, scenario: Scenario): ScenarioDecision {
  const contentsOf = (scenario: Scenario) => ({
    userValues: { ...scenario.userValues },
    balancedValues: { ...scenario.balancedValues },
    activeCouplings: [...scenario.activeCouplings],
    uncoupled: [...scenario.uncoupled],
    orders: copyOfOrders(scenario.orders),
    curves: copyOfCurves(scenario.curves),
    metadata: scenario.metadata,
  });
  if (isDeepStrictEqual(contentsOf(earlierScenario), contentsOf(scenario))) return { events: [] };
  return { events: [{ type: "ScenarioRestored", data: { version, ...contentsOf(earlierScenario) } }] };
}

export const copyOfOrders = (orders: Recipe["orders"]): { [name: string]: string[] } =>
  Object.fromEntries(Object.entries(orders).map(([name, keys]) => [name, [...keys]]));

export function setOrder({ name, keys, members }: SetOrder, scenario: Scenario): ScenarioDecision {
  const problems = orderProblems(keys, members);
  if (problems.length > 0) return invalid(problems.map(aboutBase));
  const completeOrder = effectiveOrder(keys, members);
  const isDefault = completeOrder.every((member, index) => member === members[index]);
  const newKeys = isDefault ? [] : [...completeOrder];
  const previousKeys = scenario.orders[name] ?? [];
  const isSame =
    previousKeys.length === newKeys.length && previousKeys.every((member, index) => member === newKeys[index]);
  return { events: isSame ? [] : [{ type: "OrderSet", data: { name, keys: newKeys } }] };
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

export const attachEsdlFile = ({ file }: AttachEsdlFile, { esdlFile }: Scenario): ScenarioDecision => ({
  events: esdlFile?.content === file.content && esdlFile.name === file.name ? [] : [esdlFileAttached(file)],
});

export const esdlFileAttached = ({ name, size, content }: Omit<EsdlFile, "attachedAt">): ScenarioEvent => ({
  type: "EsdlFileAttached",
  data: { name, size, content },
});
