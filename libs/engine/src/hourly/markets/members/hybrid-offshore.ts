/**
 * Offshore wind with a converter at sea. Output above the cable capacity goes to the converter first, and the rest is
 * curtailed. The converter may buy up to the park's output for the cable plus the capacity of its own connection. The
 * division depends only on the wind of the hour and is known in advance.
 */
import { MJ_PER_MWH } from "@etesian/numeric";
import type { AnyCurve, Curve } from "../../curves/curve.ts";
import { ZEROS } from "../../curves/arithmetic.ts";
import { totalOf } from "../../curves/derived.ts";
import { declareDerivation } from "../../curves/memo.ts";
import { HourlyError } from "../../energy-nodes.ts";
import { HOURS, Kind, Participant } from "../../merit/participant.ts";
import { revenueOf } from "../electricity-finance.ts";
import { Member, type MemberKind, type MemberYear } from "../member.ts";
import { isInstalled, profileOf, safeDivide } from "../shared/figures.ts";
import { flexOptions, injectFlex } from "../shared/flex-figures.ts";
import { injectAlwaysOn, profileParticipant } from "../shared/producer-figures.ts";
import type { AllocateCurve } from "../../../reused-memory.ts";

/** A park, divided between its cable and its converter. */
interface Hybrid {
  readonly makeParticipant: () => Participant;
  /** Load of the converter at the start of each hour (≤ 0), and the maximum that it may buy, MW. */
  readonly converterLoad: AnyCurve<"april">;
  readonly converterLimit: AnyCurve<"april">;
  /** Curtailed output, and output available to the market, MW. */
  readonly curtailed: AnyCurve<"april">;
  readonly marketOutput: AnyCurve<"april">;
}

function readHybrid(park: Member, year: MemberYear): Hybrid {
  const { nodes, memo } = year;
  const output = park.relatedNode("output");
  const input = park.relatedNode("input");
  const converter = park.relatedNode("converter");
  const cable = nodes.requireNumber(output, "input_capacity") * nodes.requireNumber(output, "number_of_units");
  const connection =
    nodes.requireNumber(input, "electricity_output_capacity") * nodes.requireNumber(input, "number_of_units");
  const capacity =
    nodes.requireNumber(converter, "input_capacity") *
    nodes.requireNumber(converter, "number_of_units") *
    nodes.requireNumber(converter, "availability");
  const makeParticipant = profileParticipant(year, park, profileOf(year, park), Kind.ConstrainedVolatile);
  // A park that is not in the order delivers nothing to its converter, which can still use the connection.
  const production = isInstalled(year, park) ? makeParticipant().anyLoad : ZEROS;
  return { makeParticipant, ...memo.derive(division, [production], [cable, connection, capacity]) };
}

const division = declareDerivation(
  "hybrid",
  (
    [production]: readonly [Curve<"april">],
    [cable, connection, capacity]: readonly [cable: number, connection: number, capacity: number],
    allocateCurve: AllocateCurve,
  ) => {
    const converterLoad = allocateCurve();
    const converterLimit = allocateCurve();
    const curtailed = allocateCurve();
    const marketOutput = allocateCurve();
    for (let h = 0; h < HOURS; h++) {
      const supply = production[h]!;
      const excess = supply - cable;
      const conversion = excess < 0 ? 0 : excess > capacity ? capacity : excess;
      const remainder = supply - conversion;
      const delivery = remainder < cable ? remainder : cable;
      converterLoad[h] = -conversion;
      curtailed[h] = supply - conversion - delivery;
      converterLimit[h] = delivery + connection;
      marketOutput[h] = delivery < 0 ? 0 : delivery > supply ? supply : delivery;
    }
    return { converterLoad, converterLimit, curtailed, marketOutput };
  },
);

/** The converter of a hybrid park: starts every hour with the park's surplus, and may buy more. */
export const satisfiedDemand: MemberKind = {
  role: "other",
  read(member, year) {
    const { nodes, memo, network } = year;
    const node = member.relatedNode("input");
    const config = nodes.record(node, network.key);
    if (config === null) throw new HourlyError(`${nodes.key(node)} is not part of ${network.name}`);
    const { converterLoad, converterLimit } = readHybrid(new Member(network, member.graph, node, config), year);
    const options = flexOptions(year, member);
    const installed = isInstalled(year, member);
    return () => {
      const participant = new Participant(member.key, Kind.SatisfiedDemand, converterLoad, options);
      participant.externalLoad = converterLoad;
      participant.hourlyLimit = converterLimit;
      return {
        participants: [participant],
        installed,
        inject: (year) => injectFlex(year, memo, participant),
      };
    };
  },
  isShownAsProducer: false,
};

export const hybridOffshore: MemberKind = {
  role: "other",
  read(member, year) {
    const { memo } = year;
    const { makeParticipant, curtailed, marketOutput } = readHybrid(member, year);
    const output = member.relatedNode("output");
    const input = member.relatedNode("input");
    const converter = member.relatedNode("converter");
    const curtailment = member.relatedNode("curtailment");
    const installed = isInstalled(year, member);
    return (market) => {
      const participant = makeParticipant();
      participant.hourlyLimit = marketOutput;
      const key = member.graph.key(converter);
      const converterAdapter = market.adapter(key);
      return {
        participants: [participant],
        installed,
        inject(year) {
          injectAlwaysOn(year, memo, participant);
          const converterLoad = converterAdapter.participants[0]?.anyLoad;
          if (converterLoad === undefined) throw new HourlyError(`${key} is not part of ${market.network.name}`);
          const loads = [participant.anyLoad, curtailed, converterLoad] as const;
          const { converted, toMarket, fromMarket } = memo.derive(flows, loads, []);
          const lostShare = safeDivide(totalOf(memo, curtailed) * MJ_PER_MWH, participant.productionMj);
          year.nodes.setShare(member.edgeTo(curtailment), lostShare);
          year.nodes.setShare(member.edgeTo(converter), totalOf(memo, converted) * MJ_PER_MWH);
          year.setCurve("electricity_input_curve", () => toMarket, output);
          year.setCurve("electricity_input_curve", () => curtailed, curtailment);
          year.setCurve("electricity_output_curve", () => fromMarket, input);
        },
        finance: [revenueOf(member, participant)],
      };
    };
  },
};

/** Flows to the converter and to the market, and the converter's purchases. */
const flows = declareDerivation(
  "flows of a hybrid",
  (
    [load, curtailed, converterLoad]: readonly [
      load: Curve<"april">,
      curtailed: Curve<"april">,
      converterLoad: Curve<"april">,
    ],
    _: readonly [],
    allocateCurve: AllocateCurve,
  ) => {
    const converted = allocateCurve();
    const toMarket = allocateCurve();
    const fromMarket = allocateCurve();
    for (let h = 0; h < HOURS; h++) {
      const usefulOutput = load[h]! - curtailed[h]!;
      const consumption = Math.abs(converterLoad[h]!);
      const directUse = usefulOutput < consumption ? usefulOutput : consumption;
      converted[h] = directUse;
      toMarket[h] = usefulOutput - directUse;
      fromMarket[h] = consumption - directUse;
    }
    return { converted, toMarket, fromMarket };
  },
);
