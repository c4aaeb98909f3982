/** Commands that messages name exist where the message is read: in a checkout by npm, in the image by node. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandOf, serverCommandOf } from "./commands.ts";
import { PROJECT } from "./project.ts";

/** A directory without scripts/bootstrap.mjs, as the image has none. */
function image(): string {
  const directory = mkdtempSync(join(tmpdir(), "etesian-commands-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("a checkout names commands by npm", () => {
  expect(commandOf("accounts")).toBe("npm run accounts --");
  expect(serverCommandOf("gateway")).toBe("npm run service -- gateway");
  expect(serverCommandOf("standalone")).toBe("npm start --");
});

test("the image names commands by node", () => {
  const without = image();
  expect(commandOf("accounts", without)).toBe("node services/accounts/src/cli.ts");
  expect(serverCommandOf("standalone", without)).toBe("node services/standalone/src/main.ts");
});

test("the file of every command that a message names is part of the image", () => {
  const without = image();
  const sources = globSync("{libs,services}/*/src/**/*.ts", { cwd: PROJECT }).filter(
    (path) => !path.endsWith(".test.ts"),
  );
  const named = new Set(
    sources.flatMap((path) =>
      [...readFileSync(join(PROJECT, path), "utf8").matchAll(/\bcommandOf\("(\w+)"\)/g)].map(([, script]) => script!),
    ),
  );
  expect(named.size).toBeGreaterThan(5);
  const files = [...named].map((script) => commandOf(script as "accounts", without).replace("node ", ""));
  expect(
    files.filter((path) => !/^(libs|services|tools\/model)\//.test(path) || !existsSync(join(PROJECT, path))),
  ).toEqual([]);
});
