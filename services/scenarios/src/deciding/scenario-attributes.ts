/** Attributes of a scenario that do not affect the calculation: changes and refusals. */
import { SCENARIOS, TEXTS } from "@etesian/contracts/limits";
import { isUnowned } from "@etesian/contracts/rights";
import { isNestedDeeperThan } from "@etesian/service-kit";
import { type ModelChange, versionOf } from "./migration.ts";
import type { FieldProblem } from "./origin.ts";
import type { Attributes } from "./scenario-commands.ts";
import type { Metadata, Scenario, ScenarioEvent } from "./scenario-state.ts";

/** The new metadata; null if it is unchanged. A separate title replaces the title in the metadata. */
export function newMetadata(currentMetadata: Metadata, { metadata, title }: Attributes): Metadata | null {
  return title === undefined ? (metadata ?? null) : { ...(metadata ?? currentMetadata), title };
}

/** An explicit value takes precedence; a read-only scenario is kept compatible by default. */
export const isKeptCompatible = ({ keepCompatible, readOnly = false }: Attributes, currentValue: boolean): boolean =>
  keepCompatible ?? (readOnly || currentValue);

/** Records the model version of a scenario's values when it starts to be kept compatible. */
export function modelVersionEvents(keepCompatible: boolean, changes: readonly ModelChange[]): ScenarioEvent[] {
  const version = versionOf(changes);
  return keepCompatible && version !== null ? [{ type: "ModelVersionNoted", data: { version } }] : [];
}

/** Whether attributes change settings that only owners may change. An unowned scenario cannot be private. */
export const changesSettings = ({ private: isPrivate, readOnly = false }: Attributes, scenario: Scenario): boolean =>
  (isPrivate !== undefined && isPrivate !== scenario.private && !isUnowned(scenario)) ||
  (readOnly && !scenario.readOnly);

export const PRIVATE_PRESET: FieldProblem = { attribute: "private", message: "can not be true on a featured scenario" };

export const PRIVATE_TEMPLATE: FieldProblem = {
  attribute: "preset_scenario_id",
  message: "is another user's private scenario, and this one is not private",
};

export function attributeProblems(attributes: {
  readonly unowned: boolean;
  readonly private: boolean;
  readonly metadata: Metadata | null;
  readonly source: string | null;
  /** Sent separately from the metadata. */
  readonly title: string | undefined;
}): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (attributes.title !== undefined && attributes.title.length > TEXTS.titleLength) {
    problems.push({ attribute: "title", message: `is too long (maximum is ${TEXTS.titleLength} characters)` });
  } else if (attributes.title !== undefined && /\p{Cc}/u.test(attributes.title)) {
    problems.push({ attribute: "title", message: "can not have control characters" });
  }
  if (attributes.private && attributes.unowned) {
    problems.push({ attribute: "private", message: "can not be true on an unowned scenario" });
  }
  if (attributes.metadata !== null && isNestedDeeperThan(SCENARIOS.metadataLevels, attributes.metadata)) {
    problems.push({
      attribute: "metadata",
      message: `can not be nested deeper than ${SCENARIOS.metadataLevels} levels`,
    });
  } else if (
    attributes.metadata !== null &&
    Buffer.byteLength(JSON.stringify(attributes.metadata)) > SCENARIOS.metadataBytes
  ) {
    problems.push({ attribute: "metadata", message: `can not exceed ${SCENARIOS.metadataBytes / 1024}Kb` });
  }
  if (attributes.source !== null && attributes.source.length > TEXTS.sourceLength) {
    problems.push({ attribute: "source", message: `is too long (maximum is ${TEXTS.sourceLength} characters)` });
  }
  return problems;
}
