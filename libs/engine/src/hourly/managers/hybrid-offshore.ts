/**
 * Offshore wind with a converter at sea: what the cable cannot take goes to the converter first, the rest of the excess is
 * lost, and the converter may buy what the cable and its own connection leave room for. The division depends on the
 * hour's own wind only, so that it is known in advance.
 */
import { MJ_PER_MWH } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { derotated, totalOf } from "../curves/derived.ts";
import { derivation } from "../curves/memo.ts";
import { HourlyError } from "../energy-nodes.ts";
import { HOURS, Kind, type Participant } from "../merit/participant.ts";
import { type Adapter, type Member, safeDivide } from "./adapter.ts";
import { injectAlwaysOn, profileParticipant } from "./production.ts";

/** What the park gives its converter, for the converter's own adapter (set up before or after it). */
interface Hybrid {
  readonly participant: Participant;
  /** Load of the converter at the start of each hour (≤ 0) and the most it may buy, MW. */
  readonly converterLoad: Curve<"april">;
  readonly converterLimit: Curve<"april">;
  readonly curtailed: Curve<"april">;
}

/** The park behind a converter is found through the converter's `relations.input`; it is set up once per calculation. */
const hybrids = new WeakMap<object, Map<number, Hybrid>>();

function hybridOf(member: Member): Hybrid {
  let known = hybrids.get(member.manager);
  if (known === undefined) hybrids.set(member.manager, (known = new Map()));
  let hybrid = known.get(member.target);
  if (hybrid === undefined) known.set(member.target, (hybrid = divide(member)));
  return hybrid;
}

function divide(member: Member): Hybrid {
  const { nodes } = member;
  const output = member.related("output");
  const input = member.related("input");
  const converter = member.related("converter");
  const cable = nodes.required(output, "input_capacity") * nodes.required(output, "number_of_units");
  const connection = nodes.required(input, "electricity_output_capacity") * nodes.required(input, "number_of_units");
  const capacity =
    nodes.required(converter, "input_capacity") *
    nodes.required(converter, "number_of_units") *
    nodes.required(converter, "availability");
  const participant = profileParticipant(member, member.curve(), Kind.ConstrainedVolatile);
  // A park without a place in the order gives its converter nothing, and leaves it its connection.
  const produced = member.isInstalled ? participant.load : ZEROS;
  const { limited, ...hybrid } = member.memo.derive(division, [produced], [cable, connection, capacity]);
  participant.limited = limited;
  return { participant, ...hybrid };
}

const division = derivation(
  "hybrid",
  (
    [production]: readonly [Curve<"april">],
    [cable, connection, capacity]: readonly [cable: number, connection: number, capacity: number],
  ) => {
    const converterLoad = new Float64Array(HOURS);
    const converterLimit = new Float64Array(HOURS);
    const curtailed = new Float64Array(HOURS);
    const limited = new Float64Array(HOURS);
    for (let h = 0; h < HOURS; h++) {
      const produced = production[h]!;
      const excess = produced - cable;
      const converted = excess < 0 ? 0 : excess > capacity ? capacity : excess;
      const left = produced - converted;
      const market = left < cable ? left : cable;
      converterLoad[h] = -converted;
      curtailed[h] = produced - converted - market;
      converterLimit[h] = market + connection;
      limited[h] = market < 0 ? 0 : market > produced ? produced : market;
    }
    return { converterLoad, converterLimit, curtailed, limited };
  },
);

/** For the converter: what it starts every hour with, and what it may take besides. */
export function hybridConverterLoad(member: Member): { readonly load: Curve<"april">; readonly limit: Curve<"april"> } {
  const park = member.manager.memberOf(member.related("input"));
  const hybrid = hybridOf(park);
  return { load: hybrid.converterLoad, limit: hybrid.converterLimit };
}

export function hybridOffshore(member: Member): Adapter {
  const { nodes, manager, memo } = member;
  const { participant, curtailed } = hybridOf(member);
  const output = member.related("output");
  const input = member.related("input");
  const converter = member.related("converter");
  const curtailment = member.related("curtailment");
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectAlwaysOn(member, participant);
      manager.finance?.revenue(member, participant);
      const converterAdapter = manager.adapter(nodes.key(converter));
      const converterLoad = converterAdapter.participants[0]?.load;
      if (converterLoad === undefined)
        throw new HourlyError(`${nodes.key(converter)} takes no part in ${manager.name}`);
      const { converted, toMarket, fromMarket } = memo.derive(flows, [participant.load, curtailed, converterLoad], []);
      nodes.state.edgeShare[member.edgeTo(curtailment)] = safeDivide(
        totalOf(memo, curtailed) * MJ_PER_MWH,
        participant.productionMj,
      );
      nodes.state.edgeShare[member.edgeTo(converter)] = totalOf(memo, converted) * MJ_PER_MWH;
      nodes.setCurve(output, "electricity_input_curve", () => derotated(memo, toMarket));
      nodes.setCurve(curtailment, "electricity_input_curve", () => derotated(memo, curtailed));
      nodes.setCurve(input, "electricity_output_curve", () => derotated(memo, fromMarket));
    },
  };
}

/** What goes to the converter, what the market gets, and what the converter buys. */
const flows = derivation(
  "flows of a hybrid",
  ([load, curtailed, converterLoad]: readonly [
    load: Curve<"april">,
    curtailed: Curve<"april">,
    converterLoad: Curve<"april">,
  ]) => {
    const converted = new Float64Array(HOURS);
    const toMarket = new Float64Array(HOURS);
    const fromMarket = new Float64Array(HOURS);
    for (let h = 0; h < HOURS; h++) {
      const useable = load[h]! - curtailed[h]!;
      const used = Math.abs(converterLoad[h]!);
      const own = useable < used ? useable : used;
      converted[h] = own;
      toMarket[h] = useable - own;
      fromMarket[h] = used - own;
    }
    return { converted, toMarket, fromMarket };
  },
);
