/** Request bodies of collections. */
import type { CollectionFields } from "@etesian/contracts/saved-scenarios";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError } from "../http/errors.ts";
import { isObject, listOf, scalar, toScalar } from "../http/parameters.ts";
import { responseFields } from "../http/requests/unknown-fields.ts";
import { collectionSchema } from "./schemas.ts";

const idList = (description: string) =>
  z
    .unknown()
    .transform((value) =>
      value === undefined
        ? undefined
        : { items: (listOf(value) ?? []).map(toScalar), isList: listOf(value) !== undefined },
    )
    .meta({ type: "array", items: { type: "integer" }, description })
    .optional();

const fields = z
  .object({
    title: scalar("At most 255 characters", "string"),
    saved_scenario_ids: idList("Saved scenarios, in this order"),
    scenario_ids: idList("Scenarios; at most six of both kinds together"),
    area_code: scalar("Default: the first scenario's area", "string"),
    end_year: scalar("Default: the first scenario's end year", "integer"),
    interpolation: scalar("Whether years in between are interpolated; only on creation", "boolean"),
    discarded: scalar("Moves the collection to the trash, or restores it; not on creation", "boolean"),
  })
  .register(responseFields, { names: Object.keys(collectionSchema.shape) });

export const collectionBody = z
  .object({ collection: fields })
  .meta({ id: "CollectionFields", example: { collection: { title: "Ways to 2050", scenario_ids: [1, 2] } } });

const FIELDS = new Set(Object.keys(fields.shape));

/** Before validation: moves fields at the top level of the body into `collection`; at least one field is required. */
export async function wrapCollection(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const { collection = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.has(name))) } = body;
  if (!isObject(collection) || Object.keys(collection).length === 0) throw apiError("missing_parameter", "collection");
  request.body = { ...body, collection };
}

/** The fields present in a body. */
export const toCollectionFields = ({ collection: fields }: z.infer<typeof collectionBody>): CollectionFields => ({
  title: fields.title,
  areaCode: fields.area_code,
  endYear: fields.end_year,
  interpolation: fields.interpolation,
  discarded: fields.discarded,
  savedScenarioIds: fields.saved_scenario_ids,
  scenarioIds: fields.scenario_ids,
});
