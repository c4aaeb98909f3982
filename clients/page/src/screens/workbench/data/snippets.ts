/** Programs that request the current view: pure functions of a scenario and its queries. */

export interface SnippetView {
  /** URL of the server. */
  readonly url: string;
  readonly scenario: number;
  readonly queries: readonly string[];
  /** Whether requests send a token, without which the scenario may not be readable. */
  readonly needsToken: boolean;
}

export const LANGUAGES = ["curl", "Python", "R", "TypeScript"] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

/** The name of the environment variable with the token. */
const TOKEN_VARIABLE = "ETESIAN_TOKEN";

export function snippet(language: SnippetLanguage, view: SnippetView): string {
  return `${WRITERS[language](view).join("\n")}\n`;
}

/** Quotes a string in a way that all four languages accept. Query keys contain no character that needs escaping. */
const quote = (text: string): string => JSON.stringify(text);
const queryLines = (queries: readonly string[], indent: string): readonly string[] =>
  queries.map((query) => `${indent}${quote(query)},`);
const pathOf = ({ url, scenario }: SnippetView): string => `${url}/api/v3/scenarios/${scenario}/queries`;

const WRITERS: { readonly [L in SnippetLanguage]: (view: SnippetView) => readonly string[] } = {
  curl: (view) => [
    `curl -sS -G ${quote(pathOf(view))} \\`,
    ...(view.needsToken ? [`  -H "Authorization: Bearer $${TOKEN_VARIABLE}" \\`] : []),
    `  --data-urlencode ${quote(`keys=${view.queries.join(",")}`)}`,
  ],
  Python: (view) => [
    ...(view.needsToken ? ["import os", ""] : []),
    "import requests",
    "",
    "response = requests.get(",
    `    ${quote(pathOf(view))},`,
    ...(view.needsToken ? [`    headers={"Authorization": f"Bearer {os.environ['${TOKEN_VARIABLE}']}"},`] : []),
    '    params={"keys": ",".join([',
    ...queryLines(view.queries, "        "),
    "    ])},",
    ")",
    "response.raise_for_status()",
    "for key, result in response.json().items():",
    '    print(key, result["present"], result["future"], result["unit"])',
  ],
  R: (view) => [
    "library(httr2)",
    "",
    "keys <- c(",
    ...queryLines(view.queries, "  ").map((line, index, all) => (index === all.length - 1 ? line.slice(0, -1) : line)),
    ")",
    `results <- request(${quote(pathOf(view))}) |>`,
    ...(view.needsToken ? [`  req_auth_bearer_token(Sys.getenv("${TOKEN_VARIABLE}")) |>`] : []),
    '  req_url_query(keys = paste(keys, collapse = ",")) |>',
    "  req_perform() |>",
    "  resp_body_json()",
    'for (key in names(results)) cat(key, results[[key]]$present, results[[key]]$future, results[[key]]$unit, "\\n")',
  ],
  TypeScript: (view) => [
    'import { connect, dataOf } from "@etesian/client";',
    "",
    view.needsToken
      ? `const api = connect({ url: ${quote(view.url)}, token: process.env["${TOKEN_VARIABLE}"]! });`
      : `const api = connect({ url: ${quote(view.url)} });`,
    "const results = await dataOf(",
    '  api.GET("/api/v3/scenarios/{id}/queries", {',
    "    params: {",
    `      path: { id: ${view.scenario} },`,
    "      query: {",
    "        keys: [",
    ...queryLines(view.queries, "          "),
    "        ],",
    "      },",
    "    },",
    "  }),",
    ");",
    "for (const [key, { present, future, unit }] of Object.entries(results)) console.log(key, present, future, unit);",
  ],
};
