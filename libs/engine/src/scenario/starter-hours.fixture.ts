/** Checks of the hourly results of the included model: balances, loads, stores and prices. */
import { type Curve, materialise } from "../hourly/curves/curve.ts";
import type { AnnualMarket } from "../hourly/markets/markets.ts";
import { HOURS, Kind, type Participant } from "../hourly/merit/participant.ts";
import type { TimeResolved } from "../hourly/time-resolved.ts";
import type { Solution } from "./solution.ts";

/** MW. */
export const TOLERANCE = 1e-6;
/** EUR/MWh in hours of shortage. */
export const SCARCITY = 3000;

export function hoursOf({ hours }: Solution): TimeResolved {
  if (hours === null) throw new Error("The hourly calculation did not run");
  return hours;
}

export const MARKETS = ["merit_order", "hydrogen", "heat_network_ht", "heat_network_mt", "heat_network_lt"] as const;

/** Defects in the hourly results of a solution; the first of each kind. */
export function hourlyDefects(solution: Solution): string[] {
  const { markets } = hoursOf(solution);
  return [
    ...MARKETS.flatMap((name) => [...imbalances(markets[name], name === "merit_order")].slice(0, 1)),
    ...MARKETS.flatMap((name) => markets[name].order.participants.flatMap(boundDefects)),
    ...[...badPrices(solution)].slice(0, 1),
  ];
}

/**
 * Hours in which supply and demand differ. Only electricity may fall short, and only if all available capacity is in
 * use.
 */
function* imbalances({ name, order }: AnnualMarket, mayFallShort: boolean): Generator<string> {
  for (let h = 0; h < HOURS; h++) {
    let net = 0;
    for (const member of order.participants) net += member.isUser ? -member.load[h]! : ownLoad(member, h);
    if (Math.abs(net) <= TOLERANCE) continue;
    const idleMembers = order.dispatchables.filter((member) => remainingOutput(member, h) > TOLERANCE);
    if (!mayFallShort || net > 0) yield `${name}: ${net} MW too much in hour ${h}`;
    else if (idleMembers.length > 0)
      yield `${name}: ${-net} MW too little in hour ${h}, although ${idleMembers[0]!.key} has some left`;
  }
}

/** Flows between a member and the market; flows within a park with a converter, and its losses, are excluded. */
function ownLoad(member: Participant, h: number): number {
  if (member.kind === Kind.ConstrainedVolatile) return materialise(member.hourlyLimit)[h]!;
  if (member.kind === Kind.SatisfiedDemand) return member.load[h]! - materialise(member.externalLoad)[h]!;
  return member.load[h]!;
}

/** Remaining output of a dispatchable or storage. */
function remainingOutput(member: Participant, h: number): number {
  const load = member.load[h]!;
  if (member.kind === Kind.Storage)
    return load < 0
      ? 0
      : Math.min(materialise(member.reserve)[h]! * member.outputEfficiency, member.outputCapacity - load);
  return member.outputCapacity - load;
}

/** The first load beyond capacity, and the first hour in which a store is below empty or above full. */
function boundDefects(member: Participant): string[] {
  const { key, kind, load, volume } = member;
  const reserve = materialise(member.reserve);
  const max = kind >= Kind.Dispatchable ? member.outputCapacity + TOLERANCE : Number.MAX_VALUE;
  const min = member.isFlex ? -member.inputCapacity - TOLERANCE : -TOLERANCE;
  const isStore = kind === Kind.Storage || kind === Kind.HeatBuffer;
  const wrongLoad = firstOutside(load, min, max);
  const wrongReserve = isStore ? firstOutside(reserve, 0, volume * (1 + 1e-12)) : -1;
  return [
    ...(wrongLoad < 0 ? [] : [`${key} has a load of ${load[wrongLoad]} MW in hour ${wrongLoad}`]),
    ...(wrongReserve < 0 ? [] : [`${key} holds ${reserve[wrongReserve]} of ${volume} MWh`]),
  ];
}

/** The first hour whose value is out of bounds or not a number; −1 if there is none. */
function firstOutside(values: Curve, min: number, max: number): number {
  for (let h = 0; h < HOURS; h++) if (!(values[h]! >= min && values[h]! <= max)) return h;
  return -1;
}

/**
 * Prices out of range: without a shortage, no price exceeds the highest cost or price of a member that may run or buy.
 */
function* badPrices(solution: Solution): Generator<string> {
  const hours = hoursOf(solution);
  const { order, net } = hours.markets.merit_order;
  const [balance, price] = [materialise(net), hours.price()];
  const sellers = order.dispatchables.filter(({ costCurve }) => costCurve !== null);
  const buyers = order.priceSensitive.filter(({ priceCurve }) => priceCurve !== null);
  const maxFixedPrice = Math.max(
    0,
    ...order.dispatchables.filter(({ costCurve }) => costCurve === null).map(({ cost }) => cost),
    ...order.priceSensitive.filter(({ priceCurve }) => priceCurve === null).map(({ price }) => price),
  );
  for (let h = 0; h < HOURS; h++) {
    let maxPrice = maxFixedPrice;
    for (const member of sellers) maxPrice = Math.max(maxPrice, member.costAt(h));
    for (const member of buyers) maxPrice = Math.max(maxPrice, member.priceAt(h));
    const isShort = balance[h]! < -1e-5;
    const [low, high] = isShort ? [SCARCITY, Math.max(SCARCITY, maxPrice)] : [0, maxPrice];
    if (!(price[h]! >= low && price[h]! <= high)) yield `${price[h]} EUR/MWh in hour ${h}, expected ${low} to ${high}`;
  }
}
