/**
 * The electricity order as other programs take it up: every participant with its capacities and costs, and the curves they
 * name. It is set up once more, on the calculated year; members whose loads follow other calculations have no place in
 * it.
 */
import { MJ_PER_MWH } from "@etesian/numeric";
import { asArray, type Curve } from "../hourly/curves/curve.ts";
import { HourlyCurves } from "../hourly/curves/hourly-curves.ts";
import { derotate } from "../hourly/curves/arithmetic.ts";
import type { EnergyNodes } from "../hourly/energy-nodes.ts";
import type { Adapter } from "../hourly/managers/adapter.ts";
import { inputOfCarrier } from "../hourly/managers/consumers.ts";
import { Manager, memberKeys } from "../hourly/managers/manager.ts";
import { Kind, type Participant } from "../hourly/merit/participant.ts";
import type { HourlySettings, TimeResolved } from "../hourly/time-resolved.ts";
import type { YearState } from "../graph/year.ts";

type Figure = number | string | null;

/** Fields depend on the type; what a participant of the type does not have is null. */
export interface MeritParticipant {
  readonly type: string;
  /** Name of its curve; absent where curves are left out. */
  readonly curve?: string | null;
  readonly [field: string]: Figure | undefined;
}

export interface MeritConfiguration {
  /** Curves by name: profiles of the dataset from 1 January, those made for a participant from 1 April. */
  readonly curves?: { readonly [name: string]: Float64Array | null };
  readonly participants: readonly MeritParticipant[];
}

/** A participant with what it stands for. */
interface Entry {
  readonly participant: Participant;
  readonly adapter: Adapter;
  readonly type: string;
}

/** The participants of a calculated future: producers, flexible ones (also among the former if they produce), users. */
export function meritConfiguration(
  year: YearState,
  hours: TimeResolved,
  settings: HourlySettings,
  includeCurves: boolean,
): MeritConfiguration {
  const { nodes } = hours.managers.merit_order;
  const manager = setUpAgain(nodes, year, hours, settings);
  const entries = entriesOf(manager);
  if (!includeCurves) return { participants: entries.map((entry) => described(entry, manager, null)) };

  const curves: { [name: string]: Float64Array | null } = {};
  const participants = entries.map((entry) => {
    const reference = curveOf(entry, manager);
    if (reference !== null) curves[reference.name] ??= reference.curve();
    return described(entry, manager, { curve: reference?.name ?? null });
  });
  return { curves, participants };
}

function setUpAgain(nodes: EnergyNodes, year: YearState, hours: TimeResolved, settings: HourlySettings): Manager {
  const manager = new Manager(
    { name: "electricity", attribute: "merit_order", carrier: "electricity", supplyOrder: null, demandOrder: null },
    {
      nodes,
      curves: new HourlyCurves(settings.curves, year, nodes, hours.memo),
      heat: hours.fever,
      managers: hours.managers,
      forecastStorageOrder: settings.orders["forecast_storage_order"] ?? [],
    },
    memberKeys(nodes, "merit_order"),
    null,
  );
  manager.setUp();
  return manager;
}

function entriesOf(manager: Manager): readonly Entry[] {
  const adapters = new Map<Participant, Adapter>();
  for (const adapter of manager.adapterList(false)) {
    if (!adapter.installed) continue;
    for (const participant of adapter.participants) adapters.set(participant, adapter);
  }
  const { alwaysOn, dispatchables, flex, users } = manager.order;
  const active = [...alwaysOn, ...dispatchables, ...flex].filter(
    ({ units, kind }) => units > 0 && kind !== Kind.BlackHole,
  );
  return [...active, ...users].map((participant) => {
    const adapter = adapters.get(participant)!;
    return { participant, adapter, type: typeOf(participant, adapter) };
  });
}

/** Names of the kinds; users depend on their node. */
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

function typeOf({ kind }: Participant, { member }: Adapter): string {
  const isForecastStorage = member.subtype.startsWith("optimizing_storage");
  if (kind === Kind.User) {
    if (isForecastStorage) return "consumer";
    return member.subtype === "pseudo" || member.subtype === "subordinate" ? "with_curve" : "total_consumption";
  }
  return kind === Kind.CurveProducer && isForecastStorage ? "producer" : TYPES[kind];
}

type Reader = (entry: Entry, manager: Manager) => number | string | null;

const nothing: Reader = () => null;
const ofProducer =
  (read: (participant: Participant) => number): Reader =>
  ({ participant }) =>
    participant.isUser ? null : read(participant);
/** Forecast storage is known by its load alone. */
const ofPlant =
  (read: (participant: Participant) => number): Reader =>
  ({ participant, type }) =>
    participant.isUser || type === "producer" ? null : read(participant);

const KEY = { key: ({ participant }: Entry) => participant.key } satisfies { [field: string]: Reader };
const COMMON: { readonly [field: string]: Reader } = {
  ...KEY,
  marginal_costs: ofProducer(({ cost }) => cost),
};
const OUTPUT_CAPACITY: Reader = ofPlant((participant) => participant.outputCapacityPerUnit);
const UNITS: Reader = ofProducer(({ units }) => units);

const DISPATCHABLE: { readonly [field: string]: Reader } = {
  ...COMMON,
  output_capacity_per_unit: OUTPUT_CAPACITY,
  number_of_units: UNITS,
  availability: ofPlant(({ availability }) => availability),
  fixed_costs_per_unit: ofPlant(({ fixedCostsPerUnit }) => fixedCostsPerUnit),
  fixed_om_costs_per_unit: ofPlant(({ fixedOmCostsPerUnit }) => fixedOmCostsPerUnit),
};
const FLEX: { readonly [field: string]: Reader } = {
  ...COMMON,
  input_capacity_per_unit: ofPlant(({ inputCapacityPerUnit }) => inputCapacityPerUnit),
  output_capacity_per_unit: OUTPUT_CAPACITY,
  number_of_units: UNITS,
};

/** Fields of types that do not have those of dispatchables. */
const FIELDS: { readonly [type: string]: { readonly [field: string]: Reader } } = {
  generic: FLEX,
  storage: {
    ...FLEX,
    volume_per_unit: nothing,
    input_efficiency: nothing,
    output_efficiency: nothing,
    reserve_class: nothing,
    decay: nothing,
  },
  total_consumption: { ...KEY, total_consumption: ({ adapter }, manager) => totalConsumption(adapter, manager) },
  with_curve: KEY,
  consumption_loss: { ...KEY, consumption_share: ({ participant }) => participant.share },
};

const FULL_LOAD_HOURS: Reader = ofPlant(({ fullLoadHours }) => fullLoadHours);

function described(entry: Entry, manager: Manager, curve: { readonly curve: string | null } | null): MeritParticipant {
  const fields =
    FIELDS[entry.type] ??
    ((curve?.curve ?? null) === null ? DISPATCHABLE : { ...DISPATCHABLE, full_load_hours: FULL_LOAD_HOURS });
  const figures = Object.entries(fields).map(([field, read]): [string, Figure] => [field, shown(read(entry, manager))]);
  return { type: entry.type, ...curve, ...Object.fromEntries(figures) };
}

/** What is not known is null, what has no limit 0. */
function shown(value: Figure): Figure {
  if (value === Infinity) return 0;
  return Number.isNaN(value) ? null : value;
}

/** MJ per year. */
function totalConsumption({ member }: Adapter, manager: Manager): number {
  switch (member.subtype) {
    case "electricity_loss":
      return manager.electricityLosses();
    case "export_must_run":
      return (
        member.nodes.required(member.source, "full_load_hours") *
        member.nodes.required(member.source, "input_capacity") *
        MJ_PER_MWH
      );
    default:
      return inputOfCarrier(member);
  }
}

/** Curves that are made for one participant. */
const OWN_CURVES = /^(dynamic|weather|fever)/;

function curveOf(
  { participant, adapter: { member } }: Entry,
  manager: Manager,
): { readonly name: string; readonly curve: () => Float64Array | null } | null {
  const { key, load } = participant;
  if (key.includes("interconnector")) {
    const prices = member.nodes.state.curve(member.target, "marginal_cost_curve");
    return prices === null ? null : { name: `${key}.marginal_cost_curve`, curve: () => prices };
  }
  if (/(consumer|producer)$/.test(key)) {
    return { name: `${key}.load_curve`, curve: () => (key === member.key ? null : asArray(load)) };
  }
  const profile = member.group;
  if (profile === "") return null;
  const curve = (): Curve<"april"> => manager.curve(profile, member.target);
  return OWN_CURVES.test(profile)
    ? { name: `${key}.${profile}`, curve: () => asArray(curve()) }
    : { name: profile, curve: () => asArray(derotate(curve())) };
}
