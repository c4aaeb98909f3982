/** The check of commit subjects, and the hook that runs it on a commit. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { subjectDefects } from "./commit-subject.ts";

describe("commit subjects", () => {
  test.each([
    "Cache interned curves by id",
    "Process events in batches",
    "Pass the area to queries",
    "Bring back the order of suppliers",
    "Embed the font",
    "Renewable shares: round to one decimal",
    'Revert "Caches curves by name."',
    "fixup! Cache interned curves by id",
    "Rename `ask` to `request`",
    "A".padEnd(72, "x"),
  ])("%s passes", (subject) => {
    expect(subjectDefects(subject)).toEqual([]);
  });

  test.each([
    ["cache curves", "begin with a capital"],
    ["Cached curves by id", 'begin with a verb in the imperative, not "Cached"'],
    ["Caching curves by id", 'begin with a verb in the imperative, not "Caching"'],
    ["Caches curves by id", 'begin with a verb in the imperative, not "Caches"'],
    ["The page draws lines", 'begin with a verb in the imperative, not "The"'],
    ["Cache curves.", "leave out the full stop"],
    ["Renew the screenshots", 'instead of "Renew", use: Update'],
    ["Mend a test", 'instead of "Mend", use: Fix'],
    ["Say why a slider is disabled", 'instead of "Say", use: State, Document, Report'],
    ["Tell clients about limits", 'instead of "Tell", use: Report, Notify'],
    ["Update the pictures of Explore", 'instead of "pictures", use: screenshots'],
    ["C".padEnd(73, "x"), "use at most 72 characters, not 73"],
  ])("%s has a defect: %s", (subject, defect) => {
    expect(subjectDefects(subject)).toEqual([defect]);
  });
});

test("the hook refuses a commit with a defective subject, and accepts one without", () => {
  const directory = mkdtempSync(join(tmpdir(), "commit-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const hooks = join(import.meta.dirname, "hooks");
  const git = (...args: readonly string[]) =>
    spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", `core.hooksPath=${hooks}`, ...args], {
      cwd: directory,
      encoding: "utf8",
    });
  git("init", "--quiet");
  const refusedCommit = git("commit", "--allow-empty", "--quiet", "--message", "added a file.");
  expect(refusedCommit.stderr).toContain("commit subject: leave out the full stop");
  expect(refusedCommit.status).not.toBe(0);
  expect(git("commit", "--allow-empty", "--quiet", "--message", "Add a file\n\nIt was missing.").status).toBe(0);
});
