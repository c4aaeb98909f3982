/** Events of collections, stream `collection-{id}`: a person's scenarios under a common title. */
import { z } from "zod";

const person = z.int().positive();
const ids = z.array(z.int().positive());

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

const members = { title: z.string(), savedScenarios: ids, scenarios: ids };

export const collectionEvents = {
  CollectionMade: v1(
    z.object({
      owner: person,
      ...members,
      /** Whether the years in between are interpolated. */
      interpolation: z.boolean(),
      area: z.string().nullable(),
      endYear: z.int().nullable(),
      modelVersion: z.string(),
    }),
  ),
  /** The title or the scenarios changed. */
  CollectionChanged: v1(z.object(members)),
  CollectionDiscarded: v1(empty),
  /** Restored from the trash. */
  CollectionRecovered: v1(empty),
  /** The collection has a new owner. */
  CollectionHandedOver: v1(z.object({ owner: person })),
  CollectionDeleted: v1(empty),
} as const;
