/** Bundles the engine and its libraries into one JavaScript file without imports. */
import { join } from "node:path";
import { minifySync, rolldown } from "@etesian/client/bundler";

/** The code of one module, readable, and its source map (JSON). */
export interface Bundle {
  readonly code: string;
  readonly map: string;
  /** Paths of the bundled modules. */
  readonly modules: readonly string[];
}

/**
 * Bundles a module with its imports. Rejects when the bundle would use Node's modules, or when the bundler warns.
 * @param input path of the module; by default this package's
 */
export async function bundle(input: string = join(import.meta.dirname, "../src/index.ts")): Promise<Bundle> {
  const warnings: string[] = [];
  const made = await rolldown({
    input,
    platform: "browser",
    onLog: (level, { message }) => {
      if (level === "warn") warnings.push(message);
    },
  });
  const { output } = await made.generate({
    format: "esm",
    sourcemap: true,
    file: join(import.meta.dirname, "../dist/npm/dist/index.js"),
  });
  await made.close();
  const [{ code, map, moduleIds: modules, imports, dynamicImports }, ...rest] = output;
  const others = rest.filter(({ fileName }) => !fileName.endsWith(".map"));
  const wrong = [...warnings, ...[...imports, ...dynamicImports].map((name) => `imports ${name}`)];
  if (others.length > 0) wrong.push(`more than one file: ${others.map(({ fileName }) => fileName).join(", ")}`);
  if (wrong.length > 0) throw new Error(`${input} is not for browsers: ${wrong.join("; ")}`);
  if (map === null) throw new Error(`${input} has no source map`);
  return { code, map: map.toString(), modules };
}

/** The code as the bundler of a page that uses the package sends it. */
export const minified = (code: string): string => minifySync("index.js", code, { module: true }).code;
