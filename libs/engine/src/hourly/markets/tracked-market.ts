/** Dependency tracking between members: records which members' adapters depend on another member. */
import { HourlyError } from "../energy-nodes.ts";
import type { Adapter, Common, Given, Market, Member } from "./member.ts";
import type { NetworkKey, NetworkOfTable } from "./networks.ts";
import type { ReadMember } from "./reading.ts";

/** A place in a market, whichever member occupies it. */
export class MemberSlot {
  readonly network: NetworkKey;
  readonly place: number;
  /** The slots whose adapters depend on it. */
  readonly dependents: MemberSlot[] = [];
  /** Whether a value shared by all members depends on it; or on its given loads alone. */
  usedByAll = false;
  loadsUsedByAll = false;

  constructor(network: NetworkKey, place: number) {
    this.network = network;
    this.place = place;
  }
}

/** A market as implementations of `MarketAccess` see it. */
export interface SlottedMarket {
  readonly network: NetworkOfTable;
  readonly members: readonly Member[];
  /** Slots by place. */
  readonly slots: readonly MemberSlot[];
  readAt(place: number): ReadMember;
  adapterAt(place: number): Adapter;
  /** The place of a member, -1 when there is none. */
  find(key: string): number;
  /** See `Market`. */
  common<T>(key: Common<T>, make: () => T): T;
  beforeHours(fill: () => void): void;
}

/** Gives members access to each other. */
export interface MarketAccess {
  /** Null if the network has no market. */
  market(network: NetworkKey): SlottedMarket | null;
  adapter(market: SlottedMarket, place: number): Adapter;
  given(market: SlottedMarket, place: number): Given;
  common<T>(market: SlottedMarket, key: Common<T>, make: () => T): T;
  beforeHours(market: SlottedMarket, fill: () => void): void;
}

/** A market as the member in a slot sees it. Records the dependencies of that slot. */
export class TrackedMarket implements Market {
  readonly network: NetworkOfTable;
  readonly #access: MarketAccess;
  readonly #slot: MemberSlot;
  #isShared = false;

  constructor(answers: MarketAccess, network: NetworkOfTable, dependent: MemberSlot) {
    this.network = network;
    this.#access = answers;
    this.#slot = dependent;
  }

  get members(): readonly Member[] {
    return this.#market.members;
  }

  member(key: string): Member {
    const market = this.#market;
    return market.members[this.#use(market, key, "usedByAll")]!;
  }

  adapter(key: string): Adapter {
    const market = this.#market;
    return this.#access.adapter(market, this.#use(market, key, "usedByAll"));
  }

  given(key: string): Given {
    const market = this.#market;
    return this.#access.given(market, this.#use(market, key, "loadsUsedByAll"));
  }

  other(network: NetworkKey): Market | null {
    const market = this.#access.market(network);
    return market === null ? null : new TrackedMarket(this.#access, market.network, this.#slot);
  }

  common<T>(key: Common<T>, make: () => T): T {
    return this.#access.common(this.#market, key, () => {
      const before = this.#isShared;
      this.#isShared = true;
      try {
        return make();
      } finally {
        this.#isShared = before;
      }
    });
  }

  beforeHours(fill: () => void): void {
    this.#access.beforeHours(this.#market, fill);
  }

  get #market(): SlottedMarket {
    return this.#access.market(this.network.key)!;
  }

  /** Returns the place of a member and records the dependency, of the slot or of all members. */
  #use(market: SlottedMarket, key: string, shared: "usedByAll" | "loadsUsedByAll"): number {
    const place = market.find(key);
    if (place < 0) throw new HourlyError(`${key} is not part of ${market.network.name}`);
    const slot = market.slots[place]!;
    if (this.#isShared) slot[shared] = true;
    else if (!slot.dependents.includes(this.#slot)) slot.dependents.push(this.#slot);
    return place;
  }
}

/** The given loads of a member, before dispatch. */
export const givenOf = ({ installed, participants }: Adapter): Given => ({
  installed,
  loads: participants.map(({ anyLoad }) => anyLoad),
});

/** Access to the members of a market during set-up, alongside other markets. */
export class SetUpAccess implements MarketAccess {
  readonly #market: SlottedMarket;
  readonly #others: { readonly [network in NetworkKey]?: SlottedMarket };

  constructor(market: SlottedMarket, others: { readonly [network in NetworkKey]?: SlottedMarket }) {
    this.#market = market;
    this.#others = others;
  }

  market(network: NetworkKey): SlottedMarket | null {
    return network === this.#market.network.key ? this.#market : (this.#others[network] ?? null);
  }

  adapter(market: SlottedMarket, place: number): Adapter {
    return market.adapterAt(place);
  }

  given(market: SlottedMarket, place: number): Given {
    return givenOf(market.adapterAt(place));
  }

  common<T>(market: SlottedMarket, key: Common<T>, make: () => T): T {
    return market.common(key, make);
  }

  beforeHours(market: SlottedMarket, fill: () => void): void {
    market.beforeHours(fill);
  }
}
