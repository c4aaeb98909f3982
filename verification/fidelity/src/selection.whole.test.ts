import { expect, test } from "vitest";
import type { Command } from "./report.ts";
import { select, EmptySelectionError } from "./selection.ts";

const command = (...files: string[]): Command => ({ description: "", files: async () => files, run: async () => {} });
const COMMANDS = {
  annual: command("nl2019/blank", "nl2023/blank", "nl2023/s01"),
  exports: command("nl2023/blank.details"),
};

const runSelection = async (...args: string[]): Promise<unknown> =>
  (await select(COMMANDS, { model: "", golden: "" }, args)).map(({ name, files }) => [name, ...files]);

test("a call without arguments compares everything", async () => {
  expect(await runSelection()).toEqual([
    ["annual", "nl2019/blank", "nl2023/blank", "nl2023/s01"],
    ["exports", "nl2023/blank.details"],
  ]);
});

test("commands are selected by name, files by a part of their name, and a complete file name selects only that file", async () => {
  expect(await runSelection("annual", "exports")).toEqual(await runSelection());
  expect(await runSelection("annual", "nl2023")).toEqual([["annual", "nl2023/blank", "nl2023/s01"]]);
  expect(await runSelection("annual", "nl2023/blank")).toEqual([["annual", "nl2023/blank"]]);
  expect(await runSelection("s01")).toEqual([["annual", "nl2023/s01"]]);
});

test("an argument that selects nothing is an error, even if others select something", async () => {
  await expect(runSelection("hourly")).rejects.toThrow(new EmptySelectionError("neither a command nor a file: hourly"));
  await expect(runSelection("annual", "nl2023/s01", "s99")).rejects.toThrow(
    "neither a command nor a file of annual: s99",
  );
  await expect(runSelection("exports", "s01")).rejects.toThrow("neither a command nor a file of exports: s01");
});

test("a command without reference data is an error", async () => {
  await expect(select({ annual: command() }, { model: "", golden: "" }, [])).rejects.toThrow(EmptySelectionError);
});
