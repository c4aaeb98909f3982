import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { checkTag } from "./tag.ts";

const CHANGELOG = `# Changelog

## 1.2.0 (2026-11-30)

### Added

- A slider.

## 1.1.0 (unreleased)

- A chart.

## 1.0.10 (2026-01-05)
`;

test("the notes of a release are its section of the changelog", () => {
  expect(checkTag("v1.2.0", "1.2.0", CHANGELOG)).toEqual({ notes: "### Added\n\n- A slider." });
});

test.each([
  ["v1.3.0", "1.2.0", /^tag v1\.3\.0: expected v1\.2\.0/],
  ["1.2.0", "1.2.0", /^tag 1\.2\.0: expected v1\.2\.0/],
  ["v1.0.1", "1.0.1", /no heading "## 1\.0\.1 \(date\)"/],
  ["v1.1.0", "1.1.0", /expected a date in the heading "## 1\.1\.0 \(unreleased\)"/],
  ["v1.0.10", "1.0.10", /section 1\.0\.10 of CHANGELOG\.md is empty/],
])("the tag %s of version %s is refused with a reason", (tag, version, reason) => {
  expect(checkTag(tag, version, CHANGELOG)).toEqual({ refusal: expect.stringMatching(reason) });
});

test("the changelog has a section for the version of package.json", () => {
  const { version } = manifest;
  const datedChangelog = readFileSync(join(PROJECT, "CHANGELOG.md"), "utf8").replace("(unreleased)", "(2026-11-30)");
  expect(checkTag(`v${version}`, version, datedChangelog)).toHaveProperty("notes");
});
