/**
 * Configuration from flags and environment variables, all validated before anything starts. A setting named `dataDir`
 * has the `--data-dir` flag and the `ETESIAN_DATA_DIR` variable; the flag takes precedence.
 */
import { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import { closestName } from "./closest-name.ts";

export interface Setting<T> {
  readonly about: string;
  /** Placeholder of the value in the help text; null for a switch without a value. */
  readonly placeholder: string | null;
  /** Description of a valid value in error messages, such as "a port number from 0 to 65535". */
  readonly expected: string;
  readonly schema: z.ZodType<T, string>;
  /** The text that `schema` parses to this value; empty for an unset value. */
  write(this: void, value: T): string;
  /** Default value; undefined if the setting is required. */
  readonly fallback: T | undefined;
  /** Further details, in Markdown, for docs/reference/settings.md. */
  readonly details?: string;
  /** Whether the whole value is secret. In URLs, only the password is. */
  readonly isSecret?: true;
  /** Text in docs/reference/settings.md in place of a default that is null or depends on the machine. */
  readonly defaultText?: string;
}

export interface Settings {
  readonly [name: string]: Setting<unknown>;
}

export type ValuesOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const writeText = (value: string | null): string => value ?? "";

const BOOLEANS: { readonly [text: string]: boolean } = { true: true, "1": true, false: false, "0": false };

/** Constructors for each kind of setting. */
export const setting = {
  text: <T extends string | null>(about: string, placeholder: string, fallback?: T): Setting<string | T> => ({
    about,
    placeholder,
    expected: "a string",
    schema: z.string().min(1),
    write: writeText,
    fallback,
  }),
  port: (about: string, fallback?: number): Setting<number> => ({
    about,
    placeholder: "PORT",
    expected: "a port number from 0 (any free port) to 65535",
    schema: wholeNumber(0, 65_535),
    write: String,
    fallback,
  }),
  integer: (about: string, { min, max }: { min: number; max: number }, fallback?: number): Setting<number> => ({
    about,
    placeholder: "N",
    expected: `a whole number from ${min} to ${max}`,
    schema: wholeNumber(min, max),
    write: String,
    fallback,
  }),
  choice: <const T extends string>(
    about: string,
    choices: readonly [T, ...T[]],
    fallback?: NoInfer<T>,
  ): Setting<T> => ({
    about,
    placeholder: "NAME",
    expected: `one of ${choices.join(", ")}`,
    schema: z.enum(choices) as z.ZodType<T, string>,
    write: writeText,
    fallback,
  }),
  /** A URL with one of the given schemes, such as "postgres:". */
  url: <T extends string | null>(about: string, schemes: readonly string[], fallback?: T): Setting<string | T> => ({
    about,
    placeholder: "URL",
    expected: `a URL that starts with ${schemes.join(" or ")}`,
    schema: z
      .string()
      .refine((text) =>
        schemes.some((scheme) => text.startsWith(scheme) && !(text === scheme && scheme.endsWith("//"))),
      ),
    write: writeText,
    fallback,
  }),
  /**
   * Address of another service: "host:port"; "dns:///name:port" or "ipv4:address:port,address:port" to balance calls
   * over several.
   */
  address: (about: string, fallback?: string): Setting<string> => ({
    about,
    placeholder: "HOST:PORT",
    expected: "host:port, dns:///name:port or ipv4:address:port,address:port",
    schema: z
      .string()
      .regex(/^((?!ipv4:)(dns:\/\/\/)?[^\s/,]{1,255}:\d{1,5}|ipv4:[\d.]+:\d{1,5}(,[\d.]+:\d{1,5}){0,255})$/),
    write: writeText,
    fallback,
  }),
  /** Origins of web pages, separated by commas, or `*` for all. */
  origins: (about: string): Setting<readonly string[] | "*"> => ({
    about,
    placeholder: "ORIGIN,…",
    expected: "comma-separated origins such as https://example.org, or *",
    schema: z
      .string()
      .transform((text) => (text === "*" ? "*" : text.split(",").map((origin) => origin.trim())))
      .refine((value) => value === "*" || value.every((origin) => originOf(origin) === origin)),
    write: (value) => (value === "*" ? value : value.join(",")),
    fallback: [],
  }),
  /** On or off; off by default. */
  toggle: (about: string): Setting<boolean> => ({
    about,
    placeholder: null,
    expected: "true or false",
    schema: z
      .string()
      .refine((text) => BOOLEANS[text] !== undefined)
      .transform((text) => BOOLEANS[text] === true),
    write: String,
    fallback: false,
  }),
} as const;

const originOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).origin : null);

/** A setting with further details for docs/reference/settings.md, which is generated from the definitions. */
export const addDetails = <T>(base: Setting<T>, details: string, defaultText?: string): Setting<T> => ({
  ...base,
  details,
  ...(defaultText === undefined ? {} : { defaultText }),
});

export type Configuration<S extends Settings> =
  | {
      readonly values: ValuesOf<S>;
      /** Warnings about probable mistakes. */
      readonly warnings: readonly string[];
    }
  | { readonly errors: readonly string[] }
  | { readonly requested: "help" | "version" };

/**
 * Reads settings from command-line arguments and the environment. Every problem is reported with the flag or
 * variable, the value and the expected value.
 */
export function readConfig<S extends Settings>(
  settings: S,
  argv: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Configuration<S> {
  if (argv.includes("--help") || argv.includes("-h")) return { requested: "help" };
  if (argv.includes("--version")) return { requested: "version" };

  const { flags, errors } = readFlags(settings, argv);
  const values: { [name: string]: unknown } = {};
  for (const [name, { schema, expected, fallback }] of Object.entries(settings)) {
    const variable = variableOf(name);
    // Scripts and Compose files unset a variable by making it empty.
    const [source, text] = flags.has(name) ? [flagOf(name), flags.get(name)] : [variable, env[variable] || undefined];
    if (text === undefined) {
      if (fallback === undefined) errors.push(`${flagOf(name)} (or ${variable}) is missing: expected ${expected}`);
      else values[name] = fallback;
      continue;
    }
    const parsed = schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else errors.push(`${source} is ${JSON.stringify(text)}: expected ${expected}`);
  }
  return errors.length > 0
    ? { errors }
    : {
        values: values as ValuesOf<S>,
        warnings: [...misspeltVariables(settings, env), ...exposedSecrets(settings, flags)],
      };
}

/** Warnings about secrets passed as flags, which the process list shows to every user of the machine. */
function exposedSecrets(settings: Settings, flags: ReadonlyMap<string, string>): readonly string[] {
  return [...flags].flatMap(([name, text]) => {
    const hasPassword = text.includes("://") && URL.canParse(text) && new URL(text).password !== "";
    if (!hasPassword && settings[name]?.isSecret !== true) return [];
    return [`${flagOf(name)} contains a secret that the process list shows: set ${variableOf(name)} instead`];
  });
}

/**
 * Warnings about variables whose names are close to known ones. Other variables with the prefix may be meant for other
 * services.
 */
function misspeltVariables(
  settings: Settings,
  env: { readonly [name: string]: string | undefined },
): readonly string[] {
  const knownVariables = Object.keys(settings).map(variableOf);
  return Object.keys(env).flatMap((variable) => {
    if (!variable.startsWith("ETESIAN_") || knownVariables.includes(variable)) return [];
    const suggestion = closestName(variable, knownVariables);
    return suggestion === null ? [] : [`${variable} is not a known variable: did you mean ${suggestion}?`];
  });
}

/** The configuration of this process. For --help, --version and errors, it prints the text and exits. */
export function configure<S extends Settings>(program: string, settings: S): ValuesOf<S> {
  const configuration = readConfig(settings, process.argv.slice(2), process.env);
  if ("values" in configuration) {
    for (const warning of configuration.warnings) console.error(warning);
    return configuration.values;
  }
  if ("requested" in configuration) {
    console.log(configuration.requested === "help" ? helpText(program, settings) : `Etesian ${manifest.version}`);
    process.exit(0);
  }
  for (const error of configuration.errors) console.error(error);
  console.error(`\nRun ${program} --help to see all settings.`);
  process.exit(2);
}

function readFlags(settings: Settings, argv: readonly string[]): { flags: Map<string, string>; errors: string[] } {
  const names = new Map(Object.keys(settings).map((name) => [flagOf(name), name]));
  const flags = new Map<string, string>();
  const errors: string[] = [];
  const remainingArgs = [...argv];
  for (let argument = remainingArgs.shift(); argument !== undefined; argument = remainingArgs.shift()) {
    const [, flag = argument, inlineValue] = /^(--[^=]+)=(.*)$/s.exec(argument) ?? [];
    const name = names.get(flag);
    if (name === undefined && !argument.startsWith("-")) {
      errors.push(`${argument} is not a flag: settings need a name, as in --port 3000`);
    } else if (name === undefined) {
      const flags = [...names.keys(), "--help", "--version"];
      const suggestion = closestName(flag, flags);
      errors.push(
        `${argument} is not a known flag: ${suggestion === null ? `expected one of ${flags.join(", ")}` : `did you mean ${suggestion}?`}`,
      );
      // The next argument is the value of the unknown flag.
      if (remainingArgs[0]?.startsWith("-") === false) remainingArgs.shift();
    } else if (settings[name]!.placeholder === null) {
      flags.set(name, inlineValue ?? "true");
    } else {
      const value = inlineValue ?? remainingArgs.shift();
      if (value === undefined) errors.push(`${flag} has no value: expected ${settings[name]!.expected}`);
      else flags.set(name, value);
    }
  }
  return { flags, errors };
}

export function helpText(program: string, settings: Settings): string {
  const rows = Object.entries(settings).map(([name, { about, placeholder, fallback }]) => {
    const usage = placeholder === null ? flagOf(name) : `${flagOf(name)} ${placeholder}`;
    const suffix = fallback === undefined ? " (required)" : formatDefault(placeholder, fallback);
    return { usage, text: `${about}${suffix}  [${variableOf(name)}]` };
  });
  rows.push({ usage: "--version", text: "print the version" }, { usage: "--help", text: "print this help" });
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [`Usage: ${program} [flags]`, "", ...rows.map(({ usage, text }) => `  ${usage.padEnd(width)}  ${text}`)].join(
    "\n",
  );
}

const formatDefault = (placeholder: string | null, fallback: unknown): string =>
  placeholder !== null && (typeof fallback === "string" || typeof fallback === "number")
    ? ` (default ${fallback})`
    : "";

/**
 * The environment variables from which another process reads these values. An unset value becomes an empty variable,
 * which overrides an inherited one.
 */
export const environmentOf = (
  settings: Settings,
  values: { readonly [name: string]: unknown },
): { readonly [variable: string]: string } =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { write }]) =>
      values[name] === undefined ? [] : [[variableOf(name), write(values[name])]],
    ),
  );

const toKebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** `--data-dir` for `dataDir`. */
export const flagOf = (name: string): string => `--${toKebabCase(name)}`;
/** `ETESIAN_DATA_DIR` for `dataDir`. */
export const variableOf = (name: string): string => `ETESIAN_${toKebabCase(name).replaceAll("-", "_").toUpperCase()}`;
