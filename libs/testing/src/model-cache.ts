/** Documents of models that tests and benchmarks have opened, which later ones need not read again: their options of `openModel`. */
import { join } from "node:path";

export const modelCache = { cacheDirectory: join(import.meta.dirname, "../../../node_modules/.cache/etesian") };
