/** Request bodies of collections. */
import type { CollectionFields } from "@etesian/contracts/saved-scenarios";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError } from "../http/errors.ts";
import { isObject, listOf, scalar, toScalar } from "../http/parameters.ts";
import { shownFields } from "../http/requests/unknown-fields.ts";
import { collectionSchema } from "./schemas.ts";

const ids = (description: string) =>
  z
    .unknown()
    .transform((sent) =>
      sent === undefined
        ? undefined
        : { items: (listOf(sent) ?? []).map(toScalar), isList: listOf(sent) !== undefined },
    )
    .meta({ type: "array", items: { type: "integer" }, description })
    .optional();

const fields = z
  .object({
    title: scalar("At most 255 characters", "string"),
    saved_scenario_ids: ids("Saved scenarios, in this order"),
    scenario_ids: ids("Scenarios; at most six of both kinds"),
    area_code: scalar("By default that of the first scenario", "string"),
    end_year: scalar("By default that of the first scenario", "integer"),
    interpolation: scalar("Whether years in between are interpolated; only on creation", "boolean"),
    discarded: scalar("Moves it to the trash, or restores it; not on creation", "boolean"),
  })
  .register(shownFields, { names: Object.keys(collectionSchema.shape) });

export const collectionBody = z
  .object({ collection: fields })
  .meta({ id: "CollectionFields", example: { collection: { title: "Ways to 2050", scenario_ids: [1, 2] } } });

const FIELDS = new Set(Object.keys(fields.shape));

/** Before validation: fields at the top of the body count as the collection's; there has to be one. */
export async function wrapCollection(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const { collection = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.has(name))) } = body;
  if (!isObject(collection) || Object.keys(collection).length === 0) throw apiError("missing_parameter", "collection");
  request.body = { ...body, collection };
}

/** The fields a body has. */
export const toCollectionFields = ({ collection: sent }: z.infer<typeof collectionBody>): CollectionFields => ({
  title: sent.title,
  areaCode: sent.area_code,
  endYear: sent.end_year,
  interpolation: sent.interpolation,
  discarded: sent.discarded,
  savedScenarioIds: sent.saved_scenario_ids,
  scenarioIds: sent.scenario_ids,
});
