/**
 * The electricity merit order in a format for other programs: each participant with its capacities and costs, and the
 * curves that participants refer to. The merit order is set up again on the calculated year; members whose loads follow
 * other calculations are omitted.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { asArray, type Curve, materialise } from "../hourly/curves/curve.ts";
import { HourlyCurves } from "../hourly/hourly-curves.ts";
import { derotate } from "../hourly/curves/arithmetic.ts";
import { AnnualMarket } from "../hourly/markets/markets.ts";
import { fixedCostsOf } from "../hourly/markets/fixed-costs.ts";
import type { Member, MemberYear } from "../hourly/markets/member.ts";
import { kindOf } from "../hourly/markets/members/index.ts";
import { ELECTRICITY } from "../hourly/markets/networks.ts";
import { documentedMembers, MemberReader } from "../hourly/markets/reading.ts";
import { inputOfCarrier } from "../hourly/markets/shared/figures.ts";
import { marginalCostsOf } from "../hourly/markets/shared/producer-figures.ts";
import { Kind, type Participant } from "../hourly/merit/participant.ts";
import type { HourlySettings, TimeResolved } from "../hourly/time-resolved.ts";
import type { YearState } from "../graph/state/year.ts";

type Figure = number | string | readonly number[] | null;

/** Fields depend on the type; a field that the type does not have is null. */
export interface MeritParticipant {
  readonly type: string;
  /** Name of its curve; absent if curves are omitted. */
  readonly curve?: string | null;
  readonly [field: string]: Figure | undefined;
}

export interface MeritConfiguration {
  /** Curves by name. Profiles of the dataset start on 1 January, curves made for a participant on 1 April. */
  readonly curves?: { readonly [name: string]: Float64Array | null };
  readonly participants: readonly MeritParticipant[];
}

/** A participant and its member. */
interface Entry {
  readonly participant: Participant;
  readonly member: Member;
  readonly type: string;
  /** The same participant with its data at dispatch, because write-back changes the efficiencies of the year. */
  readonly atDispatch: Participant;
}

/** The participants of a calculated future without duplicates: producers, flexible participants, users. */
export function meritConfiguration(
  year: YearState,
  hours: TimeResolved,
  settings: HourlySettings,
  includeCurves: boolean,
): MeritConfiguration {
  const { nodes, memo } = hours;
  const memberReader = new MemberReader(ELECTRICITY, {
    nodes,
    curves: new HourlyCurves(settings.curves, year, nodes, memo),
    heat: hours.fever,
    orders: settings.orders,
  });
  const members = documentedMembers(nodes, ELECTRICITY.key).map((node) => memberReader.member(node));
  const market = new AnnualMarket(ELECTRICITY, members, memo, hours.markets);
  market.setUp();
  const entries = entriesOf(market, hours.markets[ELECTRICITY.key].order.flex);
  if (!includeCurves) return { participants: entries.map((entry) => describeParticipant(entry, memberReader, null)) };

  const curves: { [name: string]: Float64Array | null } = {};
  const participants = entries.map((entry) => {
    const reference = curveOf(entry, memberReader);
    if (reference !== null) curves[reference.name] ??= reference.curve();
    return describeParticipant(entry, memberReader, { curve: reference?.name ?? null });
  });
  return { curves, participants };
}

function entriesOf(market: AnnualMarket, dispatchedFlex: readonly Participant[]): readonly Entry[] {
  const flexible = new Map(dispatchedFlex.map((participant) => [participant.key, participant]));
  const members = new Map<Participant, Member>();
  market.forEach((member, { installed, participants }) => {
    if (installed) for (const participant of participants) members.set(participant, member);
  }, false);
  const { alwaysOn, dispatchables, flex, users } = market.order;
  // Flexible participants that can produce are also among the dispatchables.
  const producers = [...alwaysOn, ...dispatchables].filter(({ isFlex }) => !isFlex);
  const active = [...producers, ...flex].filter(({ units, kind }) => units > 0 && kind !== Kind.BlackHole);
  return [...active, ...users].map((participant) => {
    const member = members.get(participant)!;
    const type = typeOf(participant, member);
    return { participant, member, type, atDispatch: flexible.get(participant.key) ?? participant };
  });
}

/** Type names by kind; a user's type depends on its node. */
const TYPES: { readonly [kind in Exclude<Kind, typeof Kind.User>]: string } = {
  [Kind.LinkedUser]: "with_curve",
  [Kind.ShareUser]: "consumption_loss",
  [Kind.ShiftUser]: "inflexible",
  [Kind.Volatile]: "volatile",
  [Kind.ConstrainedVolatile]: "constrained_volatile",
  [Kind.MustRun]: "must_run",
  [Kind.CurveProducer]: "curve",
  [Kind.LinkedProducer]: "curve",
  [Kind.Dispatchable]: "dispatchable",
  [Kind.VariableDispatchable]: "variable_dispatchable",
  [Kind.Flex]: "generic",
  [Kind.BlackHole]: "black_hole",
  [Kind.VariableConsumer]: "variable_consumer",
  [Kind.Storage]: "storage",
  [Kind.HeatBuffer]: "storage",
  [Kind.LoadShifting]: "flexible",
  [Kind.SatisfiedDemand]: "with_satisfied_demand",
};

function typeOf({ kind }: Participant, { type, subtype }: Member): string {
  const exportedAs = kindOf(type, subtype)?.exportTypes;
  if (kind === Kind.User) return exportedAs?.user ?? "total_consumption";
  return (kind === Kind.CurveProducer ? exportedAs?.producer : undefined) ?? TYPES[kind];
}

type Reader = (entry: Entry, year: MemberYear) => Figure;

const producerField =
  (read: (participant: Participant) => number): Reader =>
  ({ participant }) =>
    participant.isUser ? null : read(participant);
/** Forecast storage is described by its load alone. */
const plantField =
  (read: (participant: Participant, entry: Entry, year: MemberYear) => number): Reader =>
  (entry, year) =>
    entry.participant.isUser || entry.type === "producer" ? null : read(entry.participant, entry, year);

const KEY = { key: ({ participant }: Entry) => participant.key } satisfies { [field: string]: Reader };
const COMMON: { readonly [field: string]: Reader } = {
  ...KEY,
  // Dispatch does not use the costs of always-on producers.
  marginal_costs: ({ participant, member }, { nodes }) =>
    participant.isUser
      ? null
      : participant.isAlwaysOn && member.type === "producer"
        ? marginalCostsOf(nodes, member)
        : participant.cost,
};
const OUTPUT_CAPACITY: Reader = plantField((participant) => participant.outputCapacityPerUnit);
const UNITS: Reader = producerField(({ units }) => units);

const DISPATCHABLE: { readonly [field: string]: Reader } = {
  ...COMMON,
  output_capacity_per_unit: OUTPUT_CAPACITY,
  number_of_units: UNITS,
  availability: plantField(({ availability }) => availability),
  fixed_costs_per_unit: plantField((_, { member }, { nodes }) => fixedCostsOf(nodes, member).total),
  fixed_om_costs_per_unit: plantField((_, { member }, { nodes }) => fixedCostsOf(nodes, member).operation),
};
const FLEX: { readonly [field: string]: Reader } = {
  ...COMMON,
  input_capacity_per_unit: plantField(({ inputCapacityPerUnit }) => inputCapacityPerUnit),
  output_capacity_per_unit: OUTPUT_CAPACITY,
  number_of_units: UNITS,
};

/** Fields of types other than dispatchables. */
const FIELDS: { readonly [type: string]: { readonly [field: string]: Reader } } = {
  generic: FLEX,
  // Uses the figures at dispatch: after write-back the output efficiency is the share of energy that was returned.
  storage: {
    ...FLEX,
    output_capacity_per_unit: ({ atDispatch }) => atDispatch.outputCapacityPerUnit,
    // MWh.
    volume_per_unit: ({ atDispatch: { volume, units, availability } }) => volume / (units * availability),
    input_efficiency: ({ atDispatch }) => atDispatch.inputEfficiency,
    output_efficiency: ({ atDispatch }) => atDispatch.outputEfficiency,
    reserve_class: ({ atDispatch }) => (atDispatch.decay > 0 ? "reserve" : "simple_reserve"),
    // The share of the stored energy that is lost in each hour.
    decay: ({ atDispatch: { decay } }) => (decay > 0 ? Array.from({ length: HOURS_PER_YEAR }, () => decay) : null),
  },
  total_consumption: { ...KEY, total_consumption: ({ member }, year) => totalConsumption(member, year) },
  with_curve: KEY,
  consumption_loss: { ...KEY, consumption_share: ({ participant }) => participant.share },
};

const FULL_LOAD_HOURS: Reader = plantField(({ fullLoadHours }) => fullLoadHours);

function describeParticipant(
  entry: Entry,
  year: MemberYear,
  curve: { readonly curve: string | null } | null,
): MeritParticipant {
  const fields =
    FIELDS[entry.type] ??
    ((curve?.curve ?? null) === null ? DISPATCHABLE : { ...DISPATCHABLE, full_load_hours: FULL_LOAD_HOURS });
  const figures = Object.entries(fields).map(([field, read]): [string, Figure] => [field, toFigure(read(entry, year))]);
  return { type: entry.type, ...curve, ...Object.fromEntries(figures) };
}

/** Unknown figures are null, unlimited ones 0. */
function toFigure(value: Figure): Figure {
  if (value === Infinity) return 0;
  return Number.isNaN(value) ? null : value;
}

/** MJ per year. */
function totalConsumption(member: Member, { nodes }: MemberYear): number {
  const consumption = kindOf(member.type, member.subtype)?.consumption;
  return consumption === undefined ? inputOfCarrier(nodes, member) : consumption(member, nodes);
}

/** Curves computed for one participant. */
const OWN_CURVES = /^(dynamic|weather|fever)/;

function curveOf(
  { participant, member }: Entry,
  year: MemberYear,
): { readonly name: string; readonly curve: () => Float64Array | null } | null {
  const { key, load } = participant;
  if (key.includes("interconnector")) {
    const prices = year.nodes.curve(member.target, "marginal_cost_curve");
    return prices === null ? null : { name: `${key}.marginal_cost_curve`, curve: () => asArray(prices) };
  }
  if (/(consumer|producer)$/.test(key)) {
    return { name: `${key}.load_curve`, curve: () => (key === member.key ? null : asArray(load)) };
  }
  const profile = member.group;
  if (profile === "") return null;
  const curve = (): Curve<"april"> => materialise(year.curve(profile, member.target));
  return OWN_CURVES.test(profile)
    ? { name: `${key}.${profile}`, curve: () => asArray(curve()) }
    : { name: profile, curve: () => asArray(derotate(curve())) };
}
