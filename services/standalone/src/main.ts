/** What `npm start` runs. Compiled code is kept from one start to the next: what is imported here is not, so it is little. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Threads find the directory in the variable.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../../../node_modules/.cache/compiled");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

await import("./program.ts");
