/**
 * Carries out a started erasure: first the person's resources, then all data that identifies them, and their key last.
 * Each step is idempotent, so that a restarted program resumes. The whole erasure is idempotent, so that it can be
 * repeated after an older copy of the events was restored.
 */
import { type Clock, systemClock } from "@etesian/clock";
import { personEvents } from "@etesian/contracts/events/person";
import { type Disposition, OWNED_KINDS, type Legacy } from "@etesian/contracts/legacy";
import { TOKEN_CACHE_MS } from "@etesian/contracts/rights";
import { eventCodec, type ServiceProcess } from "@etesian/event-store";
import type { CallOrigin } from "@etesian/service-kit";
import type { Accounts, Cause } from "./accounts.ts";
import type { ErasedPerson, ErasedList } from "./erased-list.ts";
import { personOf } from "./person.ts";

/** Another service that stores data about people, by id. */
export interface DataHolder {
  /** Releases part of a person's data; returns whether any remains. */
  release(this: void, person: number, legacy: Legacy, origin: CallOrigin): Promise<boolean>;
}

/** Time after which requests with a cached token have ended. */
const SETTLED_MS = TOKEN_CACHE_MS + 1_000;

export class Erasure {
  readonly #accounts: Accounts;
  readonly #dataHolders: readonly DataHolder[];
  readonly #list: ErasedList;
  readonly #clock: Clock;

  constructor(accounts: Accounts, dataHolders: readonly DataHolder[], list: ErasedList, clock: Clock = systemClock) {
    this.#accounts = accounts;
    this.#dataHolders = dataHolders;
    this.#list = list;
    this.#clock = clock;
  }

  /** Carries out a started erasure. Resolves when no data of the person remains. */
  async carryOut(erased: ErasedPerson, cause: Cause, signal: AbortSignal): Promise<void> {
    const { person, legacy, time } = erased;
    await this.#list.add(erased);
    await this.#release(person, legacy, cause);
    const remainingMs = Date.parse(time) + SETTLED_MS - this.#clock.now().getTime();
    if (remainingMs > 0) {
      await this.#clock.pause(Math.min(remainingMs, SETTLED_MS), signal);
      signal.throwIfAborted();
      await this.#release(person, legacy, cause);
    }
    await this.#accounts.finishErasure(person, cause);
  }

  /** Deletes the record of an address, even if an earlier run was killed between the event and the deletion. */
  async deleteAddress(person: number): Promise<void> {
    await this.#accounts.deleteAddress(person);
  }

  /** Repeats all erasures, because older copies of the stores still contain these people. */
  async repeat(cause: Cause, signal: AbortSignal): Promise<void> {
    const erasedPeople = await this.#list.all();
    if (erasedPeople.length > 0) await this.#accounts.reserve(Math.max(...erasedPeople.map(({ person }) => person)));
    for (const erased of erasedPeople) {
      signal.throwIfAborted();
      await this.#accounts.repeatErasure(erased.person, erased.legacy, cause);
      await this.carryOut(erased, cause, signal);
    }
  }

  async #release(person: number, legacy: Legacy, cause: Cause, visitedPeople: readonly number[] = []): Promise<void> {
    const dispositions = await this.#dispositionsOf(person, legacy);
    const { actor, correlationId } = cause;
    const origin = { actor: actor as CallOrigin["actor"] & string, requestId: correlationId };
    for (const id of await this.#accounts.idsOf(person)) {
      for (const { release } of this.#dataHolders) while (await release(id, dispositions, origin));
    }
    // A recipient's own erasure may have missed resources transferred just now.
    for (const heir of new Set(OWNED_KINDS.map((kind) => dispositions[kind].to))) {
      const heirLegacy = heir === null || visitedPeople.includes(heir) ? null : await this.#accounts.legacyOf(heir);
      if (heir !== null && heirLegacy !== null)
        await this.#release(heir, heirLegacy, cause, [...visitedPeople, person]);
    }
  }

  async #dispositionsOf(person: number, legacy: Legacy): Promise<Legacy> {
    const dispositions = OWNED_KINDS.map(
      async (kind) => [kind, await this.#dispositionOf(person, legacy, kind)] as const,
    );
    return Object.fromEntries(await Promise.all(dispositions)) as Legacy;
  }

  /** If the recipient was erased in the meantime, the recipient's own choice applies. */
  async #dispositionOf(person: number, legacy: Legacy, kind: keyof Legacy): Promise<Disposition> {
    const visitedPeople = new Set([person]);
    let disposition = legacy[kind];
    while (disposition.to !== null) {
      const { to } = disposition;
      if (await this.#accounts.isAccount(to)) return disposition;
      const heirLegacy = visitedPeople.has(to) ? null : await this.#accounts.legacyOf(to);
      if (heirLegacy === null) return { choice: "delete", to: null };
      visitedPeople.add(to);
      disposition = heirLegacy[kind];
    }
    return disposition;
  }
}

/** Carries out started erasures and removals of addresses. */
export const erasureProcess = (erasure: Erasure): ServiceProcess => ({
  name: "erasures",
  handles: ({ type }) => type === "ErasureBegun" || type === "AddressRemoved",
  async handle(event, signal) {
    const { time, actor, correlationId } = event;
    const decoded = codec.decode(event);
    const person = personOf(event.stream);
    if (person === null) return;
    if (decoded.type === "AddressRemoved") await erasure.deleteAddress(person);
    if (decoded.type !== "ErasureBegun") return;
    await erasure.carryOut({ person, time, legacy: decoded.data }, { actor, correlationId }, signal);
  },
});

const codec = eventCodec(personEvents);
