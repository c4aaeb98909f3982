/** etesian.compute.v1: messages, server definition and client, generated from proto/etesian/compute/v1. */
export * from "./generated/etesian/compute/v1/compute.ts";
export { Order, Recipe, Scalar, Scaling } from "./generated/etesian/compute/v1/recipe.ts";
