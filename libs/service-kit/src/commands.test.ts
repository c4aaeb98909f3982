/**
 * Tests that the commands in messages work in the installation that prints them: with npm in a checkout, with node in
 * the image.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandOf, serverCommandOf } from "./commands.ts";
import { PROJECT } from "./project.ts";

/** A directory without scripts/bootstrap.mjs, like the image. */
function createImageDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "etesian-commands-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("messages in a checkout name npm commands", () => {
  expect(commandOf("accounts")).toBe("npm run accounts --");
  expect(serverCommandOf("gateway")).toBe("npm run service -- gateway");
  expect(serverCommandOf("standalone")).toBe("npm start --");
});

test("messages in the image name node commands", () => {
  const imageDirectory = createImageDirectory();
  expect(commandOf("accounts", imageDirectory)).toBe("node services/accounts/src/cli.ts");
  expect(serverCommandOf("standalone", imageDirectory)).toBe("node services/standalone/src/main.ts");
});

test("the image contains the file of every command that messages name", () => {
  const imageDirectory = createImageDirectory();
  const sources = globSync("{libs,services}/*/src/**/*.ts", { cwd: PROJECT }).filter(
    (path) => !path.endsWith(".test.ts"),
  );
  const names = new Set(
    sources.flatMap((path) =>
      [...readFileSync(join(PROJECT, path), "utf8").matchAll(/\bcommandOf\("(\w+)"\)/g)].map(([, script]) => script!),
    ),
  );
  expect(names.size).toBeGreaterThan(5);
  const files = [...names].map((script) => commandOf(script as "accounts", imageDirectory).replace("node ", ""));
  expect(
    files.filter((path) => !/^(libs|services|tools\/model)\//.test(path) || !existsSync(join(PROJECT, path))),
  ).toEqual([]);
});
