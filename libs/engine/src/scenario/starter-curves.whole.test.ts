/** Compares the curves of the included model (models/starter) with the output of the script that generates them. */
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
  const files = globSync("**/*.csv", { cwd: folder }).sort();
  const storedFolder = join(DIRECTORY, "datasets");
  expect(files).toEqual(globSync("*/curves/**/*.csv", { cwd: storedFolder }).sort());
  expect(files.length).toBeGreaterThan(60);
  const [actual, reference] = [folder, storedFolder].map((root) =>
    files.map((name) => readFileSync(join(root, name), "utf8")),
  );
  expect(files.filter((_, index) => actual![index] !== reference![index])).toEqual([]);
});
