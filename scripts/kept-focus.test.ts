/** An element that is disabled or removed while focused loses the focus, and then Esc no longer closes its dialog. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../clients/page/src");
const CONTROL = "controls/ActionButton.tsx";
/** Names and start tags of a file's elements: `=>` in an attribute does not end one. */
const START_TAG = /<(?<name>[A-Z]\w*)\s(?:=>|[^>])*>/g;

const tagsOf = (file: string): readonly { readonly name: string; readonly tag: string }[] =>
  [...readFileSync(join(SOURCES, file), "utf8").matchAll(START_TAG)].map(({ groups, 0: tag }) => ({
    name: groups!["name"]!,
    tag,
  }));

test("only buttons that keep the focus can be disabled, and busy elements are not disabled", () => {
  const files = globSync("**/*.tsx", { cwd: SOURCES }).map((file) => file.replaceAll("\\", "/"));
  const disabledTags = files
    .filter((file) => file !== CONTROL)
    .flatMap((file) => tagsOf(file).map((tag) => ({ file, ...tag })))
    .filter(({ tag }) => tag.includes("isDisabled="));
  expect(disabledTags.filter(({ name }) => name === "ActionButton").length).toBeGreaterThan(30);
  expect(disabledTags.filter(({ name, tag }) => name === "Button" || /isDisabled=\{[^}]*isBusy/.test(tag))).toEqual([]);
});

test("only dialogs that keep the focus are rendered", () => {
  const imports = globSync("**/*.{ts,tsx}", { cwd: SOURCES })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) =>
      /import \{[^}]*\bDialog\b[^}]*\} from "react-aria-components"/.test(readFileSync(join(SOURCES, file), "utf8")),
    );
  expect(imports).toEqual(["controls/Dialog.tsx"]);
});
