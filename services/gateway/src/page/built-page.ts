/** Builds the page in a separate process after the server has started, because a build would slow the start. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export type BuiltPage =
  | { readonly state: "building" }
  | { readonly state: "ready"; readonly directory: string }
  /** The API works without the page; `reason` is shown to the operator. */
  | { readonly state: "failed"; readonly reason: string };

/** Runs as a separate process, so that this one loads no code of the page. */
const BUILD = fileURLToPath(new URL("../../../../clients/page/build.mjs", import.meta.url));
/** A build takes seconds; after this time it is considered hung. */
const BUILD_LIMIT_MS = 180_000;
/** Maximum length of the reason: the last characters of the output. */
const MAX_REASON = 2_000;

export interface PageBuild {
  /** The current state. */
  readonly page: () => BuiltPage;
  /** Starts the build, unless a cached build is current. */
  readonly start: () => void;
  /** Ends the build process, which would otherwise wait for input and keep this process alive. */
  readonly end: () => Promise<void>;
}

/**
 * Looks for a cached build.
 * @param program Module to run; it prints the directory of the result, and with `--wait` builds once its input ends.
 * @param onEnd Called once with the result.
 */
export function openPage(onEnd: (page: BuiltPage) => void, program: string = BUILD): PageBuild {
  let page: BuiltPage = { state: "building" };
  let timeout: NodeJS.Timeout | undefined;
  let isNeeded = true;
  const exit = Promise.withResolvers<void>();
  const build = execFile(process.execPath, [program, "--wait"], (error, stdout, stderr) => {
    clearTimeout(timeout);
    exit.resolve();
    if (!isNeeded) return;
    const directory = stdout.trim().split("\n").at(-1) ?? "";
    page =
      error === null && directory !== ""
        ? { state: "ready", directory }
        : {
            state: "failed",
            reason: (stderr.trim() || (error?.message ?? "the build printed no directory")).slice(-MAX_REASON),
          };
    onEnd(page);
  });
  // With a cached build, the process has already ended.
  build.stdin?.on("error", () => {});
  return {
    page: () => page,
    start() {
      build.stdin?.end();
      if (page.state === "building") timeout = setTimeout(() => build.kill(), BUILD_LIMIT_MS).unref();
    },
    end() {
      isNeeded = false;
      build.kill();
      return exit.promise;
    },
  };
}
