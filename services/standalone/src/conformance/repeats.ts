/**
 * Whoever got no answer to a change asks for it again with its `Idempotency-Key`: it is made once, and answered as it was.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Answer } from "../http/client.ts";
import type { Row } from "./row.ts";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];

/** Whose account was erased has no token any more to ask with. */
const ERASING = "DELETE /user";

/** Files are kept as often as they are received, and attached once. */
const WITHOUT_EFFECT = "CurvesKept";

/** Whether a row makes a change that can be asked for again. */
export const asksOnce = ({ send, answer, headers }: Row): boolean =>
  CHANGING.includes(send.split(" ")[0]!) &&
  send !== ERASING &&
  answer.status < 400 &&
  headers?.["idempotency-key"] === undefined;

/** What shows that a change was made twice, given its answers and the events that the second request caused; else null. */
export function doneTwice(first: Answer, again: Answer, events: readonly string[]): string | null {
  const made = events.filter((type) => type !== WITHOUT_EFFECT);
  if (made.length > 0) return `asked for again with its Idempotency-Key it was made again: ${made.join(", ")}`;
  const [before, after] = [summary(first), summary(again)];
  return before === after ? null : `asked for again with its Idempotency-Key: ${after}, at first ${before}`;
}

/** Its status, and what it is about. Times and what follows from a change may be others a moment later. */
function summary({ status, body }: Answer): string {
  const [, id] = /^\{"id":(\d+),/.exec(body) ?? [];
  return id === undefined ? `status ${status}` : `status ${status} of ${id}`;
}

/** Types of the events that a request has caused, in whatever file of a data directory. */
export function eventsOf(requestId: string, data: string): readonly string[] {
  return readdirSync(data)
    .filter((file) => file.endsWith(".db"))
    .flatMap((file) => {
      const database = new DatabaseSync(join(data, file), { readOnly: true });
      try {
        if (database.prepare("select 1 from sqlite_master where name = 'events'").get() === undefined) return [];
        const rows = database.prepare("select type from events where correlation_id = ?").all(requestId);
        return rows.map(({ type }) => String(type));
      } finally {
        database.close();
      }
    });
}
