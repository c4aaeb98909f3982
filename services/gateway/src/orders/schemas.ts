/** Request and response schemas of orders. */
import { z } from "zod";
import { namedFields } from "../http/requests/unknown-fields.ts";
import { ordersByType, resourceOf, SUBTYPES, TYPES } from "./kinds.ts";

const keys = z.array(z.string());

export const orderSchema = z.object({ order: keys.describe("All members in order of priority") }).meta({ id: "Order" });

export const ordersSchema = z.object(
  Object.fromEntries(
    Object.entries(ordersByType(() => keys)).map(([type, schema]) => [
      type,
      schema instanceof z.ZodArray ? schema : z.object(schema),
    ]),
  ),
);

export const metaSchema = z.object({
  types: z.array(z.enum(TYPES)),
  heat_network_subtypes: z.array(z.enum(SUBTYPES)),
});

/** Temperature level of a heat network. */
export const subtype = z
  .unknown()
  .meta({ type: "string", enum: [...SUBTYPES], description: "Temperature level of heat networks", example: "mt" })
  .optional();

/** Names of resources under which the fields may also be sent. */
const wrappers = Object.fromEntries(
  TYPES.map((type) => [
    resourceOf(type),
    z.unknown().meta({ type: "object", description: "The same fields, as forms send them" }).optional(),
  ]),
);

export const orderBody = z
  .looseObject({
    ...wrappers,
    subtype,
    order: z
      .unknown()
      .meta({
        type: "array",
        items: { type: "string" },
        description:
          "Members in order of priority; omitted members follow in default order. An empty list restores the default order",
      })
      .optional(),
  })
  .meta({ id: "OrderUpdate", example: { subtype: "mt", order: [] } })
  .register(namedFields, {});
