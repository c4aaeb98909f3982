/** The schema for recorded events received from outside the store. */
import { z } from "zod";
import type { Position, RecordedEvent } from "./event.ts";

export const recordedEventSchema: z.ZodType<RecordedEvent> = z.object({
  id: z.uuid(),
  type: z.string().min(1),
  schemaVersion: z.int().positive(),
  time: z.iso.datetime(),
  actor: z.string().min(1),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  data: z.unknown(),
  stream: z.string().min(1),
  version: z.int().positive(),
  position: z.string().min(1) as unknown as z.ZodType<Position>,
});
