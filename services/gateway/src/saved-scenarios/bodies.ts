/** Request bodies of saved scenarios. */
import type { SavedScenarioFields } from "@etesian/contracts/saved-scenarios";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError } from "../http/errors.ts";
import { isObject, scalar, toId } from "../http/parameters.ts";
import { responseFields } from "../http/requests/unknown-fields.ts";
import { savedScenarioSchema } from "./schemas.ts";

/** Fields of responses, which may be sent back. */
const RESPONSE_FIELDS = Object.keys(savedScenarioSchema.shape);

const fields = {
  scenario_id: scalar("The scenario to save", "integer"),
  title: scalar("At most 255 characters", "string"),
  description: scalar("Null or blank removes it", ["string", "null"]),
  private: scalar(
    "Only users with a role may see the saved scenario; default: the account's setting. The scenario's own `private` is unchanged",
    "boolean",
  ),
  version: scalar("Accepted and ignored: the client's model version; all scenarios here use `latest`", "string"),
};

export const savedCreationBody = z
  .object({ saved_scenario: z.object(fields).register(responseFields, { names: RESPONSE_FIELDS }) })
  .meta({ id: "NewSavedScenario", example: { saved_scenario: { scenario_id: 1, title: "More wind at sea" } } });
const changes = z
  .object({ ...fields, discarded: scalar("Moves the saved scenario to the trash, or restores it", "boolean") })
  .register(responseFields, { names: RESPONSE_FIELDS });
export const savedUpdateBody = z
  .object({ saved_scenario: changes })
  .meta({ id: "SavedScenarioUpdate", example: { saved_scenario: { title: "Much more wind at sea" } } });

const FIELDS = new Set(Object.keys(changes.shape));

/**
 * Before validation: moves fields at the top level of the body into `saved_scenario`; at least one field is required.
 */
export async function wrapSavedScenario(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const { saved_scenario = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.has(name))) } = body;
  if (!isObject(saved_scenario) || Object.keys(saved_scenario).length === 0) {
    throw apiError("missing_parameter", "saved_scenario");
  }
  request.body = { ...body, saved_scenario };
}

/** The fields present in a body. */
export const toSavedFields = ({
  saved_scenario: values,
}: z.infer<typeof savedCreationBody> | z.infer<typeof savedUpdateBody>): SavedScenarioFields => ({
  scenarioId: values.scenario_id,
  title: values.title,
  description: values.description,
  private: values.private,
  discarded: "discarded" in values ? values.discarded : undefined,
});

/** An update without changes. */
export const NO_FIELDS = {
  scenarioId: undefined,
  title: undefined,
  description: undefined,
  private: undefined,
  discarded: undefined,
};

export function savedScenarioId(text: string): number {
  const id = toId(text);
  if (id === null) throw apiError("not_found");
  return id;
}
