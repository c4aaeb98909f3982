/** Adapters of nodes that consume whatever the price (configuration type `consumer`). */
import { MJ_PER_MWH, sum as compensatedSum } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import { scaled } from "../curves/derived.ts";
import { HourlyError, textIn } from "../energy-nodes.ts";
import { Kind, Participant } from "../merit/participant.ts";
import { type Adapter, type Member } from "./adapter.ts";

export function consumerAdapter(member: Member): Adapter {
  switch (member.subtype) {
    case "pseudo":
      return adapter(member, followingUser(member), true);
    case "consumption_loss":
      return consumptionLoss(member);
    case "electricity_loss":
      return electricityLoss(member);
    case "export_must_run":
      return exportMustRun(member);
    case "subordinate":
      return adapter(member, subordinateUser(member), inputOfCarrier(member) > 0);
    default: {
      const input = inputOfCarrier(member);
      const user = member.group.startsWith("self:") ? followingUser(member) : profileUser(member, input);
      return adapter(member, user, input > 0);
    }
  }
}

function adapter(member: Member, user: Participant, installed: boolean): Adapter {
  return {
    member,
    participants: [user],
    installed,
    inject: () => member.injectCurve("input", () => user.finalLoad(member.memo)),
  };
}

/** Yearly input of the manager's carrier after the first pass, MJ. */
export function inputOfCarrier(member: Member): number {
  const slot = member.nodes.slot(member.source, "input", member.carrier);
  if (slot < 0)
    throw new HourlyError(
      `${member.nodes.key(member.source)} has no input of ${member.carrier}; a consumer in ${member.manager.name} needs one`,
    );
  return member.nodes.required(member.source, "demand") * member.nodes.slotConversion(slot);
}

function profileUser(member: Member, demand: number): Participant {
  return new Participant(member.key, Kind.User, scaled(member.memo, member.curve(), demand));
}

/** A user whose load follows another calculation, or a curve known in advance. */
function followingUser(member: Member): Participant {
  return member.manager.followingParticipant(member, Kind.LinkedUser, Kind.User);
}

/** What a power-to-heat node wants and does not get, converted to this node's input; known once electricity has run. */
function subordinateUser(member: Member): Participant {
  const user = new Participant(member.key, Kind.User, ZEROS);
  const leader = member.nodes.index(textIn(member.config, "subordinate_to") ?? "");
  member.manager.afterElectricity(() => {
    user.load = member.manager.unmetDemand(member, leader);
  });
  return user;
}

function consumptionLoss(member: Member): Adapter {
  const { nodes } = member;
  const edge = singleLossEdge(member);
  const supplier = nodes.topology.supplier[edge]!;
  const loss = nodes.slotConversion(nodes.topology.outputSlot[edge]!);
  const others = [...nodes.slots(supplier, "output")].map((slot) =>
    nodes.carrier(slot) === "loss" ? 0 : nodes.slotConversion(slot),
  );
  const useful = compensatedSum(Float64Array.from(others));
  const user = new Participant(member.key, Kind.ShareUser);
  user.share = useful === 0 ? 0 : loss / useful;
  return adapter(member, user, true);
}

function electricityLoss(member: Member): Adapter {
  const losses = member.manager.electricityLosses();
  const user = profileUser(member, losses);
  return {
    member,
    participants: [user],
    installed: losses > 0,
    inject() {
      member.injectCurve("input", () => user.load);
      const production = user.productionMj;
      member.nodes.set(member.target, "demand", production);
      member.presetEdge(singleLossEdge(member), production);
    },
  };
}

/** An interconnector that exports on a profile. */
function exportMustRun(member: Member): Adapter {
  const { nodes } = member;
  const demand =
    nodes.required(member.source, "full_load_hours") * nodes.required(member.source, "input_capacity") * MJ_PER_MWH;
  const user = profileUser(member, demand);
  return {
    member,
    participants: [user],
    installed: demand > 0,
    inject() {
      const production = user.productionMj;
      nodes.set(member.target, "demand", production);
      member.presetInversedEdge(production);
      member.injectCurve("input", () => user.load);
    },
  };
}

function singleLossEdge(member: Member): number {
  const slot = member.nodes.slot(member.target, "input", "loss");
  const edges = slot < 0 ? [] : [...member.nodes.edges(slot)];
  if (edges.length !== 1) throw new HourlyError(`${member.key} has ${edges.length} inputs of loss; expected one`);
  return edges[0]!;
}
