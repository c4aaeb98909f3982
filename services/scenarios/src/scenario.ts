/**
 * The scenario: what can be asked of it (commands), what then happened (events), what it is (state), and the rules
 * between them. Pure: areas, input tables and the scenario to clone come with the command.
 */
import type { scenarioEvents } from "@etesian/contracts/events/scenario";
import type { Decider, Decision, EventOf } from "@etesian/event-store";
import { type Actor, isNestedDeeperThan } from "@etesian/service-kit";
import { type InputTable, moveSliders, rescale, type SliderState, type Values } from "@etesian/sliders";
import { type Model, type Origin, originOf, type OriginRequest, type Problem } from "./origin.ts";

export type ScenarioEvent = EventOf<typeof scenarioEvents>;

// ---- State

export type ScenarioState = { readonly status: "absent" } | Scenario | { readonly status: "deleted" };

export interface Scenario extends Origin, SliderState {
  readonly status: "present";
  /** User who owns it; null: anybody may change it. */
  readonly owner: number | null;
  readonly source: string | null;
  readonly private: boolean;
  readonly keepCompatible: boolean;
  readonly readOnly: boolean;
  readonly metadata: Metadata;
  readonly template: Template | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type Metadata = { readonly [key: string]: unknown };

/** The scenario this one was cloned from (or linked to), with the values it had then: what sliders are reset to. */
export interface Template extends Sliders {
  readonly id: number;
}

type Sliders = Pick<SliderState, "userValues" | "balancedValues">;

// ---- Commands

export type ScenarioCommand = CreateScenario | UpdateScenario | DeleteScenario;

export interface CreateScenario {
  readonly type: "CreateScenario";
  readonly actor: Actor;
  readonly origin: OriginRequest;
  readonly model: Model;
  /** The scenario to clone; "missing" when there is none that the actor may read. */
  readonly parent: { readonly id: number; readonly scenario: Scenario } | "missing" | null;
  /** Sliders as received; a clone has those of its parent instead. */
  readonly userValues: { readonly [input: string]: unknown };
  /** Inputs of the area; empty where no sliders come with the command. */
  readonly table: InputTable;
  readonly attributes: Attributes;
}

export interface UpdateScenario {
  readonly type: "UpdateScenario";
  readonly actor: Actor;
  readonly userValues: { readonly [input: string]: unknown };
  /** Forget all sliders first. */
  readonly reset: boolean;
  readonly autobalance: boolean;
  /** Inputs of the area, null when the model no longer has it; empty where no sliders are moved. */
  readonly table: InputTable | null;
  readonly attributes: Attributes;
  /** The scenario to link to, "missing" when there is none that the actor may read, null to break the link. */
  readonly template?: Template | "missing" | null | undefined;
}

/** What is not calculated with; absent fields stay as they are. */
export interface Attributes {
  readonly source?: string | null | undefined;
  readonly title?: string | undefined;
  readonly private?: boolean | undefined;
  readonly keepCompatible?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface DeleteScenario {
  readonly type: "DeleteScenario";
  readonly actor: Actor;
}

/** Why a command was not carried out. */
export type Refusal =
  /** An id in use, by a scenario or by one that was deleted. */
  | { readonly reason: "taken" }
  | { readonly reason: "unknown" }
  | { readonly reason: "hidden" }
  | { readonly reason: "not_yours" }
  | { readonly reason: "read_only" }
  | { readonly reason: "invalid"; readonly problems: readonly Problem[] };

type ScenarioDecision = Decision<ScenarioEvent, Refusal>;

// ---- Who may do what

/** The user behind an actor, null for everybody else. */
export const userOf = (actor: Actor): number | null => (actor.startsWith("user:") ? Number(actor.slice(5)) : null);

const owns = (actor: Actor, { owner }: Scenario): boolean => owner !== null && owner === userOf(actor);

export const mayUpdate = (actor: Actor, scenario: Scenario): boolean =>
  scenario.owner === null || owns(actor, scenario);

/** The scenario as an actor may see it, or why not. */
export function readable(
  actor: Actor,
  state: ScenarioState,
): { readonly scenario: Scenario } | { readonly refusal: Refusal } {
  if (state.status !== "present") return { refusal: { reason: "unknown" } };
  if (state.private && !owns(actor, state)) return { refusal: { reason: "hidden" } };
  return { scenario: state };
}

// ---- Decisions

function decide(command: ScenarioCommand, state: ScenarioState): ScenarioDecision {
  if (command.type === "CreateScenario") {
    return state.status === "absent" ? create(command) : { refusal: { reason: "taken" } };
  }
  const seen = readable(command.actor, state);
  if ("refusal" in seen) return seen;
  switch (command.type) {
    case "UpdateScenario":
      if (!mayUpdate(command.actor, seen.scenario)) return { refusal: { reason: "not_yours" } };
      if (seen.scenario.readOnly) return { refusal: { reason: "read_only" } };
      return update(command, seen.scenario);
    case "DeleteScenario":
      // Scenarios without owner are everybody's, so nobody can take them away.
      if (!owns(command.actor, seen.scenario)) return { refusal: { reason: "not_yours" } };
      return { events: [{ type: "ScenarioDeleted", data: {} }] };
    default:
      return command satisfies never;
  }
}

function create(command: CreateScenario): ScenarioDecision {
  const { actor, parent, attributes, table } = command;
  if (parent === "missing") return invalid([{ attribute: "scenario_id", message: "does not exist" }]);
  const owner = userOf(actor);
  const origin = originOf(command.origin, command.model, parent?.scenario ?? null);
  const metadata = newMetadata({}, attributes);
  // A clone of a private scenario of one's own is private, too.
  const isPrivate = attributes.private ?? (parent !== null && owns(actor, parent.scenario) && parent.scenario.private);

  const problems = [
    ...("problems" in origin ? origin.problems : []),
    ...attributeProblems({ owner, private: isPrivate, metadata, source: attributes.source ?? null }),
  ];
  if ("problems" in origin || problems.length > 0) return invalid(problems);

  const sliders = parent === null ? firstSliders(command) : rescale(parent.scenario, origin.scaling, table);
  if ("errors" in sliders) return invalid(sliders.errors.map(aboutBase));
  const readOnly = attributes.readOnly ?? false;
  return {
    events: [
      {
        type: "ScenarioCreated",
        data: {
          ...origin,
          owner,
          source: attributes.source ?? null,
          private: isPrivate,
          keepCompatible: readOnly || (attributes.keepCompatible ?? false),
          readOnly,
          metadata: metadata ?? {},
          template: parent?.id ?? null,
          userValues: { ...sliders.userValues },
          balancedValues: { ...sliders.balancedValues },
          activeCouplings: [...sliders.activeCouplings],
        },
      },
    ],
  };
}

const UNTOUCHED: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };

function firstSliders({ userValues, table }: CreateScenario): SliderState | { readonly errors: readonly string[] } {
  if (Object.keys(userValues).length === 0) return UNTOUCHED;
  const moved = moveSliders(table, UNTOUCHED, { values: userValues });
  return "errors" in moved ? moved : moved.state;
}

/** All or nothing: sliders first, then the attributes, then what follows from both. */
function update(command: UpdateScenario, scenario: Scenario): ScenarioDecision {
  const { attributes, table, template } = command;
  if (table === null) return invalid([{ attribute: "area_code", message: "is unknown or not supported" }]);

  const events: ScenarioEvent[] = [];
  if (command.reset || Object.keys(command.userValues).length > 0) {
    const moved = moveSliders(table, scenario, {
      values: command.userValues,
      reset: command.reset,
      autobalance: command.autobalance,
      parent: scenario.template,
    });
    if ("errors" in moved) return invalid(moved.errors.map(aboutBase));
    events.push(...sliderEvents(scenario, moved.state));
  }

  const metadata = newMetadata(scenario.metadata, attributes);
  const problems = attributeProblems({
    owner: scenario.owner,
    private: attributes.private ?? scenario.private,
    metadata,
    source: attributes.source ?? null,
  });
  if (template === "missing") problems.push({ attribute: "scenario_id", message: "does not exist" });
  if (problems.length > 0 || template === "missing") return invalid(problems);

  // Setting `read_only` also sets `keep_compatible`, to the same.
  const keepCompatible = attributes.readOnly ?? attributes.keepCompatible ?? scenario.keepCompatible;
  const { source = scenario.source, readOnly = false } = attributes;
  const isPrivate = attributes.private ?? scenario.private;
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
  }
  if (readOnly) events.push({ type: "MadeReadOnly", data: {} });
  return { events };
}

const invalid = (problems: readonly Problem[]): ScenarioDecision => ({ refusal: { reason: "invalid", problems } });
const aboutBase = (message: string): Problem => ({ attribute: "base", message });
const copyOf = ({ id, userValues, balancedValues }: Template) => ({
  id,
  userValues: { ...userValues },
  balancedValues: { ...balancedValues },
});

/** What has changed between two positions of the sliders; no event when nothing has. */
function sliderEvents(before: SliderState, after: SliderState): ScenarioEvent[] {
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

function differences<V>(
  before: { readonly [key: string]: V },
  after: { readonly [key: string]: V },
): { set: { [key: string]: V }; removed: string[] } {
  return {
    set: Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value)),
    removed: Object.keys(before).filter((key) => after[key] === undefined),
  };
}

/** The metadata with a request's; null when it stays as it is. A title is kept in it unless it has one itself. */
function newMetadata(present: Metadata, { metadata, title }: Attributes): Metadata | null {
  if (title === undefined) return metadata ?? null;
  return metadata === undefined ? { ...present, title } : { title, ...metadata };
}

const METADATA_BYTES = 64 * 1024;
/** Levels of lists and objects: far more than people nest, far fewer than exhaust a stack. */
const METADATA_LEVELS = 32;
const SOURCE_LENGTH = 255;

function attributeProblems(after: {
  readonly owner: number | null;
  readonly private: boolean;
  readonly metadata: Metadata | null;
  readonly source: string | null;
}): Problem[] {
  const problems: Problem[] = [];
  if (after.private && after.owner === null) {
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

// ---- What events make of the state

function evolve(state: ScenarioState, event: ScenarioEvent, time: string): ScenarioState {
  if (event.type === "ScenarioCreated") {
    const { template, ...data } = event.data;
    const { userValues, balancedValues } = data;
    return {
      ...data,
      status: "present",
      template: template === null ? null : { id: template, userValues, balancedValues },
      createdAt: time,
      updatedAt: time,
    };
  }
  if (state.status !== "present") return state;
  if (event.type === "ScenarioDeleted") return { status: "deleted" };
  return { ...state, ...changeBy(event, state), updatedAt: time };
}

type Change = Exclude<ScenarioEvent, { type: "ScenarioCreated" | "ScenarioDeleted" }>;

function changeBy(event: Change, scenario: Scenario): Partial<Scenario> {
  switch (event.type) {
    case "InputsSet": {
      const { userValues, reset, balancedValues, unbalanced } = event.data;
      return {
        userValues: changed(scenario.userValues, userValues, reset),
        balancedValues: changed(scenario.balancedValues, balancedValues, unbalanced),
      };
    }
    case "CouplingsActivated":
      return { activeCouplings: [...scenario.activeCouplings, ...event.data.groups] };
    case "MetadataReplaced":
      return { metadata: event.data.metadata };
    case "MadePrivate":
      return { private: true };
    case "MadePublic":
      return { private: false };
    case "KeptCompatible":
      return { keepCompatible: true };
    case "CompatibilityDropped":
      return { keepCompatible: false };
    case "MadeReadOnly":
      return { readOnly: true };
    case "SourceChanged":
      return { source: event.data.source };
    case "TemplateChanged":
      return { template: event.data.template };
    default:
      return event satisfies never;
  }
}

function changed<V extends Values>(values: V, set: V, removed: readonly string[]): V {
  const next: { [input: string]: number | string } = { ...values, ...set };
  for (const key of removed) delete next[key];
  return next as V;
}

export const scenario: Decider<ScenarioState, ScenarioCommand, ScenarioEvent, Refusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};
