/** All functions by name. */
import { ARITHMETIC } from "./arithmetic.ts";
import { ATTRIBUTES } from "./attributes.ts";
import { CURVES } from "./curves.ts";
import type { FunctionTable } from "./function.ts";
import { LOGIC } from "./logic.ts";
import { OBJECTS } from "./objects.ts";
import { SCENARIO } from "./scenario.ts";
import { UPDATES } from "./updates.ts";

export const FUNCTIONS: FunctionTable = {
  ...ATTRIBUTES,
  ...OBJECTS,
  ...ARITHMETIC,
  ...LOGIC,
  ...CURVES,
  ...SCENARIO,
  ...UPDATES,
};

/** Functions that queries can use; the others are for inputs. */
export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS).filter((name) => !Object.hasOwn(UPDATES, name));
