/** Checks that a change repeated under its `Idempotency-Key` is executed once and gets the same response. */
import type { AccountStores } from "@etesian/accounts";
import { type EventStore, openEventStore, START } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import type { HttpResponse } from "./http/client.ts";
import type { Row } from "./row.ts";

const CHANGING_METHODS = ["POST", "PUT", "PATCH", "DELETE"];

/** After an account is erased, its user has no token for a second request. */
const ERASURE = "DELETE /user";

/** A file is stored each time it is received, and attached once. */
const IDEMPOTENT_EVENT = "CurvesKept";

/** Whether a row's request is a change that can be repeated. */
export const isRepeatable = ({ send, response, headers }: Row): boolean =>
  CHANGING_METHODS.includes(send.split(" ")[0]!) &&
  send !== ERASURE &&
  (response.status < 400 || response.code === "users_failed") &&
  headers?.["idempotency-key"] === undefined;

/**
 * Evidence that a change was executed twice, from its responses and the events of the second request; null if there is
 * none.
 */
export function repetitionEvidence(
  first: HttpResponse,
  second: HttpResponse,
  events: readonly string[],
): string | null {
  const effective = events.filter((type) => type !== IDEMPOTENT_EVENT);
  if (effective.length > 0)
    return `the request repeated with its Idempotency-Key was executed again: ${effective.join(", ")}`;
  const [firstSummary, secondSummary] = [summaryOf(first), summaryOf(second)];
  return firstSummary === secondSummary
    ? null
    : `repeated with its Idempotency-Key: ${secondSummary}, at first ${firstSummary}`;
}

/** The status of a response and its ID. Times and results may differ a moment later. */
function summaryOf({ status, body }: HttpResponse): string {
  const [, id] = /^\{"id":(\d+),/.exec(body) ?? [];
  return id === undefined ? `status ${status}` : `status ${status} of ${id}`;
}

const PAGE = 500;

/** The events of a deployment; each read continues where the last one ended. */
export class StoredEvents {
  readonly #store: EventStore;
  #position = START;

  private constructor(store: EventStore) {
    this.#store = store;
  }

  static async open(stores: AccountStores): Promise<StoredEvents> {
    return new StoredEvents(await openEventStore(await storeUrl(stores)));
  }

  /** Types of the events caused by a request, among those stored since the last call. */
  async causedBy(requestId: string): Promise<readonly string[]> {
    const types: string[] = [];
    for (;;) {
      const page = await this.#store.readAll(this.#position, PAGE);
      if (page.length === 0) return types;
      this.#position = page.at(-1)!.position;
      types.push(...page.filter(({ correlationId }) => correlationId === requestId).map(({ type }) => type));
    }
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
