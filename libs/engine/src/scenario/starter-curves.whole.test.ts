/** The curves of the included model (models/starter) and the script that makes them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { directoryOf } from "@etesian/model/testing";
import { expect, it } from "vitest";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

it("the curves equal the output of their script, byte for byte", async () => {
  const folder = directoryOf({});
  const script = pathToFileURL(join(DIRECTORY, "make-curves.mjs")).href;
  const { makeCurves } = (await import(script)) as { readonly makeCurves: (folder: string) => void };
  makeCurves(folder);
  const written = globSync("**/*.csv", { cwd: folder }).sort();
  const kept = join(DIRECTORY, "datasets");
  expect(written).toEqual(globSync("*/curves/**/*.csv", { cwd: kept }).sort());
  expect(written.length).toBeGreaterThan(60);
  const [made, found] = [folder, kept].map((root) => written.map((name) => readFileSync(join(root, name), "utf8")));
  expect(written.filter((_, index) => made![index] !== found![index])).toEqual([]);
});
