/**
 * The scenario: commands, rights and events. Pure. Commands are in `scenario-commands.ts`, the state in
 * `scenario-state.ts`, decisions in `scenario-creation.ts`, `scenario-changes.ts` and `roles.ts`.
 */
import { isDeepStrictEqual } from "node:util";
import { TEXTS } from "@etesian/contracts/limits";
import { type Caller, denialOf, SCENARIO_RIGHTS, type ScenarioOperation } from "@etesian/contracts/rights";
import type { Decider } from "@etesian/event-store";
import { migrationOf } from "./migration.ts";
import { changeRoles, couple, release, shareThroughSaved } from "./roles.ts";
import { changesSettings, PRIVATE_PRESET } from "./scenario-attributes.ts";
import { compose, create } from "./scenario-creation.ts";
import { attachEsdlFile, changeMigrated, setOrder } from "./scenario-changes.ts";
import {
  aboutBase,
  type ComposeScenario,
  type CouplePerson,
  type CreateScenario,
  type FeatureScenario,
  invalid,
  type MigrateScenario,
  type Refusal,
  type ReleasePerson,
  type ScenarioCommand,
  type ScenarioDecision,
  type ShareThroughSaved,
  type TagVersion,
} from "./scenario-commands.ts";
import { evolve, type Scenario, type ScenarioEvent, type ScenarioState } from "./scenario-state.ts";

/** The scenario if the caller may use it, or the refusal. */
export function checkUse(
  operation: ScenarioOperation,
  caller: Caller,
  state: ScenarioState,
): { readonly scenario: Scenario } | { readonly refusal: Refusal } {
  if (state.status !== "present") return { refusal: { reason: "unknown" } };
  const reason = denialOf(operation, caller, state);
  if (reason === null) return { scenario: state };
  if (reason === "missing_scope") return { refusal: { reason, scopes: SCENARIO_RIGHTS[operation].scopes } };
  return { refusal: { reason } };
}

/** The scenario if its caller may execute the command, or the refusal. */
function checkCommand(command: CallerCommand, state: ScenarioState): ReturnType<typeof checkUse> {
  const access = checkUse(RIGHTS[command.type], command.caller, state);
  if ("refusal" in access || !isAboutSettings(command, access.scenario)) return access;
  return checkUse("settings", command.caller, state);
}

function decide(command: ScenarioCommand, state: ScenarioState): ScenarioDecision {
  if (command.type === "CreateScenario" || command.type === "ComposeScenario") {
    if (state.status !== "absent") return { refusal: { reason: "taken" } };
    return command.type === "CreateScenario" ? create(command) : compose(command);
  }
  if (command.type === "CouplePerson") return couple(command, state);
  if (command.type === "ReleasePerson") return { events: release(command, state) };
  if (command.type === "ShareThroughSaved") return shareThroughSaved(command, state);
  if (command.type === "MigrateScenario" || command.type === "FeatureScenario") {
    if (state.status !== "present") return { refusal: { reason: "unknown" } };
    return command.type === "MigrateScenario" ? migrate(command, state) : feature(command, state);
  }
  const access = checkCommand(command, state);
  if ("refusal" in access) return access;
  switch (command.type) {
    case "UpdateScenario":
    case "ChangeCouplings":
    case "RestoreScenario":
    case "AttachCurve":
    case "DetachCurve":
      return changeMigrated(command, access.scenario);
    case "SetOrder":
      return setOrder(command, access.scenario);
    case "AttachEsdlFile":
      return attachEsdlFile(command, access.scenario);
    case "ChangeRoles":
      return { events: changeRoles(command, access.scenario).events };
    case "TagVersion":
      return tag(command, access.scenario);
    case "DeleteScenario":
      return { events: [{ type: "ScenarioDeleted", data: {} }] };
    default:
      return command satisfies never;
  }
}

/** Operations that a command requires: the one of its type, and another one if it changes settings. */
export function operationsOf(command: CallerCommand, scenario: Scenario): readonly ScenarioOperation[] {
  const right = RIGHTS[command.type];
  return isAboutSettings(command, scenario) ? [right, "settings"] : [right];
}

const isAboutSettings = (command: CallerCommand, scenario: Scenario): boolean =>
  command.type === "UpdateScenario" && changesSettings(command.attributes, scenario);

const RIGHTS = {
  UpdateScenario: "update",
  ChangeCouplings: "couple",
  SetOrder: "update",
  AttachEsdlFile: "update",
  AttachCurve: "update",
  DetachCurve: "update",
  RestoreScenario: "update",
  ChangeRoles: "share",
  TagVersion: "update",
  DeleteScenario: "delete",
} as const satisfies {
  readonly [T in CallerCommand["type"]]: ScenarioOperation;
};

/** Commands on an existing scenario, which require rights of their caller. */
export type CallerCommand = Exclude<ScenarioCommand, SystemCommand>;

/** Commands that create a scenario, are issued by the system, or decide on rights themselves. */
type SystemCommand =
  | CreateScenario
  | ComposeScenario
  | ShareThroughSaved
  | CouplePerson
  | ReleasePerson
  | MigrateScenario
  | FeatureScenario;

function migrate({ changes }: MigrateScenario, scenario: Scenario): ScenarioDecision {
  const migration = migrationOf(scenario, changes);
  return { events: migration === null ? [] : [migration] };
}

function feature({ featured }: FeatureScenario, scenario: Scenario): ScenarioDecision {
  if (featured !== null && scenario.private) return invalid([PRIVATE_PRESET]);
  if (isDeepStrictEqual(featured, scenario.featured)) return { events: [] };
  if (featured === null) return { events: [{ type: "ScenarioUnfeatured", data: {} }] };
  return { events: [{ type: "ScenarioFeatured", data: featured }] };
}

function tag({ caller, description, isFirst }: TagVersion, { versionTag }: Scenario): ScenarioDecision {
  if (!isFirst && versionTag === null) return { refusal: { reason: "not_tagged" } };
  if (isFirst && versionTag !== null) return invalid([aboutBase("A version was already tagged")]);
  if (description.length > TEXTS.descriptionLength) {
    return invalid([aboutBase(`Description is too long (maximum is ${TEXTS.descriptionLength} characters)`)]);
  }
  const newTag = { user: caller.person, description };
  return { events: isDeepStrictEqual(newTag, versionTag) ? [] : [{ type: "VersionTagged", data: newTag }] };
}

export const scenario: Decider<ScenarioState, ScenarioCommand, ScenarioEvent, Refusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};
