/** The merit order of one carrier: its participants and their order. `Dispatch` computes the loads of each hour. */
import { CurveMemo } from "../curves/memo.ts";
import { Dispatch } from "./dispatch.ts";
import { Kind, type Participant } from "./participant.ts";

export class MeritOrder {
  readonly name: string;
  /** All members in the order in which they were added. */
  readonly participants: readonly Participant[];
  readonly users: readonly Participant[];
  /** Volatiles, then must-runs, then producers with a curve. */
  readonly alwaysOn: readonly Participant[];
  /** Dispatchables and flexible participants that can produce, by (mean) cost. */
  readonly dispatchables: readonly Participant[];
  readonly flex: readonly Participant[];
  /** Flexible participants that buy from dispatchables, by price, highest first. */
  readonly priceSensitive: readonly Participant[];

  /** The id of the run that wrote the loads; orders with equal results share it. Null before a run. */
  run: number | null = null;

  readonly memo: CurveMemo;
  #dispatch: Dispatch | null = null;

  constructor(name: string, participants: readonly Participant[], memo: CurveMemo = new CurveMemo()) {
    this.name = name;
    this.participants = participants;
    this.memo = memo;
    for (const participant of participants) {
      participant.isInOrder = true;
      participant.memo = memo;
    }
    this.users = participants.filter((p) => p.isUser);
    this.alwaysOn = [
      ...participants.filter((p) => p.kind === Kind.Volatile || p.kind === Kind.ConstrainedVolatile),
      ...participants.filter((p) => p.kind === Kind.MustRun),
      ...participants.filter((p) => p.kind === Kind.CurveProducer || p.kind === Kind.LinkedProducer),
    ];
    this.dispatchables = participants
      .filter((p) => p.kind >= Kind.Dispatchable && p.outputCapacityPerUnit !== 0)
      .map((participant, index) => ({ participant, index }))
      .sort((a, b) => a.participant.cost - b.participant.cost || a.index - b.index)
      .map(({ participant }) => participant);
    this.flex = participants.filter((p) => p.isFlex);
    this.priceSensitive = this.flex
      .filter((p) => p.buysFromDispatchables && p.kind !== Kind.BlackHole && !p.isInfinite)
      .map((participant, index) => ({ participant, index }))
      .sort((a, b) => b.participant.price - a.participant.price || a.index - b.index)
      .map(({ participant }) => participant);
  }

  /**
   * Computes the loads of all members (MW) in hour h, or in all hours from h up to `end`. Hours must be in
   * sequence, and the members final.
   */
  step(h: number, end: number = h + 1): void {
    (this.#dispatch ??= new Dispatch(this, this.memo)).step(h, end);
  }

  /** Writes stored and owed energy to the members after the last computed hour. */
  settle(): void {
    this.#dispatch?.settle();
  }

  /** Ends the year after the last hour: writes stored and owed energy, and releases the written arrays. */
  end(): void {
    this.settle();
    this.#dispatch = null;
  }
}
