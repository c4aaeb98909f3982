/**
 * Plans a battery with perfect foresight. It charges in low hours of the residual load and discharges in the high hours
 * up to three days later. The highest hour is planned first, a quarter of the difference at a time.
 *
 * The plan is chaotic. Values are compared exactly, and hours are put back by a binary search over a stack whose order
 * may be broken. Inputs and every operation must therefore agree with the reference bit for bit. Source:
 * https://github.com/quintel/merit, optimizing storage (MIT).
 */
import { type Curve } from "../curves/curve.ts";
import { hoursAscending } from "./radix-sort.ts";

/** The maximum number of hours between a charge and its discharge. */
const LOOKBACK = 72;
/** A charging hour must be below this share of the discharging hour's value. */
const MAX_RATIO = 0.95;
/** Minimum discharge worth planning, MWh. */
const MIN_DISCHARGE = 1e-5;

export interface Battery {
  /** MW. */
  readonly inputCapacity: number;
  readonly outputCapacity: number;
  /** MWh. */
  readonly volume: number;
  readonly outputEfficiency: number;
}

/**
 * Energy stored per hour (MWh). `residual` (MW) is overwritten with the load after the plan; the limits (MW, Infinity =
 * none) bound the charge and discharge per hour.
 */
export function planForecastStorage(
  residual: Float64Array,
  battery: Battery,
  chargingLimit: Float64Array,
  dischargingLimit: Float64Array,
): Float64Array {
  const hours = residual.length;
  const { inputCapacity, outputCapacity, volume, outputEfficiency } = battery;
  const charge = clipToCapacity(chargingLimit, inputCapacity);
  const discharge = clipToCapacity(dischargingLimit, outputCapacity);
  const reserve = new Float64Array(hours);
  // The residual load of hours that may charge, Infinity for other hours.
  const chargeable = new Float64Array(hours);
  for (let h = 0; h < hours; h++) chargeable[h] = charge[h]! > 0 ? residual[h]! : Infinity;
  // One extra element: an hour is removed from the stack before it may be put back.
  const stack = new Uint16Array(hours + 1);
  let length = hoursAscending(residual, discharge, stack);

  while (length > 0) {
    const high = stack[--length]!;
    let energy = discharge[high]!;
    if (energy === 0) continue;
    const highValue = residual[high]!;

    let low = -1;
    let lowValue = highValue * MAX_RATIO;
    let maxStored = 0;
    let hour = high;
    for (let back = 0; back <= LOOKBACK; back++) {
      hour = hour === 0 ? hours - 1 : hour - 1;
      const stored = reserve[hour]!;
      if (stored >= volume) break;
      if (stored > maxStored) maxStored = stored;
      const value = chargeable[hour]!;
      if (value < lowValue) {
        low = hour;
        lowValue = value;
      }
    }
    if (low < 0) continue;

    // The hour with the highest content has the least room, because rounding preserves that order.
    const room = (volume - maxStored) * outputEfficiency;
    if (room < energy) energy = room;
    const taken = charge[low]! * outputEfficiency;
    if (taken < energy) energy = taken;
    const quarter = (highValue - lowValue) / 4;
    if (quarter < energy) energy = quarter;
    if (energy < MIN_DISCHARGE) continue;

    const input = energy / outputEfficiency;
    if (low > high) {
      for (let h = low; h < hours; h++) reserve[h] = reserve[h]! + input;
      for (let h = 0; h < high; h++) reserve[h] = reserve[h]! + input;
    } else {
      for (let h = low; h < high; h++) reserve[h] = reserve[h]! + input;
    }
    residual[low] = lowValue + input;
    residual[high] = highValue - energy;
    charge[low] = charge[low]! - input;
    discharge[low] = 0;
    discharge[high] = discharge[high]! - energy;
    charge[high] = 0;
    chargeable[low] = charge[low]! > 0 ? residual[low]! : Infinity;
    chargeable[high] = Infinity;
    if (discharge[high] > 0) length = putBack(stack, length, residual, high);
  }
  return reserve;
}

/** Load of a plan, MW: positive while discharging (after losses), negative while charging. The year wraps. */
export function loadOfReserve(reserve: Curve<"april">, outputEfficiency: number): Float64Array {
  const load = new Float64Array(reserve.length);
  let previous = reserve[reserve.length - 1]!;
  for (let h = 0; h < reserve.length; h++) {
    const change = previous - reserve[h]!;
    load[h] = change > 0 ? change * outputEfficiency : change;
    previous = reserve[h]!;
  }
  return load;
}

/**
 * Inserts an hour one position before the first greater hour that a binary search finds; at the end if that hour is the
 * first one or there is none.
 */
function putBack(stack: Uint16Array, length: number, residual: Float64Array, hour: number): number {
  const value = residual[hour]!;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    if (residual[stack[middle]!]! > value) high = middle;
    else low = middle + 1;
  }
  const position = low === length || low === 0 ? length : low - 1;
  stack.copyWithin(position + 1, position, length);
  stack[position] = hour;
  return length + 1;
}

function clipToCapacity(limit: Float64Array, capacity: number): Float64Array {
  const clipped = new Float64Array(limit.length);
  for (let h = 0; h < limit.length; h++) {
    const value = limit[h]!;
    clipped[h] = value < 0 ? 0 : value > capacity ? capacity : value;
  }
  return clipped;
}
