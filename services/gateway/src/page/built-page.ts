/** The page, built beside the start of the server by a process of its own. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export type BuiltPage =
  | { readonly state: "building" }
  | { readonly state: "ready"; readonly directory: string }
  /** The API works without the page; `reason` is for the operator to read. */
  | { readonly state: "failed"; readonly reason: string };

/** The program that builds the page: it is run, not imported, so that no part of the page is loaded here. */
const BUILD = fileURLToPath(new URL("../../../web/build.mjs", import.meta.url));
/** Builds take seconds; one that takes longer hangs. */
const BUILD_LIMIT_MS = 180_000;
/** The end of what a build said, where the reason stands. */
const MAX_REASON = 2_000;

/**
 * Starts to build the page, which takes no time when its sources have not changed.
 * @param program the module to run; it prints the directory of the result
 * @param onEnd called with the result once
 * @returns the state of the build, as it is at each call
 */
export function buildPage(onEnd: (page: BuiltPage) => void, program: string = BUILD): () => BuiltPage {
  let page: BuiltPage = { state: "building" };
  execFile(process.execPath, [program], { timeout: BUILD_LIMIT_MS }, (error, stdout, stderr) => {
    const directory = stdout.trim().split("\n").at(-1) ?? "";
    page =
      error === null && directory !== ""
        ? { state: "ready", directory }
        : {
            state: "failed",
            reason: (stderr.trim() || (error?.message ?? "it named no directory")).slice(-MAX_REASON),
          };
    onEnd(page);
  });
  return () => page;
}
