/**
 * `wire`: replays the reference's requests in order over HTTP, and compares lists that are the same for all scenarios.
 */
import { readGolden, type Reference } from "../reference.ts";
import { nameOf, Replay, type Request } from "./replay.ts";
import type { Command, Comparison, Mismatch } from "../report.ts";
import { type RunningServers, withServer } from "./running.ts";
import { uploadNamed } from "./uploads.ts";
import { DIFFERENCES } from "./wire-differences.ts";

interface Exchange extends Request {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}

const REQUESTS = "api/wire.json.gz";
/** Lists that are the same for all scenarios: the path, and the field that identifies their items. */
const LISTS: { readonly [file: string]: readonly [path: string, key: string] } = {
  "api/areas.json.gz": ["/areas", "area"],
  "api/areas_sparse.json.gz": ["/areas?detailed=false", "area"],
  "api/gqueries.json.gz": ["/gqueries", "key"],
};

export const wireCommand = (runningServers: RunningServers | null): Command => ({
  description: "the reference's requests, replayed in order over HTTP",
  files: async () => [REQUESTS, ...Object.keys(LISTS)],
  run: (reference, files, report) =>
    withServer(runningServers, reference, async ({ urls: [url = ""], token }) => {
      for (const file of files) {
        const replay = new Replay(url, token);
        report(
          file === REQUESTS ? await compareRequests(reference, replay) : await compareList(reference, file, replay),
        );
      }
    }),
});

/** Each request gets the reference's response, or the listed difference. */
async function compareRequests(reference: Reference, replay: Replay): Promise<Comparison> {
  const counts = { same: 0, listed: 0 };
  const mismatches: Mismatch[] = [];
  const exchanges = readGolden(reference, REQUESTS) as readonly Exchange[];
  for (const exchange of exchanges) {
    const name = nameOf(exchange);
    const difference = DIFFERENCES[exchange.name] ?? DIFFERENCES[name];
    const upload = uploadNamed(exchange.name);
    const request = upload === null ? exchange : { ...exchange, request: upload };
    const response = await replay.send(request, difference !== undefined && upload === null);
    if (exchange.method === "POST") replay.recordIds(exchange.body, response.body);
    const { status } = difference ?? exchange;
    const body = difference === undefined ? exchange.body : difference.body;
    const differences = body === undefined ? [] : replay.differences(response.body, body, "body");
    if (response.status !== status || differences.length > 0) {
      const actual = [response.status, ...differences].join(" ");
      mismatches.push({ path: name.slice(0, 140), expected: status, actual, error: Infinity });
    } else if (difference === undefined) counts.same++;
    else counts.listed++;
  }
  const title = `${REQUESTS} (${counts.same} the same, ${counts.listed} differ as listed)`;
  const total = exchanges.length;
  return { title, matched: total - mismatches.length, total, mismatches, worst: 0 };
}

type Item = Readonly<Record<string, unknown>>;

/** Compares every item of ours; this model may have fewer items than the reference's. */
async function compareList(reference: Reference, file: string, replay: Replay): Promise<Comparison> {
  const [path, key] = LISTS[file]!;
  const byKey = (items: unknown) => new Map((items as readonly Item[]).map((item) => [item[key], item]));
  const actualItems = byKey((await replay.send({ method: "GET", path }, false)).body);
  const expectedItems = byKey(readGolden(reference, file));
  const mismatches = [...actualItems].flatMap(([name, item]) =>
    replay
      .differences(item, expectedItems.get(name), String(name))
      .map((actual): Mismatch => ({ path: `${path} ${String(name)}`, expected: "the same", actual, error: Infinity })),
  );
  return { title: file, matched: actualItems.size - mismatches.length, total: actualItems.size, mismatches, worst: 0 };
}
