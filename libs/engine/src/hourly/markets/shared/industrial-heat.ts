/** The heat demand of industrial power-to-heat. */
import type { AnyCurve } from "../../curves/curve.ts";
import { scaleCurve } from "../../curves/derived.ts";
import { HourlyError, textIn, textsIn } from "../../energy-nodes.ts";
import type { Member, MemberYear } from "../member.ts";

/** Heat demand of a power-to-heat node: per hour (MW) and in total (MJ). */
export function industrialHeatDemand(
  { key, config, source }: Member,
  year: MemberYear,
): { readonly curve: AnyCurve<"april">; readonly total: number } {
  const sources = textsIn(config, "demand_source");
  const consumerKey = sources[0];
  if (sources.length !== 1 || consumerKey === undefined)
    throw new HourlyError(
      `${key} has merit_order.demand_source [${sources.join(", ")}]; power-to-heat needs exactly one`,
    );
  const { nodes, memo } = year;
  const demand = nodes.requireNumber(nodes.index(consumerKey), "demand");
  const profile = year.curve(textIn(config, "demand_profile") ?? "", source);
  return { curve: scaleCurve(memo, profile, demand), total: demand };
}
