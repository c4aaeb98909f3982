/**
 * The dispatchable and flexible members of an order in the current hour, in columns: a typed array per quantity, with
 * one element per member. Loads of flexible members are held here during the hour. Non-zero loads are written to the
 * curves at the end of the hour, so that the data of idle members stay in the L1 cache.
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
/** Output for demand of the dispatchable whose capacity demand uses only partly. */
export const STARTED = 4;

export class Fleet {
  readonly amounts = new Float64Array(5);
  /** Load of the hour of flexible members, MW: positive while producing, negative while consuming. */
  readonly load: Float64Array;
  /** Capacities of the hour, MW over all units. */
  readonly outputCapacity: Float64Array;
  readonly inputCapacity: Float64Array;
  /** 1 for dispatchables, which may deliver their full capacity and whose loads `Dispatch` writes. */
  readonly isDispatchable: Uint8Array;
  /** 1 if the input capacity alone limits consumption. */
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

  // Indices of members that need updates at the start or end of an hour.
  readonly #flexible: Int32Array;
  readonly #variableOutput: Int32Array;
  readonly #variableInput: Int32Array;
  readonly #satisfied: Int32Array;
  readonly #decaying: Int32Array;
  readonly #heatBuffers: Int32Array;
  readonly #withReserve: Int32Array;
  readonly #owing: Int32Array;
  /** Limits of the hour, and the arrays of contents, in the order of the indices above. */
  readonly #outputLimits: readonly Curve<"april">[];
  readonly #inputLimits: readonly Curve<"april">[];
  readonly #demands: readonly Curve<"april">[];
  readonly #reserves: readonly Float64Array[];
  /** By member: limits of members that check them on request, and the heat of buffers. */
  readonly #limits: readonly Curve<"april">[];
  readonly #heat: readonly Float64Array[];
  readonly #registeredHeat: readonly Float64Array[];

  constructor(members: readonly Participant[]) {
    const column = (value: (member: Participant) => number): Float64Array => Float64Array.from(members, value);
    const indicesOf = (test: (member: Participant) => boolean): Int32Array =>
      Int32Array.from([...members.keys()].filter((index) => test(members[index]!)));
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
    this.#flexible = indicesOf(({ isFlex }) => isFlex);
    this.#variableOutput = indicesOf(({ kind }) => kind === Kind.VariableDispatchable);
    this.#variableInput = indicesOf(({ kind }) => kind === Kind.VariableConsumer);
    this.#satisfied = indicesOf(({ kind }) => kind === Kind.SatisfiedDemand);
    this.#decaying = indicesOf(({ kind, decay }) => kind === Kind.Storage && decay > 0);
    this.#heatBuffers = indicesOf(({ kind }) => kind === Kind.HeatBuffer);
    this.#withReserve = indicesOf(({ kind }) => kind === Kind.Storage || kind === Kind.HeatBuffer);
    this.#owing = indicesOf(({ kind }) => kind === Kind.LoadShifting);
    const limitsOf = (indices: Int32Array): readonly Curve<"april">[] =>
      Array.from(indices, (index) => borrow(members[index]!.hourlyLimit));
    this.#outputLimits = limitsOf(this.#variableOutput);
    this.#inputLimits = limitsOf(this.#variableInput);
    this.#demands = Array.from(this.#heatBuffers, (index) => borrow(members[index]!.demand));
    this.#reserves = Array.from(this.#withReserve, (index) => writable(borrow(members[index]!.reserve)));
    this.#limits = members.map(({ hourlyLimit }) => borrow(hourlyLimit));
    this.#heat = members.map(({ heat }) => writable(borrow(heat)));
    this.#registeredHeat = members.map(({ registeredHeat }) => writable(borrow(registeredHeat)));
  }

  /** The index of a member; −1 for others. */
  indexOf(member: Participant): number {
    return this.#members.indexOf(member);
  }

  /** Sets capacities, given loads and reserves for hour h: storages decay, heat buffers serve their own demand. */
  beginHour(h: number): void {
    for (let i = 0; i < this.#variableOutput.length; i++) {
      this.outputCapacity[this.#variableOutput[i]!] = this.#outputLimits[i]![h]!;
    }
    for (let i = 0; i < this.#variableInput.length; i++) {
      this.inputCapacity[this.#variableInput[i]!] = this.#inputLimits[i]![h]!;
    }
    for (let i = 0; i < this.#satisfied.length; i++) {
      const index = this.#satisfied[i]!;
      this.load[index] = this.curves[index]![h]!;
    }
    if (h === 0) return;
    const stored = this.#stored;
    for (let i = 0; i < this.#decaying.length; i++) {
      const index = this.#decaying[i]!;
      if (stored[index]! <= 0) continue;
      const remaining = stored[index]! - stored[index]! * this.#decay[index]!;
      stored[index] = remaining < 0 ? 0 : remaining;
    }
    for (let i = 0; i < this.#heatBuffers.length; i++) {
      const index = this.#heatBuffers[i]!;
      const content = stored[index]!;
      if (content <= 0) continue;
      const heatEfficiency = this.#heatEfficiency[index]!;
      const demand = this.#demands[i]![h]!;
      const potential = demand / heatEfficiency;
      this.#heat[index]![h] = (content < potential ? content : potential) * heatEfficiency;
      stored[index] = content - (demand < content ? demand : content);
    }
  }

  /** Writes the hour's results to the flexible members, and resets for the next hour. */
  endHour(h: number): void {
    const { load, curves } = this;
    const satisfied = this.#satisfied;
    for (let i = 0; i < satisfied.length; i++) {
      const index = satisfied[i]!;
      curves[index]![h] = load[index]!;
    }
    const flexible = this.#flexible;
    for (let i = 0; i < flexible.length; i++) {
      const index = flexible[i]!;
      const amount = load[index]!;
      if (amount === 0) continue;
      curves[index]![h] = amount;
      load[index] = 0;
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
    for (const index of this.#withReserve) members[index]!.stored = this.#stored[index]!;
    for (const index of this.#owing) members[index]!.owed = this.#owed[index]!;
  }

  /** Sets `AVAILABLE`: the additional output of a flexible member in hour h. */
  readAvailable(index: number, h: number): void {
    const load = this.load[index]!;
    const kind = this.#kind[index]!;
    let potential = 0;
    if (load < 0) {
      potential = 0;
    } else if (kind === Kind.Storage) {
      const inReserve = this.#stored[index]! * this.#outputEfficiency[index]!;
      const remaining = this.outputCapacity[index]! - load;
      potential = inReserve > remaining ? remaining : inReserve;
    } else if (kind === Kind.LoadShifting) {
      this.#setDue(index, h);
      if (this.amounts[AVAILABLE]! <= 0) {
        const capacity = this.outputCapacity[index]!;
        const limit = this.#limits[index]![h]!;
        const headroom = (capacity < limit ? capacity : limit) - load;
        const free = headroom > 0 ? headroom : 0;
        const allowance = this.#owedLimit[index]! - this.#owed[index]!;
        potential = allowance < free ? allowance : free;
      }
    }
    this.amounts[AVAILABLE] = potential;
  }

  /** Sets `AVAILABLE`: the load that load shifting must recover now because the rest of the year would not suffice. */
  #setDue(index: number, h: number): void {
    const remaining = HOURS - h - 1;
    const owed = this.#owed[index]!;
    const excess = owed - this.inputCapacity[index]! * remaining;
    this.amounts[AVAILABLE] = remaining === 0 ? owed : excess > 0 ? excess : 0;
  }

  /** Makes load shifting recover the mandatory load; sets `TAKEN` to the recovered load. */
  recover(index: number, h: number): void {
    const { amounts } = this;
    this.#setDue(index, h);
    const due = amounts[AVAILABLE]!;
    amounts[OFFERED] = due;
    amounts[TAKEN] = 0;
    if (due !== 0) this.offer(index, h);
  }

  /** Increases the output of a flexible member by `OFFERED`. */
  deliver(index: number): void {
    const previousLoad = this.load[index]!;
    const load = previousLoad + this.amounts[OFFERED]!;
    this.load[index] = load;
    const kind = this.#kind[index]!;
    if (kind === Kind.Storage) {
      if (load === previousLoad) return;
      const amount = (load - previousLoad) / this.#outputEfficiency[index]!;
      const stored = this.#stored[index]!;
      this.#stored[index] = amount > stored ? 0 : stored - amount;
    } else if (kind === Kind.LoadShifting) {
      this.#owed[index] = this.#owed[index]! + (load - previousLoad);
    }
  }

  /** Sets `ROOM`: remaining consumption in hour h. Registers the heat that a heat buffer has delivered. */
  readRoom(index: number, h: number): void {
    const kind = this.#kind[index]!;
    let room = this.inputCapacity[index]! + this.load[index]!;
    if (kind === Kind.Storage || kind === Kind.HeatBuffer) {
      if (kind === Kind.HeatBuffer) this.#registerHeat(index, h);
      const space = this.#volume[index]! - this.#stored[index]!;
      if (!(room < space)) room = space;
    }
    this.amounts[ROOM] = room;
  }

  #registerHeat(index: number, h: number): void {
    this.#registeredHeat[index]![h] = this.#heat[index]![h]!;
  }

  /** Offers `OFFERED` to a member, which consumes `TAKEN`: at most its input capacity. */
  offer(index: number, h: number): void {
    const { amounts } = this;
    const kind = this.#kind[index]!;
    const amount = amounts[OFFERED]!;
    const load = this.load[index]!;
    const room = this.inputCapacity[index]! + load;
    let taken = amount > room ? room : amount;
    if (kind >= Kind.Storage) {
      if (kind === Kind.SatisfiedDemand) {
        const limit = this.#limits[index]![h]!;
        if (limit < taken) taken = limit;
        if (taken !== 0) this.#members[index]!.setsPrice[h] = 1;
      } else if (load > 0) {
        amounts[TAKEN] = 0;
        return;
      } else if (kind === Kind.LoadShifting) {
        const owed = this.#owed[index]!;
        if (owed < taken) taken = owed;
        this.#owed[index] = owed - taken;
      } else {
        const efficiency = this.#inputEfficiency[index]!;
        const stored = this.#stored[index]!;
        const volume = this.#volume[index]!;
        let added = taken * efficiency;
        if (kind === Kind.Storage) {
          if (added + stored > volume) {
            added = volume - stored;
            this.#stored[index] = volume;
          } else {
            this.#stored[index] = stored + added;
          }
        } else if (added <= 0) {
          added = 0;
        } else {
          this.#registerHeat(index, h);
          if (stored + added > volume) added = volume - stored;
          this.#stored[index] = stored + added;
        }
        taken = added / efficiency;
      }
    }
    this.load[index] = load - taken;
    amounts[TAKEN] = taken;
  }

  /**
   * Divides `OFFERED` over members `indices[from]` up to `indices[to]` in proportion to their room; a single member is
   * offered all of it. Sets `TAKEN` to their total.
   */
  offerToGroup(indices: Int32Array, from: number, to: number, h: number): void {
    if (to - from === 1) {
      this.offer(indices[from]!, h);
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
      this.readRoom(indices[i]!, h);
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
      this.offer(indices[i]!, h);
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

  /** Whether none of the members `indices[from]` up to `indices[to]` can consume: load shifting that owes nothing. */
  isSatisfied(indices: Int32Array, from: number, to: number): boolean {
    if (this.#owing.length === 0) return false;
    for (let i = from; i < to; i++) {
      const index = indices[i]!;
      if (this.#kind[index] !== Kind.LoadShifting || this.#owed[index] !== 0) return false;
    }
    return true;
  }
}
