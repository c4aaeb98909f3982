/** Converts a scenario with all its data to a dump, and back. */
import { inputValueCodec, ordersCodec, recordOf } from "@etesian/contracts/codecs";
import type { LoadDumpRequest, LoadedFile, Scenario } from "@etesian/contracts/scenarios";
import { z } from "zod";
import { scalingJson } from "./json.ts";
import { scalingSchema } from "./schemas.ts";

const userValues = recordOf(inputValueCodec);

/** Names of orders in dumps. */
const ORDERS = {
  ForecastStorageOrder: "forecast_storage_order",
  HydrogenSupplyOrder: "hydrogen_supply_order",
  HydrogenDemandOrder: "hydrogen_demand_order",
  HouseholdsSpaceHeatingProducerOrder: "households_space_heating_producer_order",
} as const;
const TEMPERATURES = ["lt", "mt", "ht"] as const;

const order = z.object({ order: z.array(z.string()) });
const file = z.object({ filename: z.string(), content: z.base64().describe("In base64") });

/** A dump, with changed orders only. */
export const dumpSchema = z.object({
  area_code: z.string(),
  end_year: z.int(),
  source: z.string().nullish(),
  private: z.boolean().optional(),
  keep_compatible: z.boolean().optional(),
  read_only: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  user_values: z.record(z.string(), z.union([z.number(), z.string()], "expected a number or text")).optional(),
  balanced_values: z.record(z.string(), z.number()).optional(),
  active_couplings: z.array(z.string()).optional(),
  scaling: scalingSchema.nullish(),
  user_sortables: z
    .object({
      HeatNetworkOrder: z.array(order.extend({ temperature: z.enum(TEMPERATURES) })).optional(),
      ...Object.fromEntries(Object.keys(ORDERS).map((name) => [name, order.optional()])),
    })
    .optional(),
  user_curves: z.record(z.string(), z.array(z.number())).optional(),
  esdl_file: file.nullish(),
});
type Dump = z.infer<typeof dumpSchema>;

/** One value per hour, by curve. */
export interface CurveValues {
  readonly [key: string]: number[];
}

/** Suffix of curve keys in dumps. */
const CURVE_SUFFIX = "_curve";

/** The dump of a scenario, with its ESDL file and curves. */
export function dumpJson(scenario: Scenario, esdlFile: LoadedFile | null, curves: CurveValues) {
  const { recipe, private: isPrivate, keepCompatible, readOnly, source, metadataJson } = scenario;
  if (!recipe) throw new Error("a scenario has no recipe");
  const { orders } = recipe;
  const heat = TEMPERATURES.flatMap((temperature) => {
    const order = orders[`heat_network_order_${temperature}`]?.keys;
    return order === undefined ? [] : [{ order, temperature }];
  });
  const others = Object.entries(ORDERS).flatMap(([name, key]) => {
    const order = orders[key]?.keys;
    return order === undefined ? [] : [[name, { order }] as const];
  });
  return {
    area_code: recipe.area,
    end_year: recipe.endYear,
    source: source ?? null,
    private: isPrivate,
    keep_compatible: keepCompatible,
    read_only: readOnly,
    metadata: JSON.parse(metadataJson) as { readonly [key: string]: unknown },
    user_values: userValues.fromMessage(recipe.userValues),
    balanced_values: recipe.balancedValues,
    active_couplings: recipe.activeCouplings,
    scaling: recipe.scaling ? scalingJson(recipe.scaling) : null,
    user_sortables: { ...(heat.length > 0 ? { HeatNetworkOrder: heat } : {}), ...Object.fromEntries(others) },
    user_curves: Object.fromEntries(Object.entries(curves).map(([key, values]) => [`${key}${CURVE_SUFFIX}`, values])),
    esdl_file: esdlFile && { filename: esdlFile.name, content: esdlFile.content.toString("base64") },
  };
}

/** Converts a dump to the request that creates a scenario. */
export function fromDump(dump: Dump, privateByDefault: boolean): LoadDumpRequest {
  const { scaling, esdl_file: esdl } = dump;
  return {
    recipe: {
      area: dump.area_code,
      endYear: dump.end_year,
      userValues: userValues.toMessage(dump.user_values ?? {}),
      balancedValues: dump.balanced_values ?? {},
      activeCouplings: dump.active_couplings ?? [],
      curves: {},
      orders: ordersCodec.toMessage(ordersOf(dump.user_sortables)),
      scaling: scaling
        ? {
            areaAttribute: scaling.area_attribute,
            value: scaling.value,
            baseValue: scaling.base_value,
            hasAgriculture: scaling.has_agriculture,
            hasIndustry: scaling.has_industry,
            hasEnergy: scaling.has_energy,
          }
        : undefined,
    },
    source: dump.source ?? undefined,
    private: dump.private,
    privateByDefault,
    keepCompatible: dump.keep_compatible ?? false,
    readOnly: dump.read_only ?? false,
    metadataJson: dump.metadata && JSON.stringify(dump.metadata),
    curves: Object.entries(dump.user_curves ?? {}).map(([name, values]) => ({
      key: name.endsWith(CURVE_SUFFIX) ? name.slice(0, -CURVE_SUFFIX.length) : name,
      content: Buffer.from(values.join("\n")),
    })),
    esdlFile: esdl ? { name: esdl.filename, content: Buffer.from(esdl.content, "base64") } : undefined,
  };
}

function ordersOf(sortables: Dump["user_sortables"] = {}): { [name: string]: readonly string[] } {
  const { HeatNetworkOrder: heat = [], ...others } = sortables;
  const orders = Object.entries(ORDERS).flatMap(([name, key]): [string, readonly string[]][] => {
    const definition = (others as { readonly [name: string]: z.infer<typeof order> | undefined })[name];
    return definition === undefined ? [] : [[key, definition.order]];
  });
  return Object.fromEntries([
    ...orders,
    ...heat.map(({ order, temperature }) => [`heat_network_order_${temperature}`, order]),
  ]) as { [name: string]: readonly string[] };
}
