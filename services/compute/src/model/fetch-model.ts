/** Brings the data behind the Energy Transition Model to this machine, at a commit that is known to work. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** ETSource, with the commit that results have been compared with (docs/fidelity.md). */
export const ETSOURCE = {
  name: "etsource",
  url: "https://github.com/quintel/etsource.git",
  commit: "54775b3d37feeef95a827e0182485489e4f5fe1e",
} as const;

/** Where the model is kept below a data directory. */
export const fetchedModel = (data: string): string => join(data, "models", ETSOURCE.name);

/** The model could not be fetched; the message says why and what to do. */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

export interface FetchOptions {
  /** The directory that the model will be. */
  readonly to: string;
  /** A URL or path that git understands. */
  readonly from: string;
  /** Its full hash: a name would mean something else tomorrow. */
  readonly commit: string;
  /** Called with each line that git reports. */
  readonly onProgress?: (line: string) => void;
}

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Fetches one commit without its history, and checks every object against its hash. Answers false when the directory
 * has that commit already, unchanged. An interrupted fetch is discarded: the directory appears when it is whole.
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
 * The directory of the model that a server serves. ETSource, by its name, is fetched where the data directory lacks it.
 * An existing one is served as it is, with all changes of its operator. @throws FetchError
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

/** Folders that operators add to a model apart from its calculation: `npm run model -- interface`. */
const ADDED = [":(exclude)interface", ":(exclude)charts"];

/** That a directory is a checkout of the commit, with nothing changed. */
async function verify(directory: string, commit: string): Promise<void> {
  if (!existsSync(join(directory, ".git"))) {
    throw new FetchError(`${directory} exists and is no checkout of git: name another directory, or remove it`);
  }
  const head = (await git(["rev-parse", "HEAD"], directory)).trim();
  if (head !== commit) {
    throw new FetchError(`${directory} is at commit ${head}, expected ${commit}: name another directory, or remove it`);
  }
  const [change] = (await git(["status", "--porcelain", "--", ".", ...ADDED], directory)).split("\n");
  if (change !== undefined && change !== "") {
    throw new FetchError(`${directory} has changes (${change.trim()} …): name another directory, or undo them`);
  }
}

/** The output of git; rejects with the first error that it reports. Git asks no questions: no person may be there to answer. */
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
      // Progress overwrites its line.
      for (const line of text.split(/[\r\n]+/).filter((each) => each.trim() !== "")) {
        if (/^(fatal|error): /.test(line)) problem ??= line.trim();
        onProgress?.(line.trim());
      }
    });
    child.once("error", () => reject(new FetchError("git is needed and could not be started: install git")));
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new FetchError(`git could not do it: ${problem ?? `exit code ${String(code)}`}`));
    });
  });
}
