import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UsedAreas } from "./used-areas.ts";

function newFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "etesian-used-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "used.json");
}

const usedArea = (area: string, endYear = 2050) => ({ area, endYear });

test("the four most recent areas survive a restart, latest first", () => {
  const file = newFile();
  const areas = new UsedAreas(file);
  for (const area of ["a", "b", "c", "d", "e", "c"]) areas.use(usedArea(area));
  areas.write();
  expect(new UsedAreas(file).latest).toEqual([usedArea("c"), usedArea("e"), usedArea("d"), usedArea("b")]);
});

test("the file is written when a new area is used, not when a few areas alternate", () => {
  const file = newFile();
  const areas = new UsedAreas(file);
  areas.use(usedArea("a"));
  areas.use(usedArea("b", 2040));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([usedArea("b", 2040), usedArea("a")]);
  const { mtimeMs } = statSync(file);
  for (let n = 0; n < 10; n++) areas.use(n % 2 === 0 ? usedArea("a") : usedArea("b", 2040));
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});

test.each(["", "no JSON", "{}", '[1, {"area": 2}, {"area": "a"}]'])("a file with the content %j is ignored", (text) => {
  const file = newFile();
  writeFileSync(file, text);
  expect(new UsedAreas(file).latest).toEqual([]);
});

test("an unwritable or missing file has no effect", () => {
  const areas = new UsedAreas("/nowhere/used.json");
  areas.use(usedArea("a"));
  expect(areas.latest).toEqual([usedArea("a")]);
  expect(existsSync("/nowhere")).toBe(false);
  expect(new UsedAreas(null).latest).toEqual([]);
});
