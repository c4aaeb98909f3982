export { Calculator, type CalculatorOptions } from "./calculator.ts";
export { computeService } from "./compute-service.ts";
export { type ModelDescription, ModelRefused } from "./model-description.ts";
