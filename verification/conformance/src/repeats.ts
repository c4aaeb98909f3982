/**
 * A client that gets no answer to a change repeats it with its `Idempotency-Key`: the change is executed once and
 * answered as before.
 */
import type { AccountStores } from "@etesian/accounts";
import { type EventStore, openEventStore, type Position, START } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import type { Answer } from "./http/client.ts";
import type { Row } from "./row.ts";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];

/** A user whose account was erased has no token for a second request. */
const ERASING = "DELETE /user";

/** A file is stored each time it is received, and attached once. */
const WITHOUT_EFFECT = "CurvesKept";

/** Whether a row makes a change that can be repeated. */
export const isRepeatable = ({ send, answer, headers }: Row): boolean =>
  CHANGING.includes(send.split(" ")[0]!) &&
  send !== ERASING &&
  (answer.status < 400 || answer.code === "users_failed") &&
  headers?.["idempotency-key"] === undefined;

/**
 * Evidence that a change was executed twice, from its answers and the events of the second request; null if there is
 * none.
 */
export function repetitionEvidence(first: Answer, again: Answer, events: readonly string[]): string | null {
  const made = events.filter((type) => type !== WITHOUT_EFFECT);
  if (made.length > 0) return `repeated with its Idempotency-Key it was executed again: ${made.join(", ")}`;
  const [before, after] = [summary(first), summary(again)];
  return before === after ? null : `repeated with its Idempotency-Key: ${after}, at first ${before}`;
}

/** The status of an answer and its ids. Times and results may differ a moment later. */
function summary({ status, body }: Answer): string {
  const [, id] = /^\{"id":(\d+),/.exec(body) ?? [];
  return id === undefined ? `status ${status}` : `status ${status} of ${id}`;
}

/** Services with their own store, if stores are files. */
const FILES = ["events.db", "accounts.db", "saved-scenarios.db", "curves.db", "sweeps.db"];
const PAGE = 500;

/** The events of all services of a deployment; each read continues where the last one ended. */
export class StoredEvents {
  readonly #stores: readonly EventStore[];
  readonly #read = new Map<EventStore, Position>();

  private constructor(stores: readonly EventStore[]) {
    this.#stores = stores;
  }

  static async open(place: AccountStores): Promise<StoredEvents> {
    const urls = new Set(FILES.map((file) => storeUrl(file, place)));
    return new StoredEvents(await Promise.all([...urls].map((url) => openEventStore(url))));
  }

  /** Types of the events caused by a request, among those stored since the last call. */
  async causedBy(requestId: string): Promise<readonly string[]> {
    const types: string[] = [];
    for (const store of this.#stores) {
      for (;;) {
        const page = await store.readAll(this.#read.get(store) ?? START, PAGE);
        if (page.length === 0) break;
        this.#read.set(store, page.at(-1)!.position);
        types.push(...page.filter(({ correlationId }) => correlationId === requestId).map(({ type }) => type));
      }
    }
    return types;
  }

  async close(): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.close()));
  }
}
