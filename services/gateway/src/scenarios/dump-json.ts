/** Converts a scenario with all its data to a dump, and back. */
import { inputValueCodec, ordersCodec, recordOf } from "@etesian/contracts/codecs";
import type { LoadDumpRequest, LoadedFile, Scenario } from "@etesian/contracts/scenarios";
import { ORDER_NAMES, ORDERS } from "@etesian/sliders/orders";
import { z } from "zod";
import { SUBTYPES } from "../orders/kinds.ts";
import { scalingJson } from "./json.ts";
import { scalingSchema } from "./schemas.ts";

const userValues = recordOf(inputValueCodec);

const order = z.object({ order: z.array(z.string()) });
/** Orders of heat networks, one for each temperature level. */
const leveledOrders = z.array(order.extend({ temperature: z.enum(SUBTYPES) }));
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
    .object(
      Object.fromEntries(
        ORDER_NAMES.map((name) => {
          const { dump, level } = ORDERS[name];
          return [dump, (level === null ? order : leveledOrders).optional()];
        }),
      ),
    )
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
    user_sortables: sortablesOf(recipe),
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

type Sortables = NonNullable<Dump["user_sortables"]>;

/** The orders of a recipe, by their names in dumps. */
function sortablesOf({ orders }: NonNullable<Scenario["recipe"]>): Sortables {
  const sortables: Sortables = {};
  for (const name of ORDER_NAMES) {
    const order = orders[name]?.keys;
    if (order === undefined) continue;
    const { dump, level: temperature } = ORDERS[name];
    const previous = sortables[dump];
    if (temperature === null) sortables[dump] = { order };
    else sortables[dump] = [...(Array.isArray(previous) ? previous : []), { order, temperature }];
  }
  return sortables;
}

/** The orders of a dump, by their names in recipes. */
function ordersOf(sortables: Sortables = {}): { [name: string]: readonly string[] } {
  return Object.fromEntries(
    ORDER_NAMES.flatMap((name) => {
      const { dump, level } = ORDERS[name];
      const definition = sortables[dump];
      const order = Array.isArray(definition)
        ? definition.findLast(({ temperature }) => temperature === level)?.order
        : definition?.order;
      return order === undefined ? [] : [[name, order]];
    }),
  );
}
