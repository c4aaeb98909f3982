/**
 * The price of every hour after a run (EUR/MWh). It is set by scarcity, by the last price-sensitive buyer that received
 * less than it requested, or by the most expensive running producer. Source: https://github.com/quintel/merit, price
 * curve (MIT).
 */
import { sumOf } from "../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import { type AnyCurve, type Curve, borrow } from "../curves/curve.ts";
import type { MeritOrder } from "./order.ts";
import { HOURS, Kind, type Participant, withMaterialised } from "./participant.ts";
import { SortedList, type HourTest } from "./sorted-list.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

/** Smaller shortages are rounding errors, MW. */
export const SHORTAGE = 1e-5;
const DEFAULT_SCARCITY_PRICE = 3000;

/** Demand of all users, MW. */
export function demandCurve(memo: CurveMemo, { users }: MeritOrder): AnyCurve<"april"> {
  return sumOf(
    memo,
    users.map(({ anyLoad }) => anyLoad),
  );
}

/** Production minus demand, MW; negative in a shortage. Includes only flexible participants that can produce. */
export function netLoad(memo: CurveMemo, order: MeritOrder): AnyCurve<"april"> {
  const producers = [...order.alwaysOn, ...order.dispatchables];
  const production = sumOf(
    memo,
    producers.map(({ anyLoad }) => anyLoad),
  );
  return memo.derive(net, [production, demandCurve(memo, order)], []);
}

const net = declareDerivation(
  "net load",
  ([production, demand]: readonly [Curve<"april">, Curve<"april">], _: readonly [], allocateCurve: AllocateCurve) => {
    const curve = allocateCurve();
    for (let h = 0; h < HOURS; h++) curve[h] = production[h]! - demand[h]!;
    return curve;
  },
);

/** Price per hour; `scarcityPrice` is the minimum price of an hour with a shortage. */
export function priceCurve(
  memo: CurveMemo,
  order: MeritOrder,
  net: AnyCurve<"april">,
  scarcityPrice: number | null,
): Curve<"april"> {
  const participants = new Set([...order.dispatchables, ...order.priceSensitive]);
  return withMaterialised([...participants], () => pricesOf(order, borrow(net), scarcityPrice, memo.allocateCurve));
}

function pricesOf(
  order: MeritOrder,
  net: Curve<"april">,
  scarcityPrice: number | null,
  allocateCurve: AllocateCurve,
): Curve<"april"> {
  const setters = new PriceSetters(order, net);
  const price = allocateCurve();
  for (let h = 0; h < HOURS; h++) {
    setters.moveTo(h);
    price[h] = priceOf(setters, h, scarcityPrice);
  }
  return price;
}

/** The price of hour h according to its setter, EUR/MWh; `scarcityPrice` as in `priceCurve`. */
export function priceOf(
  { rule, participant }: Pick<PriceSetters, "rule" | "participant">,
  h: number,
  scarcityPrice: number | null,
): number {
  if (rule === "shortage") {
    const fallback = scarcityPrice ?? DEFAULT_SCARCITY_PRICE;
    const cost = participant === null ? fallback : participant.costAt(h);
    return cost > fallback ? cost : fallback;
  }
  if (participant === null) return 0;
  return rule === "buyer" ? participant.priceAt(h) : participant.costAt(h);
}

/**
 * The reason for an hour's price: there is a `shortage`; a `buyer` received less than it requested; a `producer` is the
 * most expensive one running; or `none` of these, and the price is 0.
 */
export type PriceRule = "shortage" | "buyer" | "producer" | "none";

/** Finds the participant that sets the price of an hour, with loads and reserves materialised. */
export class PriceSetters {
  rule: PriceRule = "none";
  participant: Participant | null = null;
  readonly #net: Curve<"april">;
  readonly #dispatchables: SortedList;
  readonly #buyers: SortedList;

  /** `net` is the result of `netLoad`. */
  constructor(order: MeritOrder, net: Curve<"april">) {
    this.#net = net;
    this.#dispatchables = new SortedList(order.memo, order.dispatchables, "cost");
    this.#buyers = new SortedList(order.memo, order.priceSensitive, "price");
  }

  /** Sets `rule` and `participant` for hour h. */
  moveTo(h: number): void {
    if (this.#net[h]! < -SHORTAGE) {
      this.rule = "shortage";
      this.participant = this.#dispatchables.lastWhere(h, canProduceMore);
      return;
    }
    const buyer = this.#buyers.lastWhere(h, hasBought);
    if (buyer !== null && unusedInputAfterRun(buyer, h) !== 0) {
      this.rule = "buyer";
      this.participant = buyer;
      return;
    }
    this.participant = this.#dispatchables.lastWhere(h, isProducing);
    this.rule = this.participant === null ? "none" : "producer";
  }
}

const isProducing: HourTest = (participant, h) => participant.load[h]! > 0;

const canProduceMore: HourTest = (participant, h) => maxLoadAfterRun(participant, h) > 0;

/**
 * Whether the participant bought energy; a satisfied demand sets the price only in hours when it bought through the
 * merit order.
 */
const hasBought: HourTest = (participant, h) =>
  participant.load[h]! < 0 && (participant.kind !== Kind.SatisfiedDemand || participant.setsPrice[h] === 1);

/** Like `Participant.maxLoadAt`, with the reserve after the hour. */
function maxLoadAfterRun(participant: Participant, h: number): number {
  if (participant.kind !== Kind.Storage) return participant.maxLoadAt(h);
  const load = participant.load[h]!;
  if (load < 0) return 0;
  const inReserve = borrow(participant.reserve)[h]! * participant.outputEfficiency;
  const remaining = participant.outputCapacity - load;
  return inReserve > remaining ? remaining : inReserve;
}

function unusedInputAfterRun(participant: Participant, h: number): number {
  if (participant.kind !== Kind.Storage && participant.kind !== Kind.HeatBuffer)
    return participant.unusedInputCapacityAt(h);
  const room = participant.inputCapacity + participant.load[h]!;
  const space = participant.volume - borrow(participant.reserve)[h]!;
  return room < space ? room : space;
}
