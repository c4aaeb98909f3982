/**
 * A solar or wind park with a battery and a connection smaller than its peak. Output above the connection charges the
 * battery, and the rest is curtailed. The battery later uses the spare capacity of the connection. All of this is known
 * in advance for the whole year.
 */
import type { Buffers } from "../../curves/buffers.ts";
import type { AnyCurve, Curve } from "../../curves/curve.ts";
import { negativePart, scaleCurve, totalOf } from "../../curves/derived.ts";
import { type CurveMemo, declareComputation, type WithCurveRefs } from "../../curves/memo.ts";
import { Fleet, AVAILABLE, OFFERED, TAKEN } from "../../merit/fleet.ts";
import { HOURS, Kind, Participant, makeRepeatable } from "../../merit/participant.ts";
import { revenueOf } from "../electricity-finance.ts";
import { Member, type MemberKind } from "../member.ts";
import { isInstalled, profileOf, safeDivide } from "../shared/figures.ts";
import { commonOptions } from "../shared/producer-figures.ts";
import { injectStorage, storageFinance, storageParticipant, volumePerUnit } from "../shared/storage.ts";

export const batteryPark: MemberKind = {
  role: "other",
  read(member, year) {
    const { nodes, memo, network } = year;
    const storageNode = member.relatedNode("storage");
    const outputNode = member.relatedNode("output");
    const curtailmentNode = member.relatedNode("curtailment");
    // The battery runs with the park, whether or not it would be part of an order.
    const batteryMember = new Member(network, member.graph, storageNode, { type: "flex", subtype: "storage" });
    const makeBattery = storageParticipant(year, batteryMember, volumePerUnit(nodes, batteryMember));
    const annualOutput =
      nodes.requireNumber(member.source, "demand") * nodes.conversion(member.source, "output", member.carrier);
    const production = scaleCurve(memo, profileOf(year, member), annualOutput);
    const capacity = nodes.requireNumber(outputNode, "electricity_output_capacity");
    const options = commonOptions(year, member);
    const installed = isInstalled(year, member);
    return () => {
      const battery = makeBattery();
      const park = runPark(memo, production, capacity, battery);
      const participant = new Participant(member.key, Kind.CurveProducer, park.output, options);
      return {
        participants: [participant],
        installed,
        inject(year) {
          const totalProduction = totalOf(memo, production);
          const share = (curve: AnyCurve<"april">, consumer: number): void =>
            year.nodes.setShare(member.edgeTo(consumer), safeDivide(totalOf(memo, curve), totalProduction));
          share(park.curtailed, curtailmentNode);
          share(negativePart(memo, battery.anyLoad), storageNode);
          share(park.direct, outputNode);
          year.setCurve("electricity_output_curve", () => production);
          year.setCurve("electricity_input_curve", () => park.curtailed, curtailmentNode);
          year.setCurve("electricity_output_curve", () => park.output, outputNode);
          injectStorage(year.forMember(batteryMember), memo, battery);
        },
        finance: [revenueOf(member, participant), ...storageFinance(batteryMember, battery)],
      };
    };
  },
};

interface ParkYear {
  /** Directly to the connection, in total to the connection, and curtailed; MW. */
  readonly direct: Curve<"april">;
  readonly output: Curve<"april">;
  readonly curtailed: Curve<"april">;
}

const PARK = declareComputation("year of a battery park");

/** Calculates the park's year; writes the load and reserve of the battery. */
function runPark(
  memo: CurveMemo,
  production: AnyCurve<"april">,
  capacity: number,
  battery: Participant,
): WithCurveRefs<ParkYear> {
  const { inputCapacity, outputCapacity, volume, inputEfficiency, outputEfficiency, decay } = battery;
  const runRepeatably = makeRepeatable([battery]);
  const { park, outcome } = memo.recall(
    PARK,
    [production],
    [capacity, inputCapacity, outputCapacity, volume, inputEfficiency, outputEfficiency, decay],
    (buffers, read) =>
      runRepeatably(() => ({ park: stepPark(read(production), capacity, battery, buffers), outcome: battery.outcome })),
  );
  battery.setOutcome(outcome);
  return park;
}

function stepPark(production: Curve<"april">, capacity: number, battery: Participant, buffers: Buffers): ParkYear {
  battery.prepare(buffers);
  const fleet = new Fleet([battery]);
  const { amounts } = fleet;
  const direct = buffers.year();
  const output = buffers.year();
  const curtailed = buffers.year();
  for (let h = 0; h < HOURS; h++) {
    fleet.beginHour(h);
    const supply = production[h]!;
    const delivery = supply < capacity ? supply : capacity;
    direct[h] = delivery;
    if (delivery === capacity) {
      const surplus = supply - capacity;
      amounts[OFFERED] = surplus;
      fleet.offer(0, h);
      curtailed[h] = surplus - amounts[TAKEN]!;
    } else if (supply < capacity) {
      const deficit = capacity - delivery;
      fleet.readAvailable(0, h);
      amounts[OFFERED] = deficit < amounts[AVAILABLE]! ? deficit : amounts[AVAILABLE]!;
      fleet.deliver(0);
    }
    fleet.endHour(h);
    const load = battery.load[h]!;
    output[h] = delivery + (load > 0 ? load : 0);
  }
  fleet.settle();
  return { direct, output, curtailed };
}
