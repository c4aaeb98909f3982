/** Tests that every link in the documentation leads to a file, and every anchor to a heading. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The project's documents, as paths from its root. */
const DOCUMENTS = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** A document's text without code samples, whose brackets are not links. */
const prose = (path: string): string => textOf(path).replaceAll(/^```.*?^```/gms, "");

/** The anchor of a heading by GitHub's rule: lower case, without punctuation, spaces as hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** The anchors of a document. Repeated headings get a number. */
function anchorsOf(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const [, heading] of prose(path).matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading!);
    const times = counts.get(anchor) ?? 0;
    counts.set(anchor, times + 1);
    anchors.add(times === 0 ? anchor : `${anchor}-${times}`);
  }
  return anchors;
}

/** Relative links, as text and resolved to a path and an anchor. */
function linksOf(document: string): readonly { link: string; path: string; anchor: string | undefined }[] {
  const text = prose(document).replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    return [{ link, path: path === "" ? document : normalize(join(dirname(document), path)), anchor }];
  });
}

/** Broken links. */
const brokenLinks = (documents: readonly string[]): readonly string[] =>
  documents.flatMap((document) =>
    linksOf(document)
      .filter(({ path, anchor }) => {
        if (!existsSync(join(root, path))) return true;
        return anchor !== undefined && path.endsWith(".md") && !anchorsOf(path).has(anchor);
      })
      .map(({ link }) => `${document}: ${link}`),
  );

test("all links and anchors of the documents resolve", () => {
  expect(brokenLinks(DOCUMENTS)).toEqual([]);
  const count = DOCUMENTS.reduce((sum, document) => sum + linksOf(document).length, 0);
  expect(count).toBeGreaterThan(200);
});

test("an anchor is derived from a heading by GitHub's rule", () => {
  expect(anchorOf("Two clients, on `two` processors")).toBe("two-clients-on-two-processors");
  expect(anchorOf("[Events](events.md) & state")).toBe("events--state");
});
