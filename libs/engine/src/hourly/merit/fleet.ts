/**
 * The dispatchable and flexible members of an order in the current hour, in columns: a typed array per quantity, a
 * place per member. Loads of flexible members are held here during the hour. Those other than 0 are written to their
 * curves at its end, so that the data of idle members stay in the L1 cache.
 *
 * A double passed to or returned from a call would be allocated unless the compiler inlines the call. Amounts are
 * passed in `amounts` instead.
 */
import { type Curve, borrow, writable } from "../curves/curve.ts";
import { HOURS, Kind, type Participant } from "./participant.ts";

/** Indices in `amounts`, MW: the offer, and the result of a call. */
export const OFFERED = 0;
export const TAKEN = 1;
export const ROOM = 2;
export const AVAILABLE = 3;
/** Output of the dispatchable that is partly used by demand. */
export const STARTED = 4;

export class Fleet {
  readonly amounts = new Float64Array(5);
  /** Load of the hour of flexible members, MW: positive while producing, negative while consuming. */
  readonly load: Float64Array;
  /** Capacities of the hour, MW over all units. */
  readonly outputCapacity: Float64Array;
  readonly inputCapacity: Float64Array;
  /** 1 for dispatchables: they may deliver their full capacity, and `Dispatch` writes their loads. */
  readonly isDispatchable: Uint8Array;
  /** 1 if an offer is taken up to the input capacity, without further rules. */
  readonly isSimple: Uint8Array;
  /** The published loads. */
  readonly curves: readonly Float64Array[];

  readonly #members: readonly Participant[];
  readonly #kind: Uint8Array;
  readonly #stored: Float64Array;
  readonly #volume: Float64Array;
  readonly #inputEfficiency: Float64Array;
  readonly #outputEfficiency: Float64Array;
  readonly #decay: Float64Array;
  readonly #heatEfficiency: Float64Array;
  readonly #owed: Float64Array;
  readonly #owedLimit: Float64Array;
  /** Room of the members of a group with an offer, in the order of the group. */
  readonly #rooms: Float64Array;

  // Places of members with work at the start or end of an hour.
  readonly #flexible: Int32Array;
  readonly #variableOutput: Int32Array;
  readonly #variableInput: Int32Array;
  readonly #satisfied: Int32Array;
  readonly #decaying: Int32Array;
  readonly #heatBuffers: Int32Array;
  readonly #withReserve: Int32Array;
  readonly #owing: Int32Array;
  /** Limits of the hour, and the arrays of contents, in the order of the places above. */
  readonly #outputLimits: readonly Curve<"april">[];
  readonly #inputLimits: readonly Curve<"april">[];
  readonly #demands: readonly Curve<"april">[];
  readonly #reserves: readonly Float64Array[];
  /** By place: limits of members that check them on request, and the heat of buffers. */
  readonly #limits: readonly Curve<"april">[];
  readonly #heat: readonly Float64Array[];
  readonly #heatSeen: readonly Float64Array[];

  constructor(members: readonly Participant[]) {
    const column = (value: (member: Participant) => number): Float64Array => Float64Array.from(members, value);
    const placesOf = (test: (member: Participant) => boolean): Int32Array =>
      Int32Array.from([...members.keys()].filter((place) => test(members[place]!)));
    this.load = new Float64Array(members.length);
    this.outputCapacity = column((member) => member.outputCapacity);
    this.inputCapacity = column((member) => member.inputCapacity);
    this.isDispatchable = Uint8Array.from(members, ({ isFlex }) => (isFlex ? 0 : 1));
    this.isSimple = Uint8Array.from(members, ({ kind }) => (kind >= Kind.Flex && kind < Kind.Storage ? 1 : 0));
    this.curves = members.map((member) => writable(member.load));
    this.#members = members;
    this.#kind = Uint8Array.from(members, (member) => member.kind);
    this.#stored = column((member) => member.stored);
    this.#volume = column((member) => member.volume);
    this.#inputEfficiency = column((member) => member.inputEfficiency);
    this.#outputEfficiency = column((member) => member.outputEfficiency);
    this.#decay = column((member) => member.decay);
    this.#heatEfficiency = column((member) => member.heatEfficiency);
    this.#owed = column((member) => member.owed);
    this.#owedLimit = column((member) => member.owedLimit);
    this.#rooms = new Float64Array(members.length);
    this.#flexible = placesOf(({ isFlex }) => isFlex);
    this.#variableOutput = placesOf(({ kind }) => kind === Kind.VariableDispatchable);
    this.#variableInput = placesOf(({ kind }) => kind === Kind.VariableConsumer);
    this.#satisfied = placesOf(({ kind }) => kind === Kind.SatisfiedDemand);
    this.#decaying = placesOf(({ kind, decay }) => kind === Kind.Storage && decay > 0);
    this.#heatBuffers = placesOf(({ kind }) => kind === Kind.HeatBuffer);
    this.#withReserve = placesOf(({ kind }) => kind === Kind.Storage || kind === Kind.HeatBuffer);
    this.#owing = placesOf(({ kind }) => kind === Kind.LoadShifting);
    const limitsOf = (places: Int32Array): readonly Curve<"april">[] =>
      Array.from(places, (place) => borrow(members[place]!.limited));
    this.#outputLimits = limitsOf(this.#variableOutput);
    this.#inputLimits = limitsOf(this.#variableInput);
    this.#demands = Array.from(this.#heatBuffers, (place) => borrow(members[place]!.demand));
    this.#reserves = Array.from(this.#withReserve, (place) => writable(borrow(members[place]!.reserve)));
    this.#limits = members.map(({ limited }) => borrow(limited));
    this.#heat = members.map(({ heat }) => writable(borrow(heat)));
    this.#heatSeen = members.map(({ heatSeen }) => writable(borrow(heatSeen)));
  }

  /** The place of a member; -1 for others. */
  placeOf(member: Participant): number {
    return this.#members.indexOf(member);
  }

  /** Capacities, given loads and reserves at the start of hour h: storages decay, heat buffers serve their own demand. */
  beginHour(h: number): void {
    for (let i = 0; i < this.#variableOutput.length; i++) {
      this.outputCapacity[this.#variableOutput[i]!] = this.#outputLimits[i]![h]!;
    }
    for (let i = 0; i < this.#variableInput.length; i++) {
      this.inputCapacity[this.#variableInput[i]!] = this.#inputLimits[i]![h]!;
    }
    for (let i = 0; i < this.#satisfied.length; i++) {
      const place = this.#satisfied[i]!;
      this.load[place] = this.curves[place]![h]!;
    }
    if (h === 0) return;
    const stored = this.#stored;
    for (let i = 0; i < this.#decaying.length; i++) {
      const place = this.#decaying[i]!;
      if (stored[place]! <= 0) continue;
      const left = stored[place]! - stored[place]! * this.#decay[place]!;
      stored[place] = left < 0 ? 0 : left;
    }
    for (let i = 0; i < this.#heatBuffers.length; i++) {
      const place = this.#heatBuffers[i]!;
      const inBuffer = stored[place]!;
      if (inBuffer <= 0) continue;
      const heatEfficiency = this.#heatEfficiency[place]!;
      const demand = this.#demands[i]![h]!;
      const potential = demand / heatEfficiency;
      this.#heat[place]![h] = (inBuffer < potential ? inBuffer : potential) * heatEfficiency;
      stored[place] = inBuffer - (demand < inBuffer ? demand : inBuffer);
    }
  }

  /** Writes the hour's results to the flexible members, and resets for the next hour. */
  endHour(h: number): void {
    const { load, curves } = this;
    const satisfied = this.#satisfied;
    for (let i = 0; i < satisfied.length; i++) {
      const place = satisfied[i]!;
      curves[place]![h] = load[place]!;
    }
    const flexible = this.#flexible;
    for (let i = 0; i < flexible.length; i++) {
      const place = flexible[i]!;
      const amount = load[place]!;
      if (amount === 0) continue;
      curves[place]![h] = amount;
      load[place] = 0;
    }
    const withReserve = this.#withReserve;
    const stored = this.#stored;
    const reserves = this.#reserves;
    for (let i = 0; i < withReserve.length; i++) {
      const amount = stored[withReserve[i]!]!;
      if (amount !== 0) reserves[i]![h] = amount;
    }
  }

  /** Writes stored and owed energy to the members after the last hour. */
  settle(): void {
    const members = this.#members;
    for (const place of this.#withReserve) members[place]!.stored = this.#stored[place]!;
    for (const place of this.#owing) members[place]!.owed = this.#owed[place]!;
  }

  /** Sets `AVAILABLE`: the additional output of a flexible member in hour h. */
  readAvailable(place: number, h: number): void {
    const load = this.load[place]!;
    const kind = this.#kind[place]!;
    let potential = 0;
    if (load < 0) {
      potential = 0;
    } else if (kind === Kind.Storage) {
      const inReserve = this.#stored[place]! * this.#outputEfficiency[place]!;
      const left = this.outputCapacity[place]! - load;
      potential = inReserve > left ? left : inReserve;
    } else if (kind === Kind.LoadShifting) {
      this.#setDue(place, h);
      if (this.amounts[AVAILABLE]! <= 0) {
        const capacity = this.outputCapacity[place]!;
        const limit = this.#limits[place]![h]!;
        const headroom = (capacity < limit ? capacity : limit) - load;
        const free = headroom > 0 ? headroom : 0;
        const allowance = this.#owedLimit[place]! - this.#owed[place]!;
        potential = allowance < free ? allowance : free;
      }
    }
    this.amounts[AVAILABLE] = potential;
  }

  /** Sets `AVAILABLE`: the load that load shifting must recover now because the rest of the year would not suffice. */
  #setDue(place: number, h: number): void {
    const remaining = HOURS - h - 1;
    const owed = this.#owed[place]!;
    const excess = owed - this.inputCapacity[place]! * remaining;
    this.amounts[AVAILABLE] = remaining === 0 ? owed : excess > 0 ? excess : 0;
  }

  /** Makes load shifting recover the mandatory load, set as `TAKEN`. */
  recover(place: number, h: number): void {
    const { amounts } = this;
    this.#setDue(place, h);
    const due = amounts[AVAILABLE]!;
    amounts[OFFERED] = due;
    amounts[TAKEN] = 0;
    if (due !== 0) this.offer(place, h);
  }

  /** Increases the output of a flexible member by `OFFERED`. */
  deliver(place: number): void {
    const before = this.load[place]!;
    const load = before + this.amounts[OFFERED]!;
    this.load[place] = load;
    const kind = this.#kind[place]!;
    if (kind === Kind.Storage) {
      if (load === before) return;
      const amount = (load - before) / this.#outputEfficiency[place]!;
      const stored = this.#stored[place]!;
      this.#stored[place] = amount > stored ? 0 : stored - amount;
    } else if (kind === Kind.LoadShifting) {
      this.#owed[place] = this.#owed[place]! + (load - before);
    }
  }

  /** Sets `ROOM`: remaining consumption in hour h. Updates the content of heat buffers. */
  readRoom(place: number, h: number): void {
    const kind = this.#kind[place]!;
    let room = this.inputCapacity[place]! + this.load[place]!;
    if (kind === Kind.Storage || kind === Kind.HeatBuffer) {
      if (kind === Kind.HeatBuffer) this.#showHeat(place, h);
      const space = this.#volume[place]! - this.#stored[place]!;
      if (!(room < space)) room = space;
    }
    this.amounts[ROOM] = room;
  }

  #showHeat(place: number, h: number): void {
    this.#heatSeen[place]![h] = this.#heat[place]![h]!;
  }

  /** Offers `OFFERED` to a member, which consumes `TAKEN`: at most its input capacity. */
  offer(place: number, h: number): void {
    const { amounts } = this;
    const kind = this.#kind[place]!;
    const amount = amounts[OFFERED]!;
    const load = this.load[place]!;
    const room = this.inputCapacity[place]! + load;
    let taken = amount > room ? room : amount;
    if (kind >= Kind.Storage) {
      if (kind === Kind.SatisfiedDemand) {
        const limit = this.#limits[place]![h]!;
        if (limit < taken) taken = limit;
        if (taken !== 0) this.#members[place]!.setsPrice[h] = 1;
      } else if (load > 0) {
        amounts[TAKEN] = 0;
        return;
      } else if (kind === Kind.LoadShifting) {
        const owed = this.#owed[place]!;
        if (owed < taken) taken = owed;
        this.#owed[place] = owed - taken;
      } else {
        const efficiency = this.#inputEfficiency[place]!;
        const stored = this.#stored[place]!;
        const volume = this.#volume[place]!;
        let added = taken * efficiency;
        if (kind === Kind.Storage) {
          if (added + stored > volume) {
            added = volume - stored;
            this.#stored[place] = volume;
          } else {
            this.#stored[place] = stored + added;
          }
        } else if (added <= 0) {
          added = 0;
        } else {
          this.#showHeat(place, h);
          if (stored + added > volume) added = volume - stored;
          this.#stored[place] = stored + added;
        }
        taken = added / efficiency;
      }
    }
    this.load[place] = load - taken;
    amounts[TAKEN] = taken;
  }

  /**
   * Divides `OFFERED` over members `places[from]` up to `places[to]` in proportion to their room; a single member is
   * offered all of it. Sets `TAKEN` to their total.
   */
  offerToGroup(places: Int32Array, from: number, to: number, h: number): void {
    if (to - from === 1) {
      this.offer(places[from]!, h);
      return;
    }
    const { amounts } = this;
    const amount = amounts[OFFERED]!;
    amounts[TAKEN] = 0;
    if (amount === 0) return;
    const rooms = this.#rooms;
    let sum = 0;
    let correction = 0;
    for (let i = from; i < to; i++) {
      this.readRoom(places[i]!, h);
      const room = amounts[ROOM]!;
      rooms[i] = room;
      const t = sum + room;
      correction += Math.abs(sum) >= Math.abs(room) ? sum - t + room : room - t + sum;
      sum = t;
    }
    const total = sum + correction;
    if (total === 0) return;
    sum = 0;
    correction = 0;
    for (let i = from; i < to; i++) {
      amounts[OFFERED] = amount * (rooms[i]! / total);
      this.offer(places[i]!, h);
      const taken = amounts[TAKEN];
      const t = sum + taken;
      correction += Math.abs(sum) >= Math.abs(taken) ? sum - t + taken : taken - t + sum;
      sum = t;
    }
    amounts[TAKEN] = sum + correction;
  }

  /** Whether output capacities vary by hour. */
  get isVariable(): boolean {
    return this.#variableOutput.length > 0;
  }

  /** Whether none of members `places[from]` up to `places[to]` can take anything: load shifting that owes nothing. */
  isSated(places: Int32Array, from: number, to: number): boolean {
    if (this.#owing.length === 0) return false;
    for (let i = from; i < to; i++) {
      const place = places[i]!;
      if (this.#kind[place] !== Kind.LoadShifting || this.#owed[place] !== 0) return false;
    }
    return true;
  }
}
