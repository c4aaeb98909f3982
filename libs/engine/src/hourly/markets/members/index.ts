/** All kinds of members, by the `type` and `subtype` of a node's block. */
import { HourlyError } from "../../energy-nodes.ts";
import type { MakeAdapter, Member, MemberKind, MemberYear } from "../member.ts";
import { importMustRun, mustRun, volatile } from "./always-on.ts";
import { batteryPark } from "./battery-park.ts";
import { consumer } from "./consumer.ts";
import { consumptionLoss } from "./consumption-loss.ts";
import { curtailment } from "./curtailment.ts";
import { backup, dispatchable } from "./dispatchable.ts";
import { electricityLoss } from "./electricity-loss.ts";
import { exportMustRun } from "./export-must-run.ts";
import { pricedExport } from "./export.ts";
import { forecastStorage } from "./forecast-storage.ts";
import { genericFlex, powerToGas } from "./generic-flex.ts";
import { heatStorage } from "./heat-storage.ts";
import { hybridOffshore, satisfiedDemand } from "./hybrid-offshore.ts";
import { pricedImport } from "./import.ts";
import { loadShifting } from "./load-shifting.ts";
import { householdPowerToHeat, industrialPowerToHeat } from "./power-to-heat.ts";
import { pseudoConsumer } from "./pseudo-consumer.ts";
import { storage } from "./storage.ts";
import { subordinate } from "./subordinate.ts";
import { temperatureBased } from "./temperature-based.ts";
import { transformation } from "./transformation.ts";

type Kinds = { readonly [subtype: string]: MemberKind };

const MEMBERS: { readonly [type: string]: { readonly kinds: Kinds; readonly fallback: MemberKind | null } } = {
  consumer: {
    kinds: {
      consumption_loss: consumptionLoss,
      electricity_loss: electricityLoss,
      export_must_run: exportMustRun,
      pseudo: pseudoConsumer,
      subordinate,
    },
    fallback: consumer,
  },
  flex: {
    kinds: {
      curtailment,
      export: pricedExport,
      heat_storage: heatStorage,
      load_shifting: loadShifting,
      optimizing_storage: forecastStorage,
      optimizing_storage_households: forecastStorage,
      power_to_gas: powerToGas,
      power_to_heat: householdPowerToHeat,
      power_to_heat_industry: industrialPowerToHeat,
      satisfied_demand: satisfiedDemand,
      storage,
      temperature_based_p2h: temperatureBased,
      transformation,
    },
    fallback: genericFlex,
  },
  producer: {
    kinds: {
      always_on_battery_park: batteryPark,
      backup,
      dispatchable,
      hybrid_offshore: hybridOffshore,
      import: pricedImport,
      import_must_run: importMustRun,
      must_run: mustRun,
      volatile,
    },
    fallback: null,
  },
};

/** The kind of a type and subtype; null if there is none. */
export function kindOf(type: string, subtype: string): MemberKind | null {
  const entry = Object.hasOwn(MEMBERS, type) ? MEMBERS[type]! : null;
  if (entry === null) return null;
  return Object.hasOwn(entry.kinds, subtype) ? entry.kinds[subtype]! : entry.fallback;
}

/** Whether a member's finance includes fixed costs. */
export function hasFixedCosts({ type, subtype }: Member): boolean {
  return kindOf(type, subtype)?.hasFixedCosts === true;
}

/** Reads a member. Throws `HourlyError` for an unknown kind. */
export function readMember(member: Member, year: MemberYear): MakeAdapter {
  const { key, type, subtype, network } = member;
  const kind = kindOf(type, subtype);
  if (kind !== null) return kind.read(member, year);
  if (!Object.hasOwn(MEMBERS, type))
    throw new HourlyError(
      `${key} has ${network.key}.type ${JSON.stringify(type)}; expected ${Object.keys(MEMBERS).join(", ")}`,
    );
  throw new HourlyError(
    `${key} has ${network.key}.subtype ${JSON.stringify(subtype)}, which is not a subtype of ${type}`,
  );
}
