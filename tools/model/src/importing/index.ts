/**
 * Builds a model's interface documents from a checkout of the Energy Transition Model's front end. Needs a file system.
 */
export { ImportError } from "./front-end.ts";
export { importInterface, type ImportedInterface } from "./import.ts";
export { writeInterface } from "./write.ts";
