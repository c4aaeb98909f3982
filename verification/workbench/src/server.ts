/** A server in its own process, as `npm start` runs it, for benchmarks that send HTTP requests. */
import { existsSync } from "node:fs";
import { Agent, request as requestTo } from "node:http";
import { join, resolve } from "node:path";
import { ServerProcess } from "./server-process.ts";

const project = resolve(import.meta.dirname, "../../..");
const reference = resolve(process.env["ETESIAN_REFERENCE_DIR"] ?? join(project, "../shared"));

/** The included model. */
export const starter = { model: join(project, "models/starter"), golden: "", area: "nl", isReference: false };

/** The measured model: the reference's if it is present. */
export const measuredModel = existsSync(join(reference, "etsource"))
  ? { model: join(reference, "etsource"), golden: join(reference, "golden"), area: "nl2023", isReference: true }
  : starter;

export interface Server extends Pick<
  ServerProcess,
  "url" | "pid" | "secondsToReady" | "memory" | "processorSeconds" | "kill" | "stop" | "token"
> {
  /** Sends a request to the API, with a token if one is given; returns the JSON body. Rejects unless it succeeds. */
  send<T>(method: string, path: string, body?: unknown, token?: string): Promise<T>;
  /** The sum of a metric's values over all matching labels, e.g. `compute_duration_seconds_sum`, `task="solve"`. */
  metric(name: string, labels?: string): Promise<number>;
}

/** Starts a server on the given data directory, or on a temporary one that is removed when it stops. */
export async function startServer(flags: readonly string[] = [], data?: string): Promise<Server> {
  const server = new MeasuredServer({ model: measuredModel.model, data, flags });
  await server.waitUntilReady();
  return server;
}

/**
 * Uses an agent instead of `fetch`: the client shares the processors with the server, and an agent takes a third of the
 * time.
 */
const agent = new Agent({ keepAlive: true });

/** Sends a request to the API of a server; resolves to the body of the response. Rejects unless it succeeds. */
export function sendText(
  url: string,
  request: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly token?: string | undefined;
  },
): Promise<string> {
  const { method, path, body, token } = request;
  const requestBody = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    "content-length": Buffer.byteLength(requestBody),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = requestTo(`${url}/api/v3${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${path}: ${statusCode} ${text}`));
      });
    });
    outgoing.once("error", reject);
    outgoing.end(requestBody);
  });
}

class MeasuredServer extends ServerProcess implements Server {
  async send<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    return JSON.parse(await sendText(this.url, { method, path, body, token })) as T;
  }

  async metric(name: string, labels = ""): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const lines = text.split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line) && line.includes(labels));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
  }
}
