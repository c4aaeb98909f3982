/** Attributes of a scenario that do not enter the calculation: their changes and refusals. */
import { isUnowned } from "@etesian/contracts/rights";
import { isNestedDeeperThan } from "@etesian/service-kit";
import { type ModelChange, versionOf } from "./migration.ts";
import type { FieldProblem } from "./origin.ts";
import type { Attributes } from "./scenario-commands.ts";
import type { Metadata, Scenario, ScenarioEvent } from "./scenario-state.ts";

/** The metadata with a request's; null when it stays as it is. A title is kept in it, in place of the one it has. */
export function newMetadata(present: Metadata, { metadata, title }: Attributes): Metadata | null {
  return title === undefined ? (metadata ?? null) : { ...(metadata ?? present), title };
}

/** An explicit value wins; a read-only scenario is kept compatible by default. */
export const compatibility = ({ keepCompatible, readOnly = false }: Attributes, present: boolean): boolean =>
  keepCompatible ?? (readOnly || present);

/** The model version of a scenario's values, where it is to follow the model from now on. */
export function noted(keepCompatible: boolean, changes: readonly ModelChange[]): ScenarioEvent[] {
  const version = versionOf(changes);
  return keepCompatible && version !== null ? [{ type: "ModelVersionNoted", data: { version } }] : [];
}

/** Whether attributes change the settings of a scenario, which are its owner's. An unowned one cannot be private. */
export const changesSettings = ({ private: isPrivate, readOnly = false }: Attributes, scenario: Scenario): boolean =>
  (isPrivate !== undefined && isPrivate !== scenario.private && !isUnowned(scenario)) ||
  (readOnly && !scenario.readOnly);

const METADATA_BYTES = 64 * 1024;

/** Levels of lists and objects: far more than people nest, far fewer than exhaust a stack. */
const METADATA_LEVELS = 32;

const SOURCE_LENGTH = 255;
/** As of saved scenarios. */
const TITLE_LENGTH = 255;

export const PRIVATE_PRESET: FieldProblem = { attribute: "private", message: "can not be true on a featured scenario" };

export const PRIVATE_TEMPLATE: FieldProblem = {
  attribute: "preset_scenario_id",
  message: "is a private scenario of others, and this one is not private",
};

export function attributeProblems(after: {
  readonly unowned: boolean;
  readonly private: boolean;
  readonly metadata: Metadata | null;
  readonly source: string | null;
  /** As sent beside the metadata. */
  readonly title: string | undefined;
}): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (after.title !== undefined && after.title.length > TITLE_LENGTH) {
    problems.push({ attribute: "title", message: `is too long (maximum is ${TITLE_LENGTH} characters)` });
  } else if (after.title !== undefined && /\p{Cc}/u.test(after.title)) {
    problems.push({ attribute: "title", message: "can not have control characters" });
  }
  if (after.private && after.unowned) {
    problems.push({ attribute: "private", message: "can not be true on an unowned scenario" });
  }
  if (after.metadata !== null && isNestedDeeperThan(METADATA_LEVELS, after.metadata)) {
    problems.push({ attribute: "metadata", message: `can not be nested deeper than ${METADATA_LEVELS} levels` });
  } else if (after.metadata !== null && Buffer.byteLength(JSON.stringify(after.metadata)) > METADATA_BYTES) {
    problems.push({ attribute: "metadata", message: "can not exceed 64Kb" });
  }
  if (after.source !== null && after.source.length > SOURCE_LENGTH) {
    problems.push({ attribute: "source", message: `is too long (maximum is ${SOURCE_LENGTH} characters)` });
  }
  return problems;
}
