/** Configures VitePress, which renders `docs/` in place: the documents, their links and the site's appearance. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { noticesFile } from "@etesian/client/notices";
import type { DefaultTheme, TransformContext, UserConfig } from "vitepress";
import { anchorOf, indexSections, EXCLUDED, sitePathOf, PROJECT, slash, targetOf } from "./contents.ts";

const readers = indexSections();

/** The page's icon as a data URL: browsers would otherwise request `/favicon.ico`. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(join(PROJECT, "clients/page/public/assets/mark.svg"), "utf8"),
)}`;

/** Scripts that VitePress inlines, by file name. Content security policies such as the gateway's allow only files. */
const scripts = new Map<string, string>();

/** The document with each inline script in its own file. */
function withoutInlineScripts(document: string, file: string, { siteConfig: { outDir } }: TransformContext): string {
  return document.replaceAll(/<script(?: id="[^"]*")?>([^]*?)<\/script>/g, (_, script: string) => {
    const name = `assets/${hash("sha256", script).slice(0, 8)}.js`;
    scripts.set(name, script);
    return `<script src="${slash(relative(dirname(file), join(outDir, name)))}"></script>`;
  });
}

interface Token {
  readonly type: string;
  readonly content: string;
  tag: string;
  readonly children: readonly Token[] | null;
  readonly attrGet: (name: string) => string | null;
  readonly attrSet: (name: string, value: string) => void;
}
interface State {
  readonly tokens: readonly Token[];
  /** Absolute paths. `realPath` is present if the site has the document at another path. */
  readonly env: { readonly realPath?: string; readonly path: string };
}

/** Turns links between documents into links between pages. */
function linkPages({ tokens, env }: State): void {
  const document = slash(relative(PROJECT, env.realPath ?? env.path));
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const link = token.type === "link_open" ? token.attrGet("href") : null;
    if (link !== null) token.attrSet("href", targetOf(document, link));
  }
}

/** Turns header cells without text into plain cells: screen readers would announce a header without a name. */
function dropEmptyHeaders({ tokens }: State): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "th_open" || tokens[index + 1]?.content !== "") continue;
    token.tag = "td";
    tokens[index + 2]!.tag = "td";
  }
}

export const config: UserConfig<DefaultTheme.Config> = {
  title: "Etesian",
  lang: "en",
  description: "An open service that hosts an energy-system model",
  head: [["link", { rel: "icon", href: ICON }]],
  // Relative, so that the site works at any URL.
  base: "./",
  srcDir: PROJECT,
  srcExclude: EXCLUDED,
  rewrites: sitePathOf,
  // Otherwise a page would request every page in its navigation.
  router: { prefetchLinks: false },
  markdown: {
    config: ({ core }) => {
      core.ruler.push("links between documents", linkPages);
      core.ruler.push("empty headers", dropEmptyHeaders);
    },
    anchor: { slugify: anchorOf },
    languageAlias: { ad: "txt" },
  },
  vite: { plugins: [noticesFile("licenses.txt").main] },
  transformHtml: withoutInlineScripts,
  buildEnd: async ({ outDir }) => {
    for (const [name, script] of scripts) await writeFile(join(outDir, name), script);
  },
  themeConfig: {
    search: {
      provider: "local",
      // A result contains all words of a search, not only one of them.
      options: { miniSearch: { searchOptions: { combineWith: "AND" } } },
    },
    nav: readers
      .filter(({ text }) => text !== "Contributors")
      .map(({ text, pages }) => ({ text, link: pages[0]!.link })),
    sidebar: readers.map(({ text, pages }) => ({ text, items: [...pages] })),
    outline: [2, 3],
  },
};
