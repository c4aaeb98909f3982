/** One codec per message, for both directions. */
export { type Codec, InvalidMessageError, recordOf } from "./codec.ts";
export { curveTypeOf, customCurveCodec } from "./custom-curve.ts";
export { inputFactsCodec } from "./input-facts.ts";
export { ordersCodec, type RecipeByHash, recipeCodec, scalingCodec } from "./recipe.ts";
export { inputValueCodec, scalarCodec } from "./scalar.ts";
