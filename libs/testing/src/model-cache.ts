/** Options of `openModel` that share a cache of parsed documents between tests and benchmarks. */
import { join } from "node:path";

export const modelCache = { cacheDirectory: join(import.meta.dirname, "../../../node_modules/.cache/etesian") };
