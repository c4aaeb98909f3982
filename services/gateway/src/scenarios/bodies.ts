/** Request bodies of scenarios, and their conversion to messages. */
import type { Scalar } from "@etesian/contracts/compute";
import type { CreateScenarioRequest, Scale, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError } from "../http/errors.ts";
import { namedFields, responseFields } from "../http/requests/unknown-fields.ts";
import {
  expectations,
  flag,
  isObject,
  jsonObject,
  reference,
  scalar,
  text,
  textOrNull,
  texts,
  toScalar,
  version,
} from "../http/parameters.ts";
import { scenarioSchema } from "./schemas.ts";

/** Fields of responses, which may be sent back. */
const RESPONSE_FIELDS = Object.keys(scenarioSchema.shape);

/** Used in examples of the OpenAPI document; exists in the included model and in reference models. */
export const INPUT = "capacity_of_energy_power_wind_turbine_offshore";
export const QUERY = "share_of_renewable_electricity";

const common = {
  user_values: jsonObject("Inputs to set, each to a number, an option of an enum input, or `reset`", {
    [INPUT]: 20_000,
  }),
  metadata: jsonObject("Any JSON object up to 64 KB; replaces the current one", { title: "My scenario" }),
  title: text("Stored as `title` in the metadata"),
  source: textOrNull("Application that created the scenario"),
  private: flag("Only users with a role may see the scenario; only owners may change this"),
  keep_compatible: flag("Migrate the scenario when the model changes"),
  read_only: flag("Refuse all later changes; only owners may set this, and it cannot be undone"),
  protected: flag("Alias of `read_only`, which takes precedence"),
};

const scaleFields = z.object({
  area_attribute: scalar("Attribute by which the area is scaled, such as `number_of_inhabitants`", "string"),
  value: scalar("Its value in the smaller region", ["number", "string"]),
  has_agriculture: flag("Whether agriculture is kept"),
  has_industry: flag("Whether industry is kept"),
  has_energy: flag("Whether the energy sector is kept"),
});
/** Fields of an object; other values are ignored. */
const scaleBody = z
  .preprocess((value) => (isObject(value) ? value : undefined), scaleFields.optional())
  .meta({
    description: "Scales the area down to a smaller region",
    example: { area_attribute: "number_of_inhabitants", value: 100_000 },
  })
  .optional()
  .register(expectations, { expectedTypeFor: (value) => (isObject(value) ? null : "an object") });

/** Accepted next to `scenario`, and in query strings. */
export const detailed = flag("Accepted for compatibility: responses about one scenario always have all fields");

export const creationBody = z
  .object({
    scenario: z
      .object({
        ...common,
        area_code: scalar("Key of an area; default: the model's", "string"),
        end_year: scalar("A year after the start year of the area; default: 2050", ["number", "string"]),
        scenario_id: reference("Scenario to clone; its area, end year and values are copied"),
        preset_scenario_id: reference("Alias of `scenario_id`"),
        scenario_version: version("Version of the scenario to clone; default: the current one"),
        scale: scaleBody,
        descale: flag("Remove the scaling of a cloned scenario"),
      })
      .register(responseFields, { names: RESPONSE_FIELDS })
      .prefault({}),
    detailed,
  })
  .meta({
    id: "NewScenario",
    example: { scenario: { area_code: "nl", end_year: 2040, user_values: { [INPUT]: 20_000 } } },
  });

const updateFields = z.object({
  // A body with any of these fields is a change, and requires the right to make it.
  scenario: z
    .looseObject({ ...common, preset_scenario_id: reference("Changes `template`; null removes the link") })
    .register(namedFields, {})
    .register(responseFields, { names: RESPONSE_FIELDS })
    .prefault({}),
  detailed,
  gqueries: texts("Queries to run after the update"),
  reset: flag("Remove all values first"),
  autobalance: flag("Balance share groups by adjusting the inputs that are not set; on by default"),
});
const example = { scenario: { user_values: { [INPUT]: 20_000 } }, gqueries: [QUERY] };
export const updateBody = updateFields.meta({ id: "ScenarioUpdate", example });
export const previewBody = updateFields
  .extend({ inputs: texts("Inputs to return, with the values they would have") })
  .meta({ id: "PreviewedUpdate", example });
type Update = z.infer<typeof updateBody>;

const FIELDS = new Set([
  ...Object.keys(creationBody.shape.scenario.unwrap().shape),
  ...Object.keys(updateBody.shape.scenario.unwrap().shape),
]);

/** Before validation: moves fields at the top level of the body into `scenario`. */
export async function wrapScenario(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const { scenario = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.has(name))) } = body;
  const isBlank = scenario === null || scenario === "";
  if (!isBlank && !isObject(scenario)) throw apiError("missing_parameter", "scenario");
  request.body = { ...body, scenario: isBlank ? {} : scenario };
}

/** Converts a body to a creation request. */
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
    userValues: inputChanges(unwrapValues(fields.user_values)),
    metadataJson: fields.metadata && JSON.stringify(fields.metadata),
    parentId: parent ?? undefined,
    parentVersion: fields.scenario_version,
    scale: fields.scale && toScale(fields.scale),
    descale: fields.descale ?? false,
  };
}

/** Whether a body requests a change. */
export const hasChange = ({ scenario, reset = false }: Update): boolean => reset || Object.keys(scenario).length > 0;

/** Converts a body to an update request. */
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
const unwrapValues = (values: Readonly<Record<string, unknown>> | undefined) =>
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
