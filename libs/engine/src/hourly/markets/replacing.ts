/**
 * Substitutes equivalent members in markets that have run: they differ from the replaced members only in values that
 * dispatch does not read. Adapters are recreated for them and for all their dependents; all others are reused.
 */
import type { CurveMemo } from "../curves/memo.ts";
import { haveEquivalentLinks, areEquivalent } from "../merit/hours.ts";
import type { Participant } from "../merit/participant.ts";
import {
  type MarketAccess,
  TrackedMarket,
  givenLoadsOf,
  type MemberSlot,
  type SlottedMarket,
} from "./tracked-market.ts";
import type { Adapter, SharedKey, GivenLoads, Member } from "./member.ts";
import { type NetworkKey, NETWORKS } from "./networks.ts";
import type { ReadMember, ReadMembers } from "./reading.ts";

type Markets = { readonly [network in NetworkKey]: SlottedMarket };

/** The recreated adapters of a market. */
export interface Replacement {
  /** The recreated adapters by index. */
  readonly adapters: ReadonlyMap<number, Adapter>;
  /** Recreated participants, keyed by the dispatched participants that they replace. */
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
  const previous = new ReplacementContext(markets, slots, ({ network, index }) => markets[network].readAt(index));
  const current = new ReplacementContext(markets, slots, ({ network, index }) => members.get(network)![index]!);
  try {
    return compareAdapters(memo, markets, slots, previous, current);
  } finally {
    previous.close();
    current.close();
  }
}

/** Slots of members that have changed, and of all their dependents; null if all members could be affected. */
function changedSlots(markets: Markets, members: ReadMembers): ReadonlySet<MemberSlot> | null {
  const slots = new Set<MemberSlot>();
  for (const { key } of NETWORKS) {
    const market = markets[key];
    for (const [index, read] of (members.get(key) ?? []).entries())
      if (read !== market.readAt(index)) slots.add(market.slots[index]!);
  }
  for (const { dependents, usedByAll } of slots) {
    if (usedByAll) return null;
    // Partially set up markets, such as markets of exports, have their own slots.
    for (const dependent of dependents)
      if (markets[dependent.network].slots[dependent.index] === dependent) slots.add(dependent);
  }
  return slots;
}

function compareAdapters(
  memo: CurveMemo,
  markets: Markets,
  slots: ReadonlySet<MemberSlot>,
  previous: ReplacementContext,
  current: ReplacementContext,
): ReadonlyMap<NetworkKey, Replacement> | null {
  const replacements = new Map<
    NetworkKey,
    { adapters: Map<number, Adapter>; participants: Map<Participant, Participant> }
  >();
  /** Recreated participants by their previous versions; then the subset that is dispatched. */
  const pairs = new Map<Participant, Participant>();
  const dispatched: Participant[] = [];
  for (const slot of slots) {
    const { network, index } = slot;
    const market = markets[network];
    if (!hasSameRole(previous.member(slot), current.member(slot))) return null;
    const [oldAdapter, previousAdapter, currentAdapter] = [
      market.adapterAt(index),
      previous.adapter(market, index),
      current.adapter(market, index),
    ];
    if (previous.isDoubtful || current.isDoubtful || currentAdapter.installed !== oldAdapter.installed) return null;
    if (previousAdapter.participants.length !== currentAdapter.participants.length) return null;
    const replacement = replacements.get(network) ?? { adapters: new Map(), participants: new Map() };
    replacements.set(network, replacement);
    replacement.adapters.set(index, currentAdapter);
    for (const [position, participant] of previousAdapter.participants.entries()) {
      const replacingParticipant = currentAdapter.participants[position]!;
      pairs.set(participant, replacingParticipant);
      if (slot.loadsUsedByAll && !memo.isSame(participant.anyLoad, replacingParticipant.anyLoad)) return null;
      if (!currentAdapter.installed) continue;
      if (!areEquivalent(memo, participant, replacingParticipant)) return null;
      dispatched.push(participant);
      replacement.participants.set(oldAdapter.participants[position]!, replacingParticipant);
    }
  }
  return dispatched.every((one) => haveEquivalentLinks(memo, one, pairs.get(one)!, pairs)) ? replacements : null;
}

/** Whether two members are interchangeable for members that do not depend on them. */
const hasSameRole = (one: Member, other: Member): boolean =>
  one.type === other.type && one.subtype === other.subtype && one.group === other.group;

/** Gives access to the adapters of some slots, recreated alongside markets that have run. */
class ReplacementContext implements MarketAccess {
  /** Null after `close`: adapters access other members only while they are created. */
  #open: { readonly markets: Markets; readonly read: (slot: MemberSlot) => ReadMember } | null;
  readonly #slots: ReadonlySet<MemberSlot>;
  readonly #adapters = new Map<MemberSlot, Adapter>();
  /** Whether a value was read that may have differed before dispatch. */
  isDoubtful = false;

  constructor(markets: Markets, slots: ReadonlySet<MemberSlot>, read: (slot: MemberSlot) => ReadMember) {
    this.#open = { markets, read };
    this.#slots = slots;
  }

  /** Adapters hold this context and are cached for longer than the markets. */
  close(): void {
    this.#open = null;
    this.#adapters.clear();
  }

  get #source() {
    if (this.#open === null) throw new Error("A member was read after the adapter of its reader was created");
    return this.#open;
  }

  member(slot: MemberSlot): Member {
    return this.#source.read(slot).member;
  }

  market(network: NetworkKey): SlottedMarket {
    return this.#source.markets[network];
  }

  adapter(market: SlottedMarket, index: number): Adapter {
    const slot = market.slots[index]!;
    if (!this.#slots.has(slot)) return market.adapterAt(index);
    let adapter = this.#adapters.get(slot);
    if (adapter === undefined) {
      adapter = this.#source.read(slot).adapterIn(new TrackedMarket(this, market.network, slot));
      this.#adapters.set(slot, adapter);
    }
    return adapter;
  }

  givenLoads(market: SlottedMarket, index: number): GivenLoads {
    const adapter = this.adapter(market, index);
    if (!this.#slots.has(market.slots[index]!) && adapter.installed)
      this.isDoubtful ||=
        !market.readAt(index).isIndependent || adapter.participants.some(({ isDispatched }) => isDispatched);
    return givenLoadsOf(adapter);
  }

  sharedValue<T>(_market: SlottedMarket, _key: SharedKey<T>, make: () => T): T {
    this.isDoubtful = true;
    return make();
  }

  beforeDispatch(): void {
    this.isDoubtful = true;
  }
}
