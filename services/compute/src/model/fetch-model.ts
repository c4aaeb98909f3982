/** Downloads the data of the Energy Transition Model at a commit that is known to work. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** ETSource, at the commit used for the comparison with the reference (docs/fidelity.md). */
export const ETSOURCE = {
  name: "etsource",
  url: "https://github.com/quintel/etsource.git",
  commit: "54775b3d37feeef95a827e0182485489e4f5fe1e",
} as const;

/** Directory of the model inside a data directory. */
export const fetchedModel = (data: string): string => join(data, "models", ETSOURCE.name);

/** The model could not be downloaded; the message gives the reason and the remedy. */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

export interface FetchOptions {
  /** Target directory. */
  readonly to: string;
  /** A URL or path that git understands. */
  readonly from: string;
  /** Full commit hash: a branch or tag could change. */
  readonly commit: string;
  /** Called with each line of git's progress. */
  readonly onProgress?: (line: string) => void;
}

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Fetches one commit without its history, and verifies every object's hash. Returns false if the directory already
 * has that commit without changes. An interrupted fetch is discarded: the directory appears only when it is complete.
 * @throws FetchError
 */
export async function fetchModel({ to, from, commit, onProgress = () => {} }: FetchOptions): Promise<boolean> {
  if (!COMMIT.test(commit)) throw new FetchError(`expected a commit of 40 hexadecimal digits, found "${commit}"`);
  if (existsSync(to)) {
    await verify(to, commit);
    return false;
  }
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true });
  try {
    await git(["init", "--quiet", unfinished], dirname(to), onProgress);
    const fetch = ["-c", "fetch.fsckObjects=true", "fetch", "--progress", "--no-tags", "--depth=1", from, commit];
    await git(fetch, unfinished, onProgress);
    await git(
      ["-c", "advice.detachedHead=false", "checkout", "--progress", "--detach", commit],
      unfinished,
      onProgress,
    );
    await verify(unfinished, commit);
    renameSync(unfinished, to);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return true;
}

/**
 * The directory of the model to serve. If the name is `etsource`, it is fetched into the data directory when missing;
 * an existing copy is served with any changes by its operator. @throws FetchError
 */
export async function servedModel(
  model: string,
  data: string,
  onProgress: (line: string) => void,
  source: { readonly url: string; readonly commit: string } = ETSOURCE,
): Promise<string> {
  if (model !== ETSOURCE.name || existsSync(model)) return resolve(model);
  const to = fetchedModel(data);
  if (!existsSync(to)) await fetchModel({ to, from: source.url, commit: source.commit, onProgress });
  return to;
}

/** Folders that operators add to a model, which do not affect the calculation: `npm run model -- interface`. */
const ADDED = [":(exclude)interface", ":(exclude)charts"];

/** Verifies that a directory is an unchanged checkout of the commit. */
async function verify(directory: string, commit: string): Promise<void> {
  if (!existsSync(join(directory, ".git"))) {
    throw new FetchError(`${directory} exists and is not a git checkout: choose another directory, or remove it`);
  }
  const head = (await git(["rev-parse", "HEAD"], directory)).trim();
  if (head !== commit) {
    throw new FetchError(
      `${directory} is at commit ${head}, expected ${commit}: choose another directory, or remove it`,
    );
  }
  const [change] = (await git(["status", "--porcelain", "--", ".", ...ADDED], directory)).split("\n");
  if (change !== undefined && change !== "") {
    throw new FetchError(`${directory} has changes (${change.trim()} …): choose another directory, or undo them`);
  }
}

/** The output of git; rejects with the first error that git reports. Prompts are disabled. */
function git(args: readonly string[], directory: string, onProgress?: (line: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd: directory,
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let problem: string | null = null;
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      // Progress lines overwrite each other.
      for (const line of text.split(/[\r\n]+/).filter((item) => item.trim() !== "")) {
        if (/^(fatal|error): /.test(line)) problem ??= line.trim();
        onProgress?.(line.trim());
      }
    });
    child.once("error", () => reject(new FetchError("git is required but could not be started: install git")));
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new FetchError(`git failed: ${problem ?? `exit code ${String(code)}`}`));
    });
  });
}
