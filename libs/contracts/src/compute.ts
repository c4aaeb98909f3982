/** etesian.compute.v1: the messages, server definition and client that proto/etesian/compute/v1 describes. */
export * from "./generated/etesian/compute/v1/compute.ts";
export { Order, Recipe, Scalar, Scaling } from "./generated/etesian/compute/v1/recipe.ts";
