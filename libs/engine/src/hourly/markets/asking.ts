/**
 * What members ask of each other, and who has asked for whom: so it is known whose adapters follow from that of another member.
 */
import { HourlyError } from "../energy-nodes.ts";
import type { Adapter, Common, Given, Market, Member } from "./member.ts";
import type { NetworkKey, NetworkOfTable } from "./networks.ts";
import type { ReadMember } from "./reading.ts";

/** A place in a market, whoever has it. */
export class Seat {
  readonly network: NetworkKey;
  readonly place: number;
  /** Those who have asked for him. */
  readonly askers: Seat[] = [];
  /** Whether something that members have in common follows from him; or from his given loads alone. */
  isAskedForAll = false;
  areLoadsAskedForAll = false;

  constructor(network: NetworkKey, place: number) {
    this.network = network;
    this.place = place;
  }
}

/** A market as those know it who answer for its members. */
export interface Seated {
  readonly network: NetworkOfTable;
  readonly members: readonly Member[];
  /** By place. */
  readonly seats: readonly Seat[];
  readAt(place: number): ReadMember;
  adapterAt(place: number): Adapter;
  /** The place of a member, -1 where there is none. */
  find(key: string): number;
  /** See `Market`. */
  common<T>(what: Common<T>, make: () => T): T;
  beforeHours(fill: () => void): void;
}

/** Who answers members. */
export interface Answers {
  /** Null where there is no such market. */
  market(network: NetworkKey): Seated | null;
  adapter(market: Seated, place: number): Adapter;
  given(market: Seated, place: number): Given;
  common<T>(market: Seated, what: Common<T>, make: () => T): T;
  beforeHours(market: Seated, fill: () => void): void;
}

/** A market as the member with a seat sees it, there or in another one. */
export class Asking implements Market {
  readonly network: NetworkOfTable;
  readonly #answers: Answers;
  readonly #asker: Seat;
  #isForAll = false;

  constructor(answers: Answers, network: NetworkOfTable, asker: Seat) {
    this.network = network;
    this.#answers = answers;
    this.#asker = asker;
  }

  get members(): readonly Member[] {
    return this.#market.members;
  }

  member(key: string): Member {
    const market = this.#market;
    return market.members[this.#ask(market, key, "isAskedForAll")]!;
  }

  adapter(key: string): Adapter {
    const market = this.#market;
    return this.#answers.adapter(market, this.#ask(market, key, "isAskedForAll"));
  }

  given(key: string): Given {
    const market = this.#market;
    return this.#answers.given(market, this.#ask(market, key, "areLoadsAskedForAll"));
  }

  other(network: NetworkKey): Market | null {
    const market = this.#answers.market(network);
    return market === null ? null : new Asking(this.#answers, market.network, this.#asker);
  }

  common<T>(what: Common<T>, make: () => T): T {
    return this.#answers.common(this.#market, what, () => {
      const before = this.#isForAll;
      this.#isForAll = true;
      try {
        return make();
      } finally {
        this.#isForAll = before;
      }
    });
  }

  beforeHours(fill: () => void): void {
    this.#answers.beforeHours(this.#market, fill);
  }

  get #market(): Seated {
    return this.#answers.market(this.network.key)!;
  }

  /** The place of a member; notes who asks, or that it is for all. */
  #ask(market: Seated, key: string, forAll: "isAskedForAll" | "areLoadsAskedForAll"): number {
    const place = market.find(key);
    if (place < 0) throw new HourlyError(`${key} takes no part in ${market.network.name}`);
    const seat = market.seats[place]!;
    if (this.#isForAll) seat[forAll] = true;
    else if (!seat.askers.includes(this.#asker)) seat.askers.push(this.#asker);
    return place;
  }
}

/** What is given before the hours, of whoever it is. */
export const givenOf = ({ installed, participants }: Adapter): Given => ({
  installed,
  loads: participants.map(({ anyLoad }) => anyLoad),
});

/** Answers for the members of a market that is set up, beside others. */
export class SettingUp implements Answers {
  readonly #market: Seated;
  readonly #others: { readonly [network in NetworkKey]?: Seated };

  constructor(market: Seated, others: { readonly [network in NetworkKey]?: Seated }) {
    this.#market = market;
    this.#others = others;
  }

  market(network: NetworkKey): Seated | null {
    return network === this.#market.network.key ? this.#market : (this.#others[network] ?? null);
  }

  adapter(market: Seated, place: number): Adapter {
    return market.adapterAt(place);
  }

  given(market: Seated, place: number): Given {
    return givenOf(market.adapterAt(place));
  }

  common<T>(market: Seated, what: Common<T>, make: () => T): T {
    return market.common(what, make);
  }

  beforeHours(market: Seated, fill: () => void): void {
    market.beforeHours(fill);
  }
}
