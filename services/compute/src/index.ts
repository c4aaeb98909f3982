export { Calculator, type CalculatorOptions } from "./calculator.ts";
export { computeService } from "./compute-service.ts";
