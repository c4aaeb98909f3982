/** Sends requests as they are, and learns what there is to ask for. */
import { Agent, request as httpRequest } from "node:http";
import type { Answer } from "./answers.ts";
import type { OpenApi } from "./openapi.ts";
import type { FuzzRequest, Known } from "./requests.ts";

const LIMIT_MS = 90_000;

export class Client {
  readonly url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(url: string) {
    this.url = url;
  }

  /** Rejects when there is no answer. */
  send(request: FuzzRequest): Promise<Answer> {
    const { method, path, headers, body } = request;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const sending = httpRequest(
      new URL(this.url),
      // What has no length would be taken for the next request, when the method is one that has no body as a rule.
      {
        method,
        path,
        headers: body === null ? headers : { "content-length": Buffer.byteLength(body), ...headers },
        agent: this.#agent,
        timeout: LIMIT_MS,
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        // Goes on for ever.
        if (headers["content-type"]?.startsWith("text/event-stream")) {
          resolve({ status, headers, body: "" });
          response.destroy();
        }
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve({ status, headers, body: Buffer.concat(chunks).toString() }));
      },
    );
    sending.on("timeout", () => sending.destroy(new Error(`no answer for ${LIMIT_MS / 1000} s`)));
    sending.on("error", (error) => {
      // A connection that was kept, and ended by the other side at this moment.
      if (sending.reusedSocket) resolve(this.send(request));
      else reject(error);
    });
    sending.end(body ?? undefined);
    return promise;
  }

  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.send({ method: "GET", path, headers: {}, body: null });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${body}`);
    return JSON.parse(body) as T;
  }

  async createScenario(): Promise<number> {
    const { body } = await this.send({
      method: "POST",
      path: "/api/v3/scenarios",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    return (JSON.parse(body) as { id: number }).id;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** How many of what there is are asked for. */
const SOME = 60;
const some = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % Math.max(1, Math.floor(all.length / SOME)) === 0).slice(0, SOME);

/** The document, and what exists by the names that it uses. */
export async function survey(
  client: Client,
  token: string,
): Promise<{ readonly document: OpenApi; readonly known: Known }> {
  const document = await client.get<OpenApi>("/docs/json");
  const ids = [await client.createScenario(), await client.createScenario(), await client.createScenario()];
  const api = `/api/v3/scenarios/${ids[0]}`;
  const areas = (await client.get<{ area: string }[]>("/api/v3/areas")).map(({ area }) => area);
  const gqueries = some((await client.get<{ key: string }[]>("/api/v3/gqueries")).map(({ key }) => key));
  const inputs = some(Object.keys(await client.get<object>(`${api}/inputs`)));
  const { nodes } = await client.get<{ nodes: { key: string }[] }>(`${api}/nodes/topology`);
  const keys = some(nodes.map(({ key }) => key));
  const known = {
    token: [token],
    id: [...ids, ...ids, ...ids, ...ids, 0, 999_999, "x", "-1", "4294967296"],
    scenario_id: ids,
    preset_scenario_id: ids,
    area_code: areas,
    gqueries: [...gqueries, "nope"],
    inputs,
    key: [...inputs, ...keys],
    keys,
    type: ["heat_network", "forecast_storage", "hydrogen_supply", "hydrogen_demand", "space_heating", "x"],
  };
  return { document, known };
}
