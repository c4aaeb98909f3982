/**
 * Builds a Dockerfile's image without Docker: each stage has a directory as its root. Commands run on this machine,
 * with the project's Node as the base image; their absolute paths are resolved below the stage's root. The result is
 * made read-only and runs as the user that the file names, if this process may change users.
 */
import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, delimiter, join, matchesGlob, relative } from "node:path";
import { text } from "node:stream/consumers";

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The part of the file from one FROM to the next. */
interface Stage {
  readonly name: string;
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

/** Variables of this machine that an installation may need; all others come from the file. */
const INHERITED_VARIABLES =
  /^(PATH|HOME|LANG|(https?|no)_proxy|npm_config_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i;
const isRoot = process.getuid?.() === 0;

/** The instructions of a file, with continued lines joined and comments removed. */
function instructionsOf(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  return lines.flatMap((line) => {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === undefined && line.trim() !== "") throw new Error(`not an instruction: ${line}`);
    return name === undefined ? [] : [{ name, text: text!.trim() }];
  });
}

export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructionsOf(dockerfile)) {
    const [, base, name = "final"] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.text) ?? [];
    if (instruction.name === "FROM") stages.push({ name, base: base!, instructions: [] });
    else if (instruction.name !== "ARG") stages.at(-1)!.instructions.push(instruction);
  }
  return stages;
}

/** Splits an instruction into its flags (`--from=build`) and its arguments. */
function wordsOf(text: string): { readonly flags: readonly string[]; readonly args: readonly string[] } {
  const words = text.split(/\s+/);
  const first = words.findIndex((word) => !word.startsWith("--"));
  return { flags: words.slice(0, first), args: words.slice(first) };
}

interface ProcessResult {
  readonly code: number | null;
  readonly output: string;
}

async function runToEnd(child: ChildProcess): Promise<ProcessResult> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "close")]);
  return { code: code as number | null, output: stdout + stderr };
}

export class Image {
  /** The directory that replaces `/`. */
  readonly root: string;
  /** Variables set by ENV, without inherited ones. */
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly #entry: readonly string[];
  readonly #health: readonly string[];
  readonly #workdir: string;
  readonly #user: { readonly uid: number; readonly gid: number };
  readonly #binaries: string;

  private constructor(root: string, binaries: string, stage: Stage, workdir: string) {
    const lastText = (name: string): string | undefined =>
      stage.instructions.findLast((one) => one.name === name)?.text;
    const [uid, gid] = (lastText("USER") ?? "0:0").split(":").map(Number) as [number, number];
    this.root = root;
    this.#binaries = binaries;
    this.#workdir = workdir;
    this.#user = { uid, gid };
    this.#entry = JSON.parse(lastText("ENTRYPOINT")!) as string[];
    this.command = JSON.parse(lastText("CMD")!) as string[];
    this.#health = JSON.parse(/ CMD (\[.*\])$/.exec(lastText("HEALTHCHECK")!)![1]!) as string[];
    const assignments = stage.instructions
      .filter(({ name }) => name === "ENV")
      .flatMap(({ text }) => text.split(/\s+/));
    this.environment = Object.fromEntries(assignments.map((one) => one.split("=", 2) as [string, string]));
  }

  /**
   * @param context directory from which files are copied @param directory an empty directory; other users of this
   * machine must be able to enter it @param caches directories for cache mounts, by target; without one each build has
   * its own
   */
  static async build(
    { dockerfile, context, directory }: { dockerfile: string; context: string; directory: string },
    caches: { readonly [target: string]: string },
  ): Promise<Image> {
    const binaries = join(directory, "base");
    mkdirSync(binaries, { recursive: true });
    copyFileSync(process.execPath, join(binaries, "node"));
    const ignoredPatterns = readFileSync(join(context, ".dockerignore"), "utf8").trim().split("\n");
    const isCopied = (path: string): boolean =>
      !ignoredPatterns.some((pattern) => matchesGlob(relative(context, path), pattern));
    const stages = stagesOf(dockerfile);
    const rootOf = (stage: string): string => join(directory, "stages", stage);
    let workdir = "/";
    for (const stage of stages) {
      const root = rootOf(stage.name);
      workdir = "/";
      mkdirSync(join(root, "tmp"), { recursive: true });
      for (const { name, text } of stage.instructions) {
        const { flags, args } = wordsOf(text);
        if (name === "WORKDIR") {
          workdir = text;
          mkdirSync(join(root, workdir), { recursive: true });
        } else if (name === "COPY") {
          const fromStage = flags.find((flag) => flag.startsWith("--from="))?.slice("--from=".length);
          const destination = args.at(-1)!;
          for (const source of args.slice(0, -1)) {
            const path = join(fromStage === undefined ? context : rootOf(fromStage), source);
            const target = join(root, destination.startsWith("/") ? "" : workdir, destination);
            const isFile = statSync(path).isFile();
            cpSync(path, isFile && destination.endsWith("/") ? join(target, basename(source)) : target, {
              recursive: true,
              verbatimSymlinks: true,
              ...(fromStage === undefined ? { filter: isCopied } : {}),
            });
          }
        } else if (name === "RUN") {
          const mounts = Object.entries(caches).filter(([target]) =>
            flags.some((flag) => flag.startsWith("--mount=type=cache,") && flag.endsWith(`target=${target}`)),
          );
          const command = mounts.reduce(
            (line, [target, cache]) => line.replaceAll(new RegExp(`(?<=^|[ =])${target}(?=/| |$)`, "g"), cache),
            args
              .join(" ")
              .replaceAll(/(?<=[ =])\/(?=[a-z])/g, (slash, offset: number, line: string) =>
                mounts.some(([target]) => line.startsWith(target, offset)) ? slash : `${root}/`,
              ),
          );
          // Only root may change a directory's owner.
          const shell = isRoot ? command : `chown() { :; }; ${command}`;
          const child = spawn("sh", ["-ec", shell], {
            cwd: join(root, workdir),
            env: { ...inheritedVariables(binaries), CI: "true" },
            stdio: ["ignore", "pipe", "pipe"],
          });
          const { code, output } = await runToEnd(child);
          if (code !== 0) throw new Error(`RUN ${text}\nended with ${code}:\n${output}`);
        } else if (!["ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"].includes(name)) {
          throw new Error(`the instruction ${name} is not supported`);
        }
      }
    }
    const finalStage = stages.at(-1)!;
    // Files that only an earlier stage contains must not be reachable, for example through a link.
    for (const { name } of stages) if (name !== finalStage.name) rmSync(rootOf(name), { recursive: true, force: true });
    const image = new Image(rootOf(finalStage.name), binaries, finalStage, workdir);
    image.#setWritable(false);
    return image;
  }

  /**
   * Starts a process in the image as a container does, with its user and variables; the default is the image's command.
   */
  start(environment: Readonly<Record<string, string>>, command: readonly string[] = this.command): ChildProcess {
    const [program, ...args] = [...this.#entry, ...command] as [string, ...string[]];
    return spawn(program, args, this.#options(environment));
  }

  /** Exit code and output of the image's health check. */
  health(environment: Readonly<Record<string, string>>): Promise<ProcessResult> {
    const [program, ...args] = this.#health as [string, ...string[]];
    return runToEnd(spawn(program, args, this.#options(environment)));
  }

  /** The names of the registry packages in the image. */
  get packages(): ReadonlySet<string> {
    const folders = readdirSync(join(this.root, this.#workdir, "node_modules/.pnpm"));
    return new Set(folders.map((name) => name.replace(/(?<=.)@.*$/, "").replace("+", "/")));
  }

  /** Copies a directory of this machine into the image, in place of a volume. */
  mount(source: string, target: string): void {
    cpSync(source, join(this.root, target), { recursive: true });
  }

  remove(): void {
    this.#setWritable(true);
    rmSync(this.root, { recursive: true, force: true });
  }

  #options(environment: Readonly<Record<string, string>>): SpawnOptions {
    const variables = { ...this.environment, TMPDIR: "/tmp", ...environment };
    const ownVariables = Object.entries(variables).map(([name, value]) => [name, this.#locate(value)]);
    return {
      cwd: join(this.root, this.#workdir),
      env: { ...inheritedVariables(this.#binaries), ...Object.fromEntries(ownVariables) },
      stdio: ["ignore", "pipe", "pipe"],
      ...(isRoot ? this.#user : {}),
    };
  }

  /** The value of a variable; a path in the image becomes the path on this machine. */
  #locate(value: string): string {
    const [, folder] = /^\/(\w+)/.exec(value) ?? [];
    return folder !== undefined && existsSync(join(this.root, folder)) ? join(this.root, value) : value;
  }

  /**
   * Files belong to this process. Other users cannot write to them. Where this process cannot change users, the image's
   * processes cannot add or remove files outside `/data` and `/tmp`.
   */
  #setWritable(isWritable: boolean): void {
    const directory = join(this.root, this.#workdir);
    const entries = isRoot ? [] : readdirSync(directory, { recursive: true, withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    for (const folder of [directory, ...folders]) chmodSync(folder, isWritable ? 0o755 : 0o555);
    chmodSync(join(this.root, "tmp"), 0o1777);
  }
}

const inheritedVariables = (binaries: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && INHERITED_VARIABLES.test(name) ? [[name, value]] : [],
    ),
  ),
  PATH: [binaries, process.env["PATH"]].join(delimiter),
});
