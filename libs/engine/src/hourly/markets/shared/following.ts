/** Loads that follow another calculation of the same node (`group: "self: …"`): another market or its heat group. */
import { isNil } from "@etesian/numeric";
import { ZEROS } from "../../curves/arithmetic.ts";
import type { AnyCurve } from "../../curves/curve.ts";
import { scaleCurve } from "../../curves/derived.ts";
import { HourlyError } from "../../energy-nodes.ts";
import {
  followLoad as loadOf,
  Kind,
  type Link,
  Participant,
  type ParticipantOptions,
} from "../../merit/participant.ts";
import type { Market, Member, MemberYear } from "../member.ts";
import { ELECTRICITY, type NetworkKey, NETWORKS } from "../networks.ts";

const SELF_CURVE = /^self:\s*([a-z_]+)_(input|output)_curve$/;

/** The followed calculation: a carrier on one side of the node. */
interface FollowedCalculation {
  readonly carrier: string;
  readonly direction: "input" | "output";
}

/**
 * Reads the calculation that a load follows; returns a factory for its participant. Its load is known for the whole
 * year if possible (`knownKind`), otherwise it is followed hour by hour (`linkedKind`).
 */
export function followingParticipant(
  year: MemberYear,
  member: Member,
  linkedKind: Kind,
  knownKind: Kind,
  options: ParticipantOptions = {},
): (market: Market) => Participant {
  const { memo } = year;
  const match = SELF_CURVE.exec(member.group);
  if (match === null) {
    const curve = year.curve(member.group, member.target);
    return () => new Participant(member.key, knownKind, curve, options);
  }
  const followed: FollowedCalculation = { carrier: match[1]!, direction: match[2] === "input" ? "input" : "output" };
  if (followed.carrier === "useable_heat" || followed.carrier === "heat") {
    const curve = heatCurve(year, member, followed);
    return () => new Participant(member.key, knownKind, curve, options);
  }
  const network = networkOf(year, member, followed.carrier);
  const factor = conversionFactor(year, member, followed);
  return (market) => {
    const { link, isKnown } = linkTo(market, member, network, followed, factor);
    const load = isKnown ? loadOf(memo, link) : ZEROS;
    const participant = new Participant(member.key, isKnown ? knownKind : linkedKind, load, options);
    participant.link = link;
    participant.isSettled = isKnown;
    return participant;
  };
}

function linkTo(
  market: Market,
  member: Member,
  network: NetworkKey,
  { carrier, direction }: FollowedCalculation,
  factor: number,
): { readonly link: Link; readonly isKnown: boolean } {
  const source = market.otherMarket(network);
  if (source === null) throw nothingToFollowError(member);
  const leader = source.adapter(member.key).participants[0];
  if (leader === undefined)
    throw new HourlyError(`${member.key} has no participant that its ${member.group} could follow`);
  const { type } = source.member(member.key);
  const part = type !== "flex" ? "all" : direction === "input" ? "negative" : "positive";
  const lag = carrier === ELECTRICITY.carrier ? market.network.electricityLag : 0;
  return { link: { leader, lag, factor, part }, isKnown: leader.isAlwaysOn && leader.kind !== Kind.LinkedProducer };
}

/** The network of a carrier in which the node takes part. */
function networkOf({ nodes }: MemberYear, member: Member, carrier: string): NetworkKey {
  const candidates = NETWORKS.filter((network) => network.isFollowed && network.carrier === carrier);
  const network =
    candidates.length === 1 ? candidates[0] : candidates.find(({ key }) => nodes.record(member.target, key) !== null);
  if (network === undefined) throw nothingToFollowError(member);
  return network.key;
}

const nothingToFollowError = ({ key, group, network }: Member): HourlyError =>
  new HourlyError(`${key} follows ${group} in ${network.name}; there is no such calculation`);

/** Heat that the node's device produced, in this market's carrier. */
function heatCurve(year: MemberYear, member: Member, followed: FollowedCalculation): AnyCurve<"april"> {
  const { output, efficiency } = year.heatOf(member.target);
  const factor = efficiency === null ? conversionFactor(year, member, followed) : 1 / efficiency;
  return scaleCurve(year.memo, output, factor);
}

/** This market's energy per unit of the followed carrier; 0 if either conversion is 0. */
function conversionFactor(
  { nodes, network }: MemberYear,
  member: Member,
  { carrier, direction }: FollowedCalculation,
): number {
  const from = nodes.conversion(member.target, direction, carrier);
  const side = member.type === "producer" ? "output" : "input";
  return ratio(member, nodes.conversion(member.target, side, network.carrier), from);
}

/** The ratio of two conversions of a member's node, 0 if either is 0; throws if the node lacks a slot. */
export function ratio(member: Member, numerator: number, denominator: number): number {
  if (isNil(denominator) || isNil(numerator))
    throw new HourlyError(`${member.key} lacks a slot for its ${member.group} in ${member.network.name}`);
  return denominator === 0 || numerator === 0 ? 0 : numerator / denominator;
}
