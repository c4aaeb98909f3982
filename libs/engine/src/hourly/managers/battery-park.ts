/**
 * A solar or wind park with a battery and a connection smaller than its peak: what the connection cannot take charges
 * the battery, the rest is lost; the battery fills up the connection later. Known in advance for the whole year.
 */
import type { Curve } from "../curves/curve.ts";
import { derotated, negativePart, scaled, totalOf } from "../curves/derived.ts";
import { type CurveMemo, question } from "../curves/memo.ts";
import { Fleet, MOST, OFFERED, TAKEN } from "../merit/fleet.ts";
import { HOURS, Kind, Participant } from "../merit/participant.ts";
import { type Adapter, Member, safeDivide } from "./adapter.ts";
import { commonOptions } from "./production.ts";
import { parkStorage } from "./storage.ts";

export function batteryPark(member: Member): Adapter {
  const { nodes, manager, memo } = member;
  const storageNode = member.related("storage");
  const outputNode = member.related("output");
  const curtailmentNode = member.related("curtailment");
  const battery = parkStorage(new Member(manager, storageNode, { type: "flex", subtype: "storage" }));
  const yearly = nodes.required(member.source, "demand") * nodes.conversion(member.source, "output", member.carrier);
  const production = scaled(memo, member.curve(), yearly);
  const capacity = nodes.required(outputNode, "electricity_output_capacity");
  const park = runPark(memo, production, capacity, battery.participant);
  const participant = new Participant(member.key, Kind.CurveProducer, park.output, commonOptions(member));
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      const all = totalOf(memo, production);
      manager.finance?.revenue(member, participant);
      const share = (curve: Curve<"april">, consumer: number): void => {
        nodes.state.edgeShare[member.edgeTo(consumer)] = safeDivide(totalOf(memo, curve), all);
      };
      share(park.curtailed, curtailmentNode);
      share(negativePart(memo, battery.participant.load), storageNode);
      share(park.direct, outputNode);
      nodes.setCurve(member.target, "electricity_output_curve", () => derotated(memo, production));
      nodes.setCurve(curtailmentNode, "electricity_input_curve", () => derotated(memo, park.curtailed));
      nodes.setCurve(outputNode, "electricity_output_curve", () => derotated(memo, park.output));
      battery.adapter.inject();
    },
  };
}

interface ParkYear {
  /** Straight to the connection, with the battery, and lost; MW. */
  readonly direct: Curve<"april">;
  readonly output: Curve<"april">;
  readonly curtailed: Curve<"april">;
}

const PARK = question("year of a battery park");

/** The park's year; the battery gets its load and reserve. */
function runPark(memo: CurveMemo, production: Curve<"april">, capacity: number, battery: Participant): ParkYear {
  const { inputCapacity, outputCapacity, volume, inputEfficiency, outputEfficiency, decay } = battery;
  const { park, outcome } = memo.recall(
    PARK,
    [production],
    [capacity, inputCapacity, outputCapacity, volume, inputEfficiency, outputEfficiency, decay],
    () => ({ park: stepPark(production, capacity, battery), outcome: battery.outcome }),
  );
  battery.take(outcome);
  return park;
}

function stepPark(production: Curve<"april">, capacity: number, battery: Participant): ParkYear {
  battery.prepare();
  const fleet = new Fleet([battery]);
  const { amounts } = fleet;
  const direct = new Float64Array(HOURS);
  const output = new Float64Array(HOURS);
  const curtailed = new Float64Array(HOURS);
  for (let h = 0; h < HOURS; h++) {
    fleet.beginHour(h);
    const produced = production[h]!;
    const out = produced < capacity ? produced : capacity;
    direct[h] = out;
    if (out === capacity) {
      const surplus = produced - capacity;
      amounts[OFFERED] = surplus;
      fleet.offer(0, h);
      curtailed[h] = surplus - amounts[TAKEN]!;
    } else if (produced < capacity) {
      const deficit = capacity - out;
      fleet.askMost(0, h);
      amounts[OFFERED] = deficit < amounts[MOST]! ? deficit : amounts[MOST]!;
      fleet.deliver(0);
    }
    fleet.endHour(h);
    const load = battery.load[h]!;
    output[h] = out + (load > 0 ? load : 0);
  }
  return { direct, output, curtailed };
}
