/** Tests that install packages use this module to be skipped if the npm registry does not respond. */
import { execFileSync } from "node:child_process";

const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
const isReachable = await fetch(registry, { signal: AbortSignal.timeout(10_000) }).then(
  () => true,
  () => false,
);

/** Appended to the title of a skipped test; empty if the registry responds. */
export const skipNote = isReachable ? "" : ` (skipped: ${registry} does not respond)`;
