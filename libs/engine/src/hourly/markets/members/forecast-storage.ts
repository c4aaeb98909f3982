/**
 * Batteries with perfect foresight, planned from the residual load before dispatch. Household batteries use the
 * households' residual load, other batteries the remaining members' residual load. Each group is planned in the user's
 * order.
 */
import { isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { AnyCurve, Curve } from "../../curves/curve.ts";
import { ZEROS } from "../../curves/arithmetic.ts";
import { constant, negativePart, positivePart, sumOf, totalOf } from "../../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../../curves/memo.ts";
import { HourlyError, numberIn } from "../../energy-nodes.ts";
import { type Battery, loadOfReserve, planForecastStorage } from "../../merit/forecast-planner.ts";
import { HOURS, Kind, Participant } from "../../merit/participant.ts";
import { forecastStorageFinance } from "../electricity-finance.ts";
import { SharedKey, type Market, type Member, type MemberKind, type MemberYear } from "../member.ts";
import { availabilityOf, isInstalled, rankIn, unitsOf } from "../shared/figures.ts";
import type { AllocateCurve } from "../../../reused-memory.ts";

const FORECAST_SUBTYPE = "optimizing_storage";
const HOUSEHOLD_SUBTYPE = "optimizing_storage_households";
const ALWAYS_ON = new Set(["must_run", "volatile"]);

/** Energy stored per hour (MWh), by member. */
type StoragePlans = ReadonlyMap<Member, AnyCurve<"april">>;

const PLANS = new SharedKey<StoragePlans>("plans of forecast batteries");

/** A battery, and its rank in the user's order. */
interface RankedBattery {
  readonly battery: Battery;
  readonly rank: number;
}

const BATTERIES = new SharedKey<Map<Member, RankedBattery>>("forecast batteries");

function readBattery(year: MemberYear, member: Member): Battery {
  const { nodes } = year;
  const { source, target } = member;
  const input = nodes.conversion(source, "input", member.carrier);
  if (!isNil(input) && input !== 1) {
    throw new HourlyError(`${member.key} has input conversion ${input}; forecast storage needs 1`);
  }
  const storage = nodes.record(source, "storage");
  const decay = numberIn(storage, "decay");
  if (decay !== 0) throw new HourlyError(`${member.key} has storage.decay ${decay}; forecast storage needs 0`);
  const installed = unitsOf(year, member) * availabilityOf(year, member);
  const capacity = nodes.number(source, `${member.carrier}_output_capacity`);
  const output = isNil(capacity) ? nodes.number(source, "output_capacity") : capacity;
  const efficiency = nodes.conversion(target, "output", member.carrier);
  const inputCapacity = nodes.requireNumber(source, "input_capacity");
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

/** Plans all forecast batteries of a market once all other members are known. */
function planStorage(market: Market, memo: CurveMemo): StoragePlans {
  const { members } = market;
  const plans = new Map<Member, AnyCurve<"april">>();
  let systemMembers = members;
  if (members.some(({ subtype }) => subtype === HOUSEHOLD_SUBTYPE)) {
    const inHouseholds = ({ type, subtype, target, graph }: Member): boolean =>
      subtype === HOUSEHOLD_SUBTYPE ||
      (type !== "flex" && graph.topology.definition.nodes[target]!.sector === "households");
    planYear(market, memo, members.filter(inHouseholds), HOUSEHOLD_SUBTYPE, plans);
    systemMembers = members.filter((member) => !inHouseholds(member));
  }
  planYear(market, memo, systemMembers, FORECAST_SUBTYPE, plans);
  return plans;
}

function planYear(
  market: Market,
  memo: CurveMemo,
  members: readonly Member[],
  subtype: string,
  plans: Map<Member, AnyCurve<"april">>,
): void {
  const batteries = members
    .filter((member) => member.type === "flex" && member.subtype === subtype)
    .map((member, index) => ({ member, index, ...batteryOf(market, member) }))
    .sort((a, b) => (a.rank === b.rank ? a.index - b.index : a.rank - b.rank));
  if (batteries.length === 0) return;

  const loadsOf = ({ key }: Member): readonly AnyCurve<"april">[] => market.givenLoads(key).loads;
  const sum = (parts: readonly Member[]): AnyCurve<"april"> => sumOf(memo, parts.flatMap(loadsOf));
  const consumption = sum(members.filter((m) => m.type === "consumer" && m.subtype !== "pseudo"));
  const production = sum(members.filter((m) => m.type === "producer" && ALWAYS_ON.has(m.subtype)));
  let planInputs: PlanInputs = {
    residual: memo.derive(residualLoad, [consumption, production], []),
    chargingLimit: constant(memo, Infinity),
    dischargingLimit: constant(memo, Infinity),
  };
  for (const { member, battery } of batteries) {
    const { inputCapacity, outputCapacity, volume, outputEfficiency } = battery;
    const plan = memo.derive(
      planOfBattery,
      [planInputs.residual, planInputs.chargingLimit, planInputs.dischargingLimit],
      [inputCapacity, outputCapacity, volume, outputEfficiency],
    );
    plans.set(member, plan.reserve);
    planInputs = plan;
  }
}

function batteryOf(market: Market, member: Member): RankedBattery {
  market.adapter(member.key);
  return market.sharedValue(BATTERIES, () => new Map()).get(member)!;
}

/** The input of the next plan: the remaining load (MW), and the hours in which it may not charge or discharge. */
interface PlanInputs {
  readonly residual: AnyCurve<"april">;
  readonly chargingLimit: AnyCurve<"april">;
  readonly dischargingLimit: AnyCurve<"april">;
}

const residualLoad = declareDerivation(
  "residual load",
  (
    [consumption, production]: readonly [consumption: Curve<"april">, production: Curve<"april">],
    _: readonly [],
    allocateCurve: AllocateCurve,
  ) => {
    const residual = allocateCurve();
    for (let h = 0; h < HOURS; h++) residual[h] = consumption[h]! + -production[h]!;
    return residual;
  },
);

const planOfBattery = declareDerivation(
  "plan of a battery",
  (
    previousInputs: readonly [
      residual: Curve<"april">,
      chargingLimit: Curve<"april">,
      dischargingLimit: Curve<"april">,
    ],
    [inputCapacity, outputCapacity, volume, outputEfficiency]: readonly [number, number, number, number],
  ): PlanInputs & { readonly reserve: Curve<"april"> } => {
    const battery: Battery = { inputCapacity, outputCapacity, volume, outputEfficiency };
    const [residual, chargingLimit, dischargingLimit] = [
      previousInputs[0].slice(),
      previousInputs[1].slice(),
      previousInputs[2].slice(),
    ];
    const reserve = isUseful(battery)
      ? planForecastStorage(previousInputs[0].slice(), battery, chargingLimit, dischargingLimit)
      : ZEROS;
    const load = loadOfReserve(reserve, 1);
    for (let h = 0; h < HOURS; h++) {
      residual[h] = residual[h]! + -load[h]!;
      if (load[h]! > 0) chargingLimit[h] = 0;
      else if (load[h]! < 0) dischargingLimit[h] = 0;
    }
    return { reserve, residual, chargingLimit, dischargingLimit };
  },
  "expensive",
);

const loadOfPlan = declareDerivation(
  "load of a plan",
  ([reserve]: readonly [Curve<"april">], [outputEfficiency]: readonly [number]): Curve<"april"> =>
    loadOfReserve(reserve, outputEfficiency),
);

export const forecastStorage: MemberKind = {
  role: "storage",
  read(member, year) {
    const { memo } = year;
    const battery = readBattery(year, member);
    const rank = rankIn(year.orders["forecast_storage_order"] ?? [], member.key);
    const installed = isInstalled(year, member) && isUseful(battery);
    return (market) => {
      market.sharedValue(BATTERIES, () => new Map<Member, RankedBattery>()).set(member, { battery, rank });
      let inputs: {
        readonly reserve: AnyCurve<"april">;
        readonly producer: Participant;
        readonly consumer: Participant;
      } | null = null;
      // The plan needs the loads of all other members, so it is made when the participants are first accessed.
      const plan = (): NonNullable<typeof inputs> => {
        if (inputs === null) {
          const reserve = market.sharedValue(PLANS, () => planStorage(market, memo)).get(member)!;
          const load = memo.derive(loadOfPlan, [reserve], [battery.outputEfficiency]);
          const [output, input] = [positivePart(memo, load), negativePart(memo, load)];
          inputs = {
            reserve,
            producer: new Participant(`${member.key}_producer`, Kind.CurveProducer, output, { units: 1 }),
            consumer: new Participant(`${member.key}_consumer`, Kind.User, input, { units: 1 }),
          };
        }
        return inputs;
      };
      return {
        get participants() {
          return [plan().producer, plan().consumer];
        },
        installed,
        get plan() {
          return { reserve: plan().reserve, volume: battery.volume };
        },
        inject(year) {
          const { reserve, producer, consumer } = plan();
          const capacity = year.nodes.requireNumber(member.source, "input_capacity");
          const units = year.nodes.requireNumber(member.source, "number_of_units");
          const fullLoadHours =
            capacity === 0 || units === 0 ? 0 : totalOf(memo, consumer.anyLoad) / (capacity * units);
          year.setFullLoadHours(fullLoadHours);
          year.set("demand", fullLoadHours * SECONDS_PER_HOUR * capacity * units);
          year.setCurve("storage_curve", () => reserve);
          year.setLoad("input", () => consumer.anyLoad);
          year.setLoad("output", () => producer.anyLoad);
        },
        get finance() {
          return forecastStorageFinance(member, plan().producer, plan().consumer);
        },
      };
    };
  },
  exportTypes: { user: "consumer", producer: "producer" },
};
