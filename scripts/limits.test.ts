/** Tests that limits on requests and on stored data are defined in libs/contracts/src/limits.ts only. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const SOURCES = ["services/*/src/**/*.ts", "clients/{page,typescript,engine}/src/**/*.{ts,tsx}"];
const NOT_SHIPPED = /\.test\.tsx?$|\.fixture\.ts$|\/testing\/|\/generated\//;

/** A constant named like a limit and defined as a number. */
const CONSTANT = /^(?:export )?const ((?:\w+_)?(?:MAX|LIMITS?|LENGTH|LEVELS|BYTES)(?:_\w+)?)\b[^=\n]*= [^;]*?\d/gm;
/** A number of at least two digits in a schema, a form field, a route or a rate. */
const NUMBERS = [
  /(?<!Math)\.(?:max|min|length)\((\d[\d_]+)\b/g,
  /\b(?:max|min)length="(\d+)"/g,
  /\b(?:max|min)Length[:=] ?\{?(\d[\d_]+)/g,
  /\bbodyLimit: (\d[\d_]*)/g,
  /\btimes: (\d[\d_]*)/g,
];

/** Numbers with such names that limit neither requests nor stored data, by reason. */
const EXCEPTIONS: { readonly [reason: string]: readonly string[] } = {
  "memory of a process": [
    "services/compute/src/curve-values.ts: MAX_CACHED",
    "services/compute/src/downloads.ts: SPOOL_BYTES",
    "services/compute/src/threads/solution-cache.ts: OBJECT_BYTES",
    "services/compute/src/threads/threads.ts: MAX_THREAD_MEGABYTES",
    "services/compute/src/threads/used-areas.ts: MAX_AREAS",
    "services/compute/src/threads/worker-messages.ts: MAX_DATASETS",
    "services/compute/src/parts/model-parts.ts: MAX_MANIFESTS",
    "services/compute/src/parts/model-parts.ts: MAX_SOURCES",
    "services/compute/src/parts/part-store.ts: MEMORY_BYTES",
    "services/compute/src/parts/part-store.ts: MAX_FILES",
    "services/compute/src/documents/open-documents.ts: MAX_OPEN_SOLUTIONS",
    "services/compute/src/documents/open-documents.ts: MAX_OPEN_PER_SOLUTION",
    "services/gateway/src/http/access.ts: MAX_CACHED_TOKENS",
    "clients/page/src/charts/use-measure.ts: MAX_CACHED",
    "clients/page/src/calculation/history.ts: MAX_CHANGES",
    "clients/page/src/screens/explore/HowSure.tsx: MAX_VARIANTS_WITH_HOURS",
    "clients/page/src/calculation/worker/variant-curves.ts: MAX_VARIANTS_WITH_CURVES",
  ],
  "capacity of a process": [
    "services/compute/src/downloads.ts: MAX_DOWNLOADS",
    "services/compute/src/downloads.ts: MAX_GENERATING",
    "services/compute/src/parts/model-parts.ts: MAX_WAITING",
    "services/compute/src/threads/warm-up.ts: MAX_QUERIES",
    "services/sweeps/src/runner.ts: MAX_CONCURRENT",
    "services/gateway/src/http/pressure.ts: MAX_DELAY_MS",
  ],
  "duration of tasks of the server or the page": [
    "services/compute/src/calculator.ts: TASK_LIMIT_MS",
    "services/compute/src/downloads.ts: START_LIMIT_MS",
    "services/standalone/src/cluster/cluster.ts: READY_LIMIT_MS",
    "services/standalone/src/cluster/cluster.ts: STOP_LIMIT_MS",
    "services/gateway/src/page/built-page.ts: BUILD_LIMIT_MS",
    "services/accounts/src/mail/outbox.ts: MAX_PAUSE_MS",
    "services/accounts/src/sign-in/attempt-limiter.ts: MAX_MS",
    "clients/page/src/screens/workbench/Workbench.tsx: FIRST_NUMBERS_LIMIT_MS",
    "clients/page/src/calculation/worker-calculator.ts: SERVER_LIMIT_MS",
    "clients/page/src/calculation/explorations.ts: MAX_LOCAL_VARIANTS",
    "clients/page/src/calculation/server-sweeps.ts: MAX_ESTIMATE_SHARE",
    "clients/page/src/screens/explore/point-labels.ts: MAX_ROUNDS",
  ],
  "characters, lines or charts that are shown": [
    "services/standalone/src/cluster/cluster.ts: MAX_LAST_LINES",
    "clients/page/src/screens/explore/answer-rows.ts: MAX_ANSWERS",
    "clients/page/src/screens/explore/answer-rows.ts: MAX_DISTINGUISHING",
    "clients/page/src/screens/explore/AnswerScatter.tsx: MAX_DRAWN",
    "clients/page/src/screens/explore/WhyDifferent.tsx: MAX_OTHERS",
    "clients/page/src/screens/explore/ParallelAxes.tsx: MAX_LINES",
    "clients/page/src/screens/explore/run-address.ts: MAX_LENGTH",
    "clients/page/src/screens/explore/Scatter.tsx: MAX_NAMED",
    "clients/page/src/screens/explore/Target.tsx: MAX_FAILING",
    "services/gateway/src/reference/schema-view.ts: MAX_EXAMPLE_LENGTH",
    "services/gateway/src/page/built-page.ts: MAX_REASON",
    "services/gateway/src/http/logged-request.ts: MAX_NAMED",
    "services/gateway/src/http/requests/bodies.ts: MAX_SHOWN_LENGTH",
    "services/gateway/src/http/requests/unknown-fields.ts: MAX_WARNINGS",
    "services/gateway/src/http/requests/unknown-fields.ts: MAX_NAME",
    "services/gateway/src/http/requests/validation.ts: MAX_REPORTED",
    "services/gateway/src/exports/iamc-routes.ts: MAX_WARNINGS",
    "services/curves/src/curve-file.ts: MAX_SHOWN_LENGTH",
    "services/accounts/src/people/lost-keys.ts: MAX_SHOWN",
    "services/accounts/src/mail/messages.ts: MAX_TITLE",
    "clients/page/src/screens/yours/ContinueList.tsx: MAX_SHOWN",
    "clients/page/src/screens/workbench/panes.ts: MAX_PANES",
    "clients/page/src/screens/workbench/timeline.ts: MAX_LABEL_WIDTH",
    "clients/page/src/screens/workbench/HeadlineNumbers.tsx: MAX_SHOWN",
    "clients/page/src/screens/workbench/Palette.tsx: MAX_SHOWN",
    "clients/page/src/screens/workbench/data/Couplings.tsx: MAX_TITLES",
    "clients/page/src/screens/why/rows.ts: MAX_ROWS",
    "clients/page/src/screens/why/titles.ts: MAX_TITLES",
    "clients/page/src/screens/why/NodePage.tsx: MAX_LISTED",
    "clients/page/src/screens/why/SliderLinks.tsx: MAX_LISTED",
    "clients/page/src/screens/compare/CompareHeader.tsx: MAX_SHOWN",
    "clients/page/src/screens/compare/Differences.tsx: MAX_CHOICES",
    "clients/page/src/screens/compare/DifferingValues.tsx: MAX_NAMED",
    "clients/page/src/screens/history/HistoryList.tsx: MAX_NAMED",
    "clients/page/src/screens/start/example-view.ts: MAX_NUMBERS",
    "clients/page/src/saved/recent.ts: MAX_RECENT",
    "clients/page/src/figures/figures.ts: MAX_DECIMALS",
    "clients/page/src/charts/hour-axis.ts: MAX_HOURS",
    "clients/page/src/charts/rows.ts: MAX_NAME_LENGTH",
    "clients/page/src/charts/HoursChart.tsx: MAX_LEGEND_SHARE",
    "clients/page/src/calculation/comparison.ts: MAX_COMPARED",
    "clients/page/src/calculation/paths.ts: MAX_ON_PATH",
    "clients/page/src/screens/dictionary/Dictionary.tsx: MAX_SHOWN",
    "clients/page/src/screens/present/PresentScreen.tsx: MAX_NAMED",
    "clients/page/src/screens/report/report-address.ts: MAX_CHARTS",
    "clients/page/src/screens/custom-query/custom-chart-address.ts: MAX_ADDRESS_LENGTH",
    "clients/page/src/screens/custom-query/query-names.ts: MAX_OPTIONS",
    "clients/page/src/screens/custom-query/query-names.ts: MIN_WORD_LENGTH",
    "clients/page/src/screens/custom-query/custom-charts.ts: MAX_CHARTS",
    "clients/page/src/screens/custom-query/custom-charts.ts: MAX_LABEL",
    "clients/page/src/screens/custom-query/custom-charts.ts: MAX_QUERY",
    "clients/page/src/screens/report/report-address.ts: MAX_TEXT",
    "clients/page/src/screens/yours/VersionsDialog.tsx: MAX_DESCRIPTION",
  ],
  "sizes of chunks that are processed together": [
    "services/compute/src/compute-service.ts: CHUNK_BYTES",
    "services/compute/src/documents/documents.ts: CHUNK_LENGTH",
    "services/sweeps/src/limits.ts: BYTES_PER_CELL",
    "services/sweeps/src/limits.ts: BYTES_PER_PART",
    "services/scenarios/src/handlers/contents.ts: PART_LENGTH",
    "services/sweeps/src/results.ts: CHUNK_BYTES",
    "services/scenarios/src/missing-areas.ts: MAX_CHECKED",
    "services/gateway/src/esdl/routes.ts: SEARCHED_BYTES",
    "services/curves/src/curve-file.ts: MAX_ROWS",
    "clients/page/src/calculation/http.ts: MAX_KEYS",
  ],
  "lengths of keys, secrets and checksums": [
    "services/compute/src/parts/part-store.ts: CHECKSUM_BYTES",
    "services/accounts/src/sign-in/signing-keys.ts: COOKIE_KEY_BYTES",
    "services/accounts/src/people/tokens.ts: KEY_BYTES",
    "services/accounts/src/people/tokens.ts: SECRET_BYTES",
    "services/accounts/src/people/vault.ts: KEY_BYTES",
    "services/accounts/src/people/vault.ts: NONCE_BYTES",
    "services/accounts/src/people/vault.ts: TAG_BYTES",
    "services/accounts/src/mail/links.ts: SECRET_BYTES",
  ],
  "settings of operators, checked at startup": [
    "services/gateway/src/sign-in/clients.ts: 16",
    "services/gateway/src/sign-in/other-issuers.ts: 100",
  ],
};

const limits = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((path) => !NOT_SHIPPED.test(path))
  .flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return [CONSTANT, ...NUMBERS].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, name]) => `${path}: ${name}`),
    );
  });

test("a number named like a limit is in limits.ts, or in the table of exceptions", () => {
  const exceptions = new Set(Object.values(EXCEPTIONS).flat());
  expect(limits.filter((definition) => !exceptions.has(definition))).toEqual([]);
});

test("each exception exists", () => {
  expect(
    Object.values(EXCEPTIONS)
      .flat()
      .filter((definition) => !limits.includes(definition)),
  ).toEqual([]);
});

test.each([
  "const MAX_TITLE = 255;",
  "export const UPLOAD_LIMIT = { bytes: 1024 * 1024 };",
  "const title = z.string().max(255);",
  'html`<input maxlength="255" />`',
  "<TextField maxLength={255} />",
  "app.post(url, { bodyLimit: 64 * 1024 })",
  "const PER_PERSON = { times: 200, withinMs: 1 };",
])("a limit in another file is found: %s", (text) => {
  expect([CONSTANT, ...NUMBERS].some((pattern) => text.search(new RegExp(pattern.source, "m")) >= 0)).toBe(true);
});
