/** Dependency tracking between members: records which members' adapters depend on another member. */
import { HourlyError } from "../energy-nodes.ts";
import type { Adapter, SharedKey, GivenLoads, Market, Member } from "./member.ts";
import type { NetworkKey, ListedNetwork } from "./networks.ts";
import type { ReadMember } from "./reading.ts";

/** A position in a market, independent of the member that occupies it. */
export class MemberSlot {
  readonly network: NetworkKey;
  readonly index: number;
  /** The slots whose adapters depend on it. */
  readonly dependents: MemberSlot[] = [];
  /** Whether a value shared by all members depends on it (`usedByAll`), or only on its given loads. */
  usedByAll = false;
  loadsUsedByAll = false;

  constructor(network: NetworkKey, index: number) {
    this.network = network;
    this.index = index;
  }
}

/** A market as implementations of `MarketAccess` see it. */
export interface SlottedMarket {
  readonly network: ListedNetwork;
  readonly members: readonly Member[];
  /** Slots by index. */
  readonly slots: readonly MemberSlot[];
  readAt(index: number): ReadMember;
  adapterAt(index: number): Adapter;
  /** The index of a member, −1 if there is none. */
  find(key: string): number;
  /** See `Market`. */
  sharedValue<T>(key: SharedKey<T>, make: () => T): T;
  beforeDispatch(work: () => void): void;
}

/** Gives members access to each other. */
export interface MarketAccess {
  /** Null if the network has no market. */
  market(network: NetworkKey): SlottedMarket | null;
  adapter(market: SlottedMarket, index: number): Adapter;
  givenLoads(market: SlottedMarket, index: number): GivenLoads;
  sharedValue<T>(market: SlottedMarket, key: SharedKey<T>, make: () => T): T;
  beforeDispatch(market: SlottedMarket, work: () => void): void;
}

/** A market as the member in a slot sees it. Records the dependencies of that slot. */
export class TrackedMarket implements Market {
  readonly network: ListedNetwork;
  readonly #access: MarketAccess;
  readonly #slot: MemberSlot;
  #isShared = false;

  constructor(access: MarketAccess, network: ListedNetwork, dependent: MemberSlot) {
    this.network = network;
    this.#access = access;
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

  givenLoads(key: string): GivenLoads {
    const market = this.#market;
    return this.#access.givenLoads(market, this.#use(market, key, "loadsUsedByAll"));
  }

  otherMarket(network: NetworkKey): Market | null {
    const market = this.#access.market(network);
    return market === null ? null : new TrackedMarket(this.#access, market.network, this.#slot);
  }

  sharedValue<T>(key: SharedKey<T>, make: () => T): T {
    return this.#access.sharedValue(this.#market, key, () => {
      const wasShared = this.#isShared;
      this.#isShared = true;
      try {
        return make();
      } finally {
        this.#isShared = wasShared;
      }
    });
  }

  beforeDispatch(work: () => void): void {
    this.#access.beforeDispatch(this.#market, work);
  }

  get #market(): SlottedMarket {
    return this.#access.market(this.network.key)!;
  }

  /** Returns the index of a member and records the dependency, of the slot or of all members. */
  #use(market: SlottedMarket, key: string, flag: "usedByAll" | "loadsUsedByAll"): number {
    const index = market.find(key);
    if (index < 0) throw new HourlyError(`${key} is not part of ${market.network.name}`);
    const slot = market.slots[index]!;
    if (this.#isShared) slot[flag] = true;
    else if (!slot.dependents.includes(this.#slot)) slot.dependents.push(this.#slot);
    return index;
  }
}

/** The given loads of a member, before dispatch. */
export const givenLoadsOf = ({ installed, participants }: Adapter): GivenLoads => ({
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

  adapter(market: SlottedMarket, index: number): Adapter {
    return market.adapterAt(index);
  }

  givenLoads(market: SlottedMarket, index: number): GivenLoads {
    return givenLoadsOf(market.adapterAt(index));
  }

  sharedValue<T>(market: SlottedMarket, key: SharedKey<T>, make: () => T): T {
    return market.sharedValue(key, make);
  }

  beforeDispatch(market: SlottedMarket, work: () => void): void {
    market.beforeDispatch(work);
  }
}
