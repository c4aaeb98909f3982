/**
 * Markets that have run, with other members of whom no hour can tell: those they replace had read something else that does not
 * matter to the hours. Adapters are made anew for them and for all who follow from them; all others stay who they are.
 */
import type { CurveMemo } from "../curves/memo.ts";
import { boundAlike, readAlike } from "../merit/hours.ts";
import type { Participant } from "../merit/participant.ts";
import { type Answers, Asking, givenOf, type Seat, type Seated } from "./asking.ts";
import type { Adapter, Common, Given, Member } from "./member.ts";
import { type NetworkKey, NETWORKS } from "./networks.ts";
import type { ReadMember, ReadMembers } from "./reading.ts";

type Markets = { readonly [network in NetworkKey]: Seated };

/** What is made anew in a market. */
export interface Replacement {
  /** By place. */
  readonly adapters: ReadonlyMap<number, Adapter>;
  /** By those who have taken part in the hours. */
  readonly participants: ReadonlyMap<Participant, Participant>;
}

/** What replaces what, by network; null where hours may differ. */
export function replacements(
  markets: Markets,
  members: ReadMembers,
  memo: CurveMemo,
): ReadonlyMap<NetworkKey, Replacement> | null {
  const seats = seatsOfOthers(markets, members);
  if (seats === null) return null;
  const before = new Beside(markets, seats, ({ network, place }) => markets[network].readAt(place));
  const now = new Beside(markets, seats, ({ network, place }) => members.get(network)![place]!);
  try {
    return comparisonOf(memo, markets, seats, before, now);
  } finally {
    before.close();
    now.close();
  }
}

/** Places of members that are others, and of all that follow from these; null where all may do so. */
function seatsOfOthers(markets: Markets, members: ReadMembers): ReadonlySet<Seat> | null {
  const found = new Set<Seat>();
  for (const { key } of NETWORKS) {
    const market = markets[key];
    for (const [place, read] of (members.get(key) ?? []).entries())
      if (read !== market.readAt(place)) found.add(market.seats[place]!);
  }
  for (const { askers, isAskedForAll } of found) {
    if (isAskedForAll) return null;
    // Markets of which only some was asked for, as exports do, have seats of their own.
    for (const asker of askers) if (markets[asker.network].seats[asker.place] === asker) found.add(asker);
  }
  return found;
}

function comparisonOf(
  memo: CurveMemo,
  markets: Markets,
  seats: ReadonlySet<Seat>,
  before: Beside,
  now: Beside,
): ReadonlyMap<NetworkKey, Replacement> | null {
  const found = new Map<NetworkKey, { adapters: Map<number, Adapter>; participants: Map<Participant, Participant> }>();
  /** Those made anew, as they were and as they are; then those of them who take part. */
  const pairs = new Map<Participant, Participant>();
  const takingPart: Participant[] = [];
  for (const seat of seats) {
    const { network, place } = seat;
    const market = markets[network];
    if (!isInTheSameRole(before.member(seat), now.member(seat))) return null;
    const [ran, one, other] = [market.adapterAt(place), before.adapter(market, place), now.adapter(market, place)];
    if (before.isDoubtful || now.isDoubtful || other.installed !== ran.installed) return null;
    if (one.participants.length !== other.participants.length) return null;
    const replacement = found.get(network) ?? { adapters: new Map(), participants: new Map() };
    found.set(network, replacement);
    replacement.adapters.set(place, other);
    for (const [index, participant] of one.participants.entries()) {
      const current = other.participants[index]!;
      pairs.set(participant, current);
      if (seat.areLoadsAskedForAll && !memo.isSame(participant.anyLoad, current.anyLoad)) return null;
      if (!other.installed) continue;
      if (!readAlike(memo, participant, current)) return null;
      takingPart.push(participant);
      replacement.participants.set(ran.participants[index]!, current);
    }
  }
  return takingPart.every((one) => boundAlike(memo, one, pairs.get(one)!, pairs)) ? found : null;
}

/** Whether all see the same of two members who do not ask for them. */
const isInTheSameRole = (one: Member, other: Member): boolean =>
  one.type === other.type && one.subtype === other.subtype && one.group === other.group;

/** Answers for the adapters of some seats, made anew beside markets whose hours have run. */
class Beside implements Answers {
  /** Null when it has been closed: adapters have asked for all whom they need when they are made. */
  #open: { readonly markets: Markets; readonly read: (seat: Seat) => ReadMember } | null;
  readonly #seats: ReadonlySet<Seat>;
  readonly #made = new Map<Seat, Adapter>();
  /** Whether something was asked that was, or may have been, otherwise before the hours. */
  isDoubtful = false;

  constructor(markets: Markets, seats: ReadonlySet<Seat>, read: (seat: Seat) => ReadMember) {
    this.#open = { markets, read };
    this.#seats = seats;
  }

  /** Adapters hold who has answered them, and are remembered for longer than the markets. */
  close(): void {
    this.#open = null;
    this.#made.clear();
  }

  get #now() {
    if (this.#open === null) throw new Error("A member asked for another one after its adapter was made");
    return this.#open;
  }

  member(seat: Seat): Member {
    return this.#now.read(seat).member;
  }

  market(network: NetworkKey): Seated {
    return this.#now.markets[network];
  }

  adapter(market: Seated, place: number): Adapter {
    const seat = market.seats[place]!;
    if (!this.#seats.has(seat)) return market.adapterAt(place);
    let adapter = this.#made.get(seat);
    if (adapter === undefined) {
      adapter = this.#now.read(seat).adapterIn(new Asking(this, market.network, seat));
      this.#made.set(seat, adapter);
    }
    return adapter;
  }

  given(market: Seated, place: number): Given {
    const adapter = this.adapter(market, place);
    if (!this.#seats.has(market.seats[place]!) && adapter.installed)
      this.isDoubtful ||= !market.readAt(place).asksNobody || adapter.participants.some(({ isWritten }) => isWritten);
    return givenOf(adapter);
  }

  common<T>(_market: Seated, _what: Common<T>, make: () => T): T {
    this.isDoubtful = true;
    return make();
  }

  beforeHours(): void {
    this.isDoubtful = true;
  }
}
