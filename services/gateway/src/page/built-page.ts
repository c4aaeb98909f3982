/** The page, built by a process of its own once the server answers: a build takes the processors that its start needs. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export type BuiltPage =
  | { readonly state: "building" }
  | { readonly state: "ready"; readonly directory: string }
  /** The API works without the page; `reason` is for the operator to read. */
  | { readonly state: "failed"; readonly reason: string };

/** The program that builds the page: it is run, not imported, so that no part of the page is loaded here. */
const BUILD = fileURLToPath(new URL("../../../../clients/page/build.mjs", import.meta.url));
/** Builds take seconds; one that takes longer hangs. */
const BUILD_LIMIT_MS = 180_000;
/** The end of what a build said, where the reason stands. */
const MAX_REASON = 2_000;

export interface PageBuild {
  /** As it is at each call. */
  readonly page: () => BuiltPage;
  /** Begins to build, unless the sources have not changed since a build that is kept. */
  readonly begin: () => void;
  /** Ends the program, which would wait for its beginning forever, and keep this process from ending. */
  readonly end: () => Promise<void>;
}

/**
 * Looks for a build that is kept, which takes no time.
 * @param program the module to run; it prints the directory of the result, and with `--wait` builds once its input has ended
 * @param onEnd called with the result once
 */
export function openPage(onEnd: (page: BuiltPage) => void, program: string = BUILD): PageBuild {
  let page: BuiltPage = { state: "building" };
  let limit: NodeJS.Timeout | undefined;
  let isWanted = true;
  const ended = Promise.withResolvers<void>();
  const build = execFile(process.execPath, [program, "--wait"], (error, stdout, stderr) => {
    clearTimeout(limit);
    ended.resolve();
    if (!isWanted) return;
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
  // It has ended already where a build is kept.
  build.stdin?.on("error", () => {});
  return {
    page: () => page,
    begin() {
      build.stdin?.end();
      if (page.state === "building") limit = setTimeout(() => build.kill(), BUILD_LIMIT_MS).unref();
    },
    end() {
      isWanted = false;
      build.kill();
      return ended.promise;
    },
  };
}
