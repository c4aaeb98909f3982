import { expect, test } from "vitest";
import type { Command } from "./report.ts";
import { select, EmptySelectionError } from "./selection.ts";

const command = (...files: string[]): Command => ({ about: "", files: async () => files, run: async () => {} });
const COMMANDS = {
  annual: command("nl2019/blank", "nl2023/blank", "nl2023/s01"),
  exports: command("nl2023/blank.details"),
};

const chosen = async (...args: string[]): Promise<unknown> =>
  (await select(COMMANDS, { model: "", golden: "" }, args)).map(({ name, files }) => [name, ...files]);

test("a call without arguments compares everything", async () => {
  expect(await chosen()).toEqual([
    ["annual", "nl2019/blank", "nl2023/blank", "nl2023/s01"],
    ["exports", "nl2023/blank.details"],
  ]);
});

test("commands are selected by name, files by a part of it, and a complete file name selects that file only", async () => {
  expect(await chosen("annual", "exports")).toEqual(await chosen());
  expect(await chosen("annual", "nl2023")).toEqual([["annual", "nl2023/blank", "nl2023/s01"]]);
  expect(await chosen("annual", "nl2023/blank")).toEqual([["annual", "nl2023/blank"]]);
  expect(await chosen("s01")).toEqual([["annual", "nl2023/s01"]]);
});

test("an argument that selects nothing is an error, even if others select something", async () => {
  await expect(chosen("hourly")).rejects.toThrow(new EmptySelectionError("neither a command nor a file: hourly"));
  await expect(chosen("annual", "nl2023/s01", "s99")).rejects.toThrow("neither a command nor a file of annual: s99");
  await expect(chosen("exports", "s01")).rejects.toThrow("neither a command nor a file of exports: s01");
});

test("a command without reference data is an error", async () => {
  await expect(select({ annual: command() }, { model: "", golden: "" }, [])).rejects.toThrow(EmptySelectionError);
});
