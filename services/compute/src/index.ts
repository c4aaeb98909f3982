export { Calculator, type CalculatorOptions } from "./calculator.ts";
export { computeService } from "./compute-service.ts";
export { describeModel, type ModelDescription, type ModelLocation, ModelRefused } from "./model-description.ts";
