/** Request bodies of scenarios, and the messages they become. */
import type { Scalar } from "@etesian/contracts/compute";
import type { CreateScenarioRequest, Scale, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError } from "../http/errors.ts";
import { namedFields, shownFields } from "../http/requests/unknown-fields.ts";
import {
  expectations,
  flag,
  isObject,
  onlyObject,
  reference,
  scalar,
  text,
  textOrNull,
  texts,
  toScalar,
  version,
} from "../http/parameters.ts";
import { scenarioSchema } from "./schemas.ts";

/** Fields of answers, which may be sent back. */
const SHOWN = Object.keys(scenarioSchema.shape);

/** In the examples of the document: of the included model, and of those that are served in its place. */
export const INPUT = "capacity_of_energy_power_wind_turbine_offshore";
export const QUERY = "share_of_renewable_electricity";

const common = {
  user_values: onlyObject("Inputs to set: a number, the text of an enum input, or `reset`", {
    [INPUT]: 20_000,
  }),
  metadata: onlyObject("Any JSON object up to 64 KB; replaces the current one", { title: "My scenario" }),
  title: text("Kept as `title` of the metadata"),
  source: textOrNull("Application that created the scenario"),
  private: flag("Only people with a role may see it; for its owner to change"),
  keep_compatible: flag("Migrate the scenario when the model changes"),
  read_only: flag("Refuse all later changes; for its owner to set, and cannot be undone"),
  protected: flag("The same as `read_only`, which counts when both are sent"),
};

const scaleFields = z.object({
  area_attribute: scalar("Attribute of the area that is scaled: `number_of_inhabitants` …", "string"),
  value: scalar("Its value in the smaller region", ["number", "string"]),
  has_agriculture: flag("Whether agriculture is kept"),
  has_industry: flag("Whether industry is kept"),
  has_energy: flag("Whether the energy sector is kept"),
});
/** Fields of an object; anything else is absent. */
const scaleBody = z
  .preprocess((value) => (isObject(value) ? value : undefined), scaleFields.optional())
  .meta({
    description: "Scales the area down to a smaller region",
    example: { area_attribute: "number_of_inhabitants", value: 100_000 },
  })
  .optional()
  .register(expectations, { missedBy: (value) => (isObject(value) ? null : "an object") });

/** Beside `scenario`, and in queries about one. */
export const detailed = flag("Accepted for clients that send it: answers about one scenario always have all fields");

export const creationBody = z
  .object({
    scenario: z
      .object({
        ...common,
        area_code: scalar("Key of an area; default: the model's", "string"),
        end_year: scalar("A year after the start year of the area; default: 2050", ["number", "string"]),
        scenario_id: reference("Scenario to clone; its area, end year and values are copied"),
        preset_scenario_id: reference("The same as `scenario_id`"),
        scenario_version: version("Version of the scenario to clone; default: the present one"),
        scale: scaleBody,
        descale: flag("Clone of a scaled scenario: back to full size"),
      })
      .register(shownFields, { names: SHOWN })
      .prefault({}),
    detailed,
  })
  .meta({
    id: "NewScenario",
    example: { scenario: { area_code: "nl", end_year: 2040, user_values: { [INPUT]: 20_000 } } },
  });

const updateFields = z.object({
  // A body with any of these fields is a change, which needs the right to change.
  scenario: z
    .looseObject({ ...common, preset_scenario_id: reference("Changes `template`; null breaks the link") })
    .register(namedFields, {})
    .register(shownFields, { names: SHOWN })
    .prefault({}),
  detailed,
  gqueries: texts("Queries to answer after the update"),
  reset: flag("Remove all values first"),
  autobalance: flag("Balance share groups with the inputs not set; on by default"),
});
const example = { scenario: { user_values: { [INPUT]: 20_000 } }, gqueries: [QUERY] };
export const updateBody = updateFields.meta({ id: "ScenarioUpdate", example });
export const previewBody = updateFields
  .extend({ inputs: texts("Inputs to answer, with the values that they would have") })
  .meta({ id: "PreviewedUpdate", example });
type Update = z.infer<typeof updateBody>;

const FIELDS = new Set([
  ...Object.keys(creationBody.shape.scenario.unwrap().shape),
  ...Object.keys(updateBody.shape.scenario.unwrap().shape),
]);

/** Before validation: fields at the top of the body count as the scenario's. */
export async function wrapScenario(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const { scenario = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.has(name))) } = body;
  const isBlank = scenario === null || scenario === "";
  if (!isBlank && !isObject(scenario)) throw apiError("missing_parameter", "scenario");
  request.body = { ...body, scenario: isBlank ? {} : scenario };
}

/** The scenario a body describes. */
export function toCreation(
  { scenario: fields }: z.infer<typeof creationBody>,
  privateByDefault: boolean,
): CreateScenarioRequest {
  const parent = fields.scenario_id ?? fields.preset_scenario_id;
  return {
    areaCode: fields.area_code,
    endYear: fields.end_year,
    source: fields.source ?? undefined,
    title: fields.title,
    private: fields.private,
    privateByDefault,
    keepCompatible: fields.keep_compatible,
    readOnly: fields.read_only ?? fields.protected,
    userValues: inputChanges(unwrapped(fields.user_values)),
    metadataJson: fields.metadata && JSON.stringify(fields.metadata),
    parentId: parent ?? undefined,
    parentVersion: fields.scenario_version,
    scale: fields.scale && toScale(fields.scale),
    descale: fields.descale ?? false,
  };
}

/** Whether a body asks for a change, which one must be allowed to make. */
export const asksForChange = ({ scenario, reset = false }: Update): boolean =>
  reset || Object.keys(scenario).length > 0;

/** The change a body asks for. */
export function toUpdate(id: number, body: Update, expectedVersion: number | undefined): UpdateScenarioRequest {
  const { scenario: fields, reset = false, autobalance = true } = body;
  return {
    id,
    userValues: inputChanges(fields.user_values),
    reset,
    autobalance,
    metadataJson: fields.metadata && JSON.stringify(fields.metadata),
    title: fields.title,
    private: fields.private,
    keepCompatible: fields.keep_compatible,
    readOnly: fields.read_only ?? fields.protected,
    source: fields.source === undefined ? undefined : { value: fields.source ?? undefined },
    template: fields.preset_scenario_id === undefined ? undefined : { id: fields.preset_scenario_id ?? undefined },
    expectedVersion,
    preview: false,
  };
}

const inputChanges = (values: Readonly<Record<string, unknown>> = {}): { [input: string]: Scalar } =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toScalar(value)]));

/** Some old clients wrap the values twice. */
const unwrapped = (values: Readonly<Record<string, unknown>> | undefined) =>
  isObject(values?.["user_values"]) ? values["user_values"] : values;

function toScale(fields: z.infer<typeof scaleFields>): Scale {
  if (Object.keys(fields).length === 0) throw apiError("missing_parameter", "scale");
  const { area_attribute, value, has_agriculture, has_industry, has_energy } = fields;
  return {
    areaAttribute: area_attribute ?? toScalar(null),
    value: value ?? toScalar(null),
    hasAgriculture: has_agriculture,
    hasIndustry: has_industry,
    hasEnergy: has_energy,
  };
}
