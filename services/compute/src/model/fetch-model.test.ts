import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { directoryOf, smallModel } from "@etesian/model/testing";
import { expect, test } from "vitest";
import { FetchError, fetchModel, servedModel } from "./fetch-model.ts";

const EMISSIONS = "etm_sector,etm_subsector,use,ghg,year,unit,value\na,b,c,co2,2020,kton,1\n";

/** A repository of a small model with two commits. */
function repository() {
  const directory = directoryOf(smallModel({ "datasets/here/emissions.csv": EMISSIONS }));
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
      cwd: directory,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  const commits = ["first", "second"].map((message) => {
    writeFileSync(join(directory, "README.md"), message);
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
    return git("rev-parse", "HEAD");
  });
  return { url: directory, first: commits[0]!, second: commits[1]! };
}

const target = (): string => join(directoryOf({}), "models/fetched");

test("a commit is fetched completely, even if it is not the newest, and its progress is reported", async () => {
  const { url, first } = repository();
  const to = target();
  const lines: string[] = [];
  expect(await fetchModel({ to, from: url, commit: first, onProgress: (line) => lines.push(line) })).toBe(true);
  expect(readFileSync(join(to, "README.md"), "utf8")).toBe("first");
  expect(existsSync(join(to, "graphs/energy/nodes/energy/mine.ad"))).toBe(true);
  expect(existsSync(`${to}.unfinished`)).toBe(false);
  expect(lines.length).toBeGreaterThan(0);
});

test("an existing unchanged model is not fetched again; a changed model or another commit is refused and kept", async () => {
  const { url, first, second } = repository();
  const to = target();
  await fetchModel({ to, from: url, commit: first });
  expect(await fetchModel({ to, from: "/nowhere", commit: first })).toBe(false);
  await expect(fetchModel({ to, from: url, commit: second })).rejects.toThrow(
    `is at commit ${first}, expected ${second}`,
  );
  writeFileSync(join(to, "README.md"), "mine");
  await expect(fetchModel({ to, from: url, commit: first })).rejects.toThrow("has changes (M README.md …)");
  expect(readFileSync(join(to, "README.md"), "utf8")).toBe("mine");
});

test("a failed fetch leaves nothing behind", async () => {
  const { url } = repository();
  const to = target();
  await expect(fetchModel({ to, from: url, commit: "0".repeat(40) })).rejects.toThrow(FetchError);
  await expect(fetchModel({ to, from: "/nowhere/at/all", commit: "0".repeat(40) })).rejects.toThrow("/nowhere/at/all");
  await expect(fetchModel({ to, from: url, commit: "main" })).rejects.toThrow('found "main"');
  expect(existsSync(to)).toBe(false);
  expect(existsSync(`${to}.unfinished`)).toBe(false);
});

test("a server that uses etsource fetches it once, and keeps local changes", async () => {
  const { url, second } = repository();
  const data = directoryOf({});
  const serve = () => servedModel("etsource", data, () => {}, { url, commit: second });
  const directory = await serve();
  expect(readFileSync(join(directory, "README.md"), "utf8")).toBe("second");
  writeFileSync(join(directory, "README.md"), "mine");
  expect(await serve()).toBe(directory);
  expect(readFileSync(join(directory, "README.md"), "utf8")).toBe("mine");
  expect(await servedModel("/some/model", data, () => {})).toBe("/some/model");
});
