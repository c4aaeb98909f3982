/** Events as tests need them. */
import { randomUUID } from "node:crypto";
import type { NewEvent } from "../event.ts";

export const event = (data: unknown = {}, facts: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: "SomethingHappened",
  schemaVersion: 1,
  time: "2026-11-21T09:23:00.123Z",
  actor: "anonymous",
  correlationId: "request-1",
  causationId: null,
  data,
  ...facts,
});

export const events = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => event({ n }));
