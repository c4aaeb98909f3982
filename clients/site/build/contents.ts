/** The pages of the site, and the sections of the documentation index, one per kind of reader. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const PROJECT = join(import.meta.dirname, "../../..");

/** A path with the separators of URLs. */
export const slash = (path: string): string => path.replaceAll("\\", "/");

const INDEX = "docs/README.md";
const { homepage } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { readonly homepage: string };
const REPOSITORY = homepage.replace(/#.*/, "");

/** Documents outside `docs/` that are also pages, by their names in the site. */
const OTHERS: Readonly<Record<string, string>> = { "README.md": "start.md", "CONTRIBUTING.md": "contributing.md" };

/** Patterns of all documents that are not pages, relative to the project. */
export const EXCLUDED = [
  "!(docs|node_modules)/**/*",
  `!(${Object.keys(OTHERS)
    .map((name) => name.replace(".md", ""))
    .join("|")}).md`,
];

/** Path of a document in the site: `docs/how-to/README.md` becomes `how-to/index.md`. */
export const sitePathOf = (document: string): string =>
  OTHERS[document] ?? document.replace(/^docs\//, "").replace(/(^|\/)README\.md$/, "$1index.md");

/**
 * Target of a link in the site: a page, or the file in the repository if the site does not have it.
 * @param document path of the document with the link, from the project
 */
export function targetOf(document: string, link: string): string {
  if (/^(?:[a-z]+:|#)/.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  const linked = slash(join(dirname(document), path));
  const rest = anchor === undefined ? "" : `#${anchor}`;
  const isPage = linked.endsWith(".md") && (linked.startsWith("docs/") || linked in OTHERS);
  return isPage ? `/${sitePathOf(linked)}${rest}` : `${REPOSITORY}/blob/main/${linked}${rest}`;
}

/** The anchor of a heading by GitHub's rule: lower case, without punctuation, spaces as hyphens. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

export interface IndexSection {
  /** The group of readers, such as "Planners". */
  readonly text: string;
  readonly pages: readonly { readonly text: string; readonly link: string }[];
}

/** The sections of the index in order, each with the pages that it links to. */
export function indexSections(): readonly IndexSection[] {
  const [, ...sections] = readFileSync(join(PROJECT, INDEX), "utf8").split(/^## For /m);
  return sections.map((section) => {
    const [readers = ""] = section.split("\n");
    const linked = [...section.matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, link]) => join("docs", link!));
    return {
      text: readers[0]!.toUpperCase() + readers.slice(1),
      pages: [...new Set(linked)].map((document) => ({
        text: titleOf(document),
        link: `/${sitePathOf(document).replace(/\.md$/, "")}`,
      })),
    };
  });
}

function titleOf(document: string): string {
  const path = join(PROJECT, document);
  const title = existsSync(path) ? /^# (.+)$/m.exec(readFileSync(path, "utf8"))?.[1] : undefined;
  if (title === undefined) throw new Error(`${INDEX} links to ${document}, which has no title`);
  return title.replaceAll("`", "");
}
