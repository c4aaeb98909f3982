import { describe, expect, it } from "vitest";
import { LANGUAGES, snippet, type SnippetView } from "./snippets.ts";

const SNIPPET_VIEW: SnippetView = {
  url: "http://127.0.0.1:3000",
  scenario: 12,
  queries: ["total_costs", "share_of_renewable_electricity"],
  needsToken: false,
};

describe("a snippet of the current view", () => {
  it.each(LANGUAGES)(
    "a snippet of the current view in %s requests the scenario's queries from this server",
    (language) => {
      const text = snippet(language, SNIPPET_VIEW);
      expect(text).toContain("http://127.0.0.1:3000");
      expect(text).toMatch(language === "TypeScript" ? /id: 12\b/ : /scenarios\/12\/queries/);
      for (const query of SNIPPET_VIEW.queries) expect(text).toContain(query);
      expect(text).not.toContain("ETESIAN_TOKEN");
    },
  );

  it.each(LANGUAGES)(
    "a snippet of the current view in %s reads a token from the environment if it needs one",
    (language) => {
      expect(snippet(language, { ...SNIPPET_VIEW, needsToken: true })).toContain("ETESIAN_TOKEN");
    },
  );
});
