/** Bundles the engine and its libraries into one JavaScript file without imports. */
import { join } from "node:path";
import { rolldown } from "rolldown";

/**
 * Bundles a module with its imports. Rejects when the bundle would use Node's modules, or when the bundler warns.
 * @param input path of the module; by default this package's
 * @returns the code of one module
 */
export async function bundle(input: string = join(import.meta.dirname, "../src/index.ts")): Promise<string> {
  const warnings: string[] = [];
  const made = await rolldown({
    input,
    platform: "browser",
    onLog: (level, { message }) => {
      if (level === "warn") warnings.push(message);
    },
  });
  const { output } = await made.generate({ format: "esm", minify: true });
  await made.close();
  const [{ code, imports, dynamicImports }, ...others] = output;
  const wrong = [...warnings, ...[...imports, ...dynamicImports].map((name) => `imports ${name}`)];
  if (others.length > 0) wrong.push(`more than one file: ${others.map(({ fileName }) => fileName).join(", ")}`);
  if (wrong.length > 0) throw new Error(`${input} is not for browsers: ${wrong.join("; ")}`);
  return code;
}
