/**
 * Batteries that know the year: planned from the residual load before the hours run, household batteries from that of the
 * households, the others, one after the other in the user's order, from what is left.
 */
import { isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { constant, negativePart, positivePart, sumOf, totalOf } from "../curves/derived.ts";
import { type CurveMemo, derivation } from "../curves/memo.ts";
import { HourlyError, numberIn } from "../energy-nodes.ts";
import { type Battery, loadOfReserve, planForecastStorage } from "../merit/forecast-planner.ts";
import { HOURS, Kind, Participant } from "../merit/participant.ts";
import type { Adapter, Member } from "./adapter.ts";

const FORECAST_SUBTYPE = "optimizing_storage";
const HOUSEHOLD_SUBTYPE = "optimizing_storage_households";
const ALWAYS_ON = new Set(["must_run", "volatile"]);

/** Plans of all forecast batteries of a manager, by node key: energy stored per hour, MWh. */
export type StoragePlans = ReadonlyMap<string, Curve<"april">>;

function batteryOf(member: Member): Battery {
  const { nodes, source, target } = member;
  const input = nodes.conversion(source, "input", member.carrier);
  if (!isNil(input) && input !== 1) {
    throw new HourlyError(`${member.key} has input conversion ${input}; storage with a forecast needs 1`);
  }
  const storage = nodes.record(source, "storage");
  const decay = numberIn(storage, "decay");
  if (decay !== 0) throw new HourlyError(`${member.key} has storage.decay ${decay}; storage with a forecast needs 0`);
  const installed = member.units * member.availability;
  const capacity = nodes.number(source, `${member.carrier}_output_capacity`);
  const output = isNil(capacity) ? nodes.number(source, "output_capacity") : capacity;
  const efficiency = nodes.conversion(target, "output", member.carrier);
  const inputCapacity = nodes.required(source, "input_capacity");
  return {
    inputCapacity: inputCapacity * installed,
    outputCapacity: (isNil(output) ? inputCapacity : output) * installed,
    volume: numberIn(storage, "volume") * installed,
    outputEfficiency: Number.isNaN(efficiency) ? 0 : efficiency,
  };
}

function isUseful(battery: Battery): boolean {
  return battery.inputCapacity > 0 && battery.outputCapacity > 0 && battery.volume > 0 && battery.outputEfficiency > 0;
}

/** Plans for all forecast batteries among the adapters, which come in adapter order. */
export function planStorage(
  memo: CurveMemo,
  members: readonly Member[],
  loadsOf: (member: Member) => readonly Curve<"april">[],
  order: readonly string[],
): StoragePlans {
  const plans = new Map<string, Curve<"april">>();
  let system = members;
  if (members.some((member) => member.subtype === HOUSEHOLD_SUBTYPE)) {
    const inHouseholds = (member: Member): boolean =>
      member.subtype === HOUSEHOLD_SUBTYPE ||
      (member.type !== "flex" && member.nodes.topology.definition.nodes[member.target]!.sector === "households");
    plan(memo, members.filter(inHouseholds), HOUSEHOLD_SUBTYPE, loadsOf, order, plans);
    system = members.filter((member) => !inHouseholds(member));
  }
  plan(memo, system, FORECAST_SUBTYPE, loadsOf, order, plans);
  return plans;
}

function plan(
  memo: CurveMemo,
  members: readonly Member[],
  subtype: string,
  loadsOf: (member: Member) => readonly Curve<"april">[],
  order: readonly string[],
  plans: Map<string, Curve<"april">>,
): void {
  const place = (member: Member): number => (order.includes(member.key) ? order.indexOf(member.key) : Infinity);
  const batteries = members
    .filter((member) => member.type === "flex" && member.subtype === subtype)
    .map((member, index) => ({ member, index, place: place(member) }))
    .sort((a, b) => (a.place === b.place ? a.index - b.index : a.place - b.place))
    .map(({ member }) => member);
  if (batteries.length === 0) return;

  const sum = (parts: readonly Member[]): Curve<"april"> => sumOf(memo, parts.flatMap(loadsOf));
  const consumption = sum(members.filter((m) => m.type === "consumer" && m.subtype !== "pseudo"));
  const production = sum(members.filter((m) => m.type === "producer" && ALWAYS_ON.has(m.subtype)));
  let left: Left = {
    residual: memo.derive(residualLoad, [consumption, production], []),
    chargingLimit: constant(memo, Infinity),
    dischargingLimit: constant(memo, Infinity),
  };
  for (const member of batteries) {
    const { inputCapacity, outputCapacity, volume, outputEfficiency } = batteryOf(member);
    const planned = memo.derive(
      planOfBattery,
      [left.residual, left.chargingLimit, left.dischargingLimit],
      [inputCapacity, outputCapacity, volume, outputEfficiency],
    );
    plans.set(member.key, planned.reserve);
    left = planned;
  }
}

/** What the batteries planned so far leave to the next: load (MW), and hours in which it may not charge or discharge. */
interface Left {
  readonly residual: Curve<"april">;
  readonly chargingLimit: Curve<"april">;
  readonly dischargingLimit: Curve<"april">;
}

const residualLoad = derivation(
  "residual load",
  ([consumption, production]: readonly [consumption: Curve<"april">, production: Curve<"april">]) => {
    const residual = new Float64Array(HOURS);
    for (let h = 0; h < HOURS; h++) residual[h] = consumption[h]! + -production[h]!;
    return residual;
  },
);

const planOfBattery = derivation(
  "plan of a battery",
  (
    before: readonly [residual: Curve<"april">, chargingLimit: Curve<"april">, dischargingLimit: Curve<"april">],
    [inputCapacity, outputCapacity, volume, outputEfficiency]: readonly [number, number, number, number],
  ): Left & { readonly reserve: Curve<"april"> } => {
    const battery: Battery = { inputCapacity, outputCapacity, volume, outputEfficiency };
    const [residual, chargingLimit, dischargingLimit] = [before[0].slice(), before[1].slice(), before[2].slice()];
    const reserve = isUseful(battery)
      ? planForecastStorage(before[0].slice(), battery, chargingLimit, dischargingLimit)
      : ZEROS;
    const load = loadOfReserve(reserve, 1);
    for (let h = 0; h < HOURS; h++) {
      residual[h] = residual[h]! + -load[h]!;
      if (load[h]! > 0) chargingLimit[h] = 0;
      else if (load[h]! < 0) dischargingLimit[h] = 0;
    }
    return { reserve, residual, chargingLimit, dischargingLimit };
  },
);

const loadOfPlan = derivation(
  "load of a plan",
  ([reserve]: readonly [Curve<"april">], [outputEfficiency]: readonly [number]): Curve<"april"> =>
    loadOfReserve(reserve, outputEfficiency),
);

export function forecastStorage(member: Member): Adapter {
  const { nodes, manager } = member;
  const battery = batteryOf(member);
  let made: {
    readonly reserve: Curve<"april">;
    readonly producer: Participant;
    readonly consumer: Participant;
  } | null = null;
  // The plan needs the loads of all others, so it is made when the participants are first asked for.
  const plan = (): NonNullable<typeof made> => {
    if (made === null) {
      const reserve = manager.storagePlans().get(member.key)!;
      const load = member.memo.derive(loadOfPlan, [reserve], [battery.outputEfficiency]);
      const [output, input] = [positivePart(member.memo, load), negativePart(member.memo, load)];
      made = {
        reserve,
        producer: new Participant(`${member.key}_producer`, Kind.CurveProducer, output, { units: 1 }),
        consumer: new Participant(`${member.key}_consumer`, Kind.User, input, { units: 1 }),
      };
    }
    return made;
  };
  return {
    member,
    get participants() {
      return [plan().producer, plan().consumer];
    },
    installed: member.isInstalled && isUseful(battery),
    inject() {
      const { reserve, producer, consumer } = plan();
      const capacity = nodes.required(member.source, "input_capacity");
      const units = nodes.required(member.source, "number_of_units");
      const fullLoadHours =
        capacity === 0 || units === 0 ? 0 : totalOf(member.memo, consumer.load) / (capacity * units);
      nodes.setFullLoadHours(member.target, fullLoadHours);
      nodes.set(member.target, "demand", fullLoadHours * SECONDS_PER_HOUR * capacity * units);
      member.injectNamedCurve("storage_curve", () => reserve);
      member.injectCurve("input", () => consumer.load);
      member.injectCurve("output", () => producer.load);
      manager.finance?.forecastStorage(member, producer, consumer);
    },
  };
}
