/**
 * Substitutes equivalent members in markets that have run: they differ from the replaced members only in values that
 * dispatch does not read. Adapters are recreated for them and for all their dependents; all others are reused.
 */
import type { CurveMemo } from "../curves/memo.ts";
import { haveEquivalentLinks, areEquivalent } from "../merit/hours.ts";
import type { Participant } from "../merit/participant.ts";
import { type MarketAccess, TrackedMarket, givenOf, type MemberSlot, type SlottedMarket } from "./tracked-market.ts";
import type { Adapter, Common, Given, Member } from "./member.ts";
import { type NetworkKey, NETWORKS } from "./networks.ts";
import type { ReadMember, ReadMembers } from "./reading.ts";

type Markets = { readonly [network in NetworkKey]: SlottedMarket };

/** The recreated adapters of a market. */
export interface Replacement {
  /** The recreated adapters by place. */
  readonly adapters: ReadonlyMap<number, Adapter>;
  /** Recreated participants by the dispatched ones. */
  readonly participants: ReadonlyMap<Participant, Participant>;
}

/** The replacements by network; null if dispatch may differ. */
export function replacements(
  markets: Markets,
  members: ReadMembers,
  memo: CurveMemo,
): ReadonlyMap<NetworkKey, Replacement> | null {
  const slots = changedSlots(markets, members);
  if (slots === null) return null;
  const before = new ReplacementContext(markets, slots, ({ network, place }) => markets[network].readAt(place));
  const now = new ReplacementContext(markets, slots, ({ network, place }) => members.get(network)![place]!);
  try {
    return comparisonOf(memo, markets, slots, before, now);
  } finally {
    before.close();
    now.close();
  }
}

/** Slots of members that have changed, and of all their dependents; null if all members could be affected. */
function changedSlots(markets: Markets, members: ReadMembers): ReadonlySet<MemberSlot> | null {
  const found = new Set<MemberSlot>();
  for (const { key } of NETWORKS) {
    const market = markets[key];
    for (const [place, read] of (members.get(key) ?? []).entries())
      if (read !== market.readAt(place)) found.add(market.slots[place]!);
  }
  for (const { dependents, usedByAll } of found) {
    if (usedByAll) return null;
    // Partly set-up markets, as of exports, have slots of their own.
    for (const dependent of dependents)
      if (markets[dependent.network].slots[dependent.place] === dependent) found.add(dependent);
  }
  return found;
}

function comparisonOf(
  memo: CurveMemo,
  markets: Markets,
  slots: ReadonlySet<MemberSlot>,
  before: ReplacementContext,
  now: ReplacementContext,
): ReadonlyMap<NetworkKey, Replacement> | null {
  const found = new Map<NetworkKey, { adapters: Map<number, Adapter>; participants: Map<Participant, Participant> }>();
  /** Recreated participants, before and now; then the subset that takes part. */
  const pairs = new Map<Participant, Participant>();
  const takingPart: Participant[] = [];
  for (const slot of slots) {
    const { network, place } = slot;
    const market = markets[network];
    if (!hasSameRole(before.member(slot), now.member(slot))) return null;
    const [ran, one, other] = [market.adapterAt(place), before.adapter(market, place), now.adapter(market, place)];
    if (before.isDoubtful || now.isDoubtful || other.installed !== ran.installed) return null;
    if (one.participants.length !== other.participants.length) return null;
    const replacement = found.get(network) ?? { adapters: new Map(), participants: new Map() };
    found.set(network, replacement);
    replacement.adapters.set(place, other);
    for (const [index, participant] of one.participants.entries()) {
      const current = other.participants[index]!;
      pairs.set(participant, current);
      if (slot.loadsUsedByAll && !memo.isSame(participant.anyLoad, current.anyLoad)) return null;
      if (!other.installed) continue;
      if (!areEquivalent(memo, participant, current)) return null;
      takingPart.push(participant);
      replacement.participants.set(ran.participants[index]!, current);
    }
  }
  return takingPart.every((one) => haveEquivalentLinks(memo, one, pairs.get(one)!, pairs)) ? found : null;
}

/** Whether two members look the same to members that do not depend on them. */
const hasSameRole = (one: Member, other: Member): boolean =>
  one.type === other.type && one.subtype === other.subtype && one.group === other.group;

/** Gives access to the adapters of some slots, recreated alongside markets that have run. */
class ReplacementContext implements MarketAccess {
  /** Null after `close`: adapters access other members only while they are created. */
  #open: { readonly markets: Markets; readonly read: (slot: MemberSlot) => ReadMember } | null;
  readonly #slots: ReadonlySet<MemberSlot>;
  readonly #made = new Map<MemberSlot, Adapter>();
  /** Whether a value was read that may have differed before dispatch. */
  isDoubtful = false;

  constructor(markets: Markets, slots: ReadonlySet<MemberSlot>, read: (slot: MemberSlot) => ReadMember) {
    this.#open = { markets, read };
    this.#slots = slots;
  }

  /** Adapters hold this context and are cached for longer than the markets. */
  close(): void {
    this.#open = null;
    this.#made.clear();
  }

  get #now() {
    if (this.#open === null) throw new Error("A member was read after the adapter of its reader was created");
    return this.#open;
  }

  member(slot: MemberSlot): Member {
    return this.#now.read(slot).member;
  }

  market(network: NetworkKey): SlottedMarket {
    return this.#now.markets[network];
  }

  adapter(market: SlottedMarket, place: number): Adapter {
    const slot = market.slots[place]!;
    if (!this.#slots.has(slot)) return market.adapterAt(place);
    let adapter = this.#made.get(slot);
    if (adapter === undefined) {
      adapter = this.#now.read(slot).adapterIn(new TrackedMarket(this, market.network, slot));
      this.#made.set(slot, adapter);
    }
    return adapter;
  }

  given(market: SlottedMarket, place: number): Given {
    const adapter = this.adapter(market, place);
    if (!this.#slots.has(market.slots[place]!) && adapter.installed)
      this.isDoubtful ||=
        !market.readAt(place).isIndependent || adapter.participants.some(({ isDispatched }) => isDispatched);
    return givenOf(adapter);
  }

  common<T>(_market: SlottedMarket, _what: Common<T>, make: () => T): T {
    this.isDoubtful = true;
    return make();
  }

  beforeHours(): void {
    this.isDoubtful = true;
  }
}
