import { AREA_ATTRIBUTES, type Recipe, type Scaling } from "@etesian/sliders";
import type {
  Order,
  Recipe as RecipeMessage,
  Scaling as ScalingMessage,
} from "../generated/etesian/compute/v1/recipe.ts";
import { type Codec, InvalidMessageError, recordOf } from "./codec.ts";
import { inputValueCodec } from "./scalar.ts";

export const scalingCodec: Codec<Scaling, ScalingMessage> = {
  toMessage: (scaling) => ({ ...scaling }),
  fromMessage: (message) => {
    const areaAttribute = AREA_ATTRIBUTES.find((name) => name === message.areaAttribute);
    if (areaAttribute === undefined)
      throw new InvalidMessageError(`unknown scaling attribute "${message.areaAttribute}"`);
    const { value, baseValue, hasAgriculture, hasIndustry, hasEnergy } = message;
    return { areaAttribute, value, baseValue, hasAgriculture, hasIndustry, hasEnergy };
  },
};

const order: Codec<readonly string[], Order> = {
  toMessage: (keys) => ({ keys: [...keys] }),
  fromMessage: ({ keys }) => keys,
};

/** User-sortable orders by name. */
export const ordersCodec = recordOf(order);
const userValues = recordOf(inputValueCodec);

/** A recipe for transport, with the content hashes of its curves instead of their values. */
export interface RecipeByHash extends Omit<Recipe, "curves"> {
  readonly curves: { readonly [key: string]: string };
}

export const recipeCodec: Codec<RecipeByHash, RecipeMessage> = {
  toMessage: (recipe) => ({
    area: recipe.area,
    endYear: recipe.endYear,
    userValues: userValues.toMessage(recipe.userValues),
    balancedValues: { ...recipe.balancedValues },
    activeCouplings: [...recipe.activeCouplings],
    orders: ordersCodec.toMessage(recipe.orders),
    curves: { ...recipe.curves },
    scaling: recipe.scaling === null ? undefined : scalingCodec.toMessage(recipe.scaling),
  }),
  fromMessage: (message) => ({
    area: message.area,
    endYear: message.endYear,
    userValues: userValues.fromMessage(message.userValues),
    balancedValues: message.balancedValues,
    activeCouplings: message.activeCouplings,
    orders: ordersCodec.fromMessage(message.orders),
    curves: message.curves,
    scaling: message.scaling === undefined ? null : scalingCodec.fromMessage(message.scaling),
  }),
};
