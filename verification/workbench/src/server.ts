/** A server in its own process, as `npm start` runs it, for benchmarks that send HTTP requests. */
import { existsSync } from "node:fs";
import { Agent, request as requestTo } from "node:http";
import { join, resolve } from "node:path";
import { ServerProcess } from "./server-process.ts";

const project = resolve(import.meta.dirname, "../../..");
const reference = resolve(process.env["ETESIAN_REFERENCE_DIR"] ?? join(project, "../shared"));

/** The small model that comes with the project. */
export const starter = { model: join(project, "models/starter"), golden: "", area: "nl", isReference: false };

/** The measured model: the reference's where it is present. */
export const measured = existsSync(join(reference, "etsource"))
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
  const server = new MeasuredServer({ model: measured.model, data, flags });
  await server.ready();
  return server;
}

/**
 * The client shares the processors with the server, and a request with an agent takes a third of the time of `fetch`.
 */
const agent = new Agent({ keepAlive: true });

/** Sends a request to the API of a server; resolves to the body of the answer. Rejects unless it succeeds. */
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
  const sent = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    "content-length": Buffer.byteLength(sent),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = requestTo(`${url}/api/v3${path}`, { method, headers, agent }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.once("error", reject);
      answer.once("end", () => {
        const answered = Buffer.concat(pieces).toString();
        const { statusCode = 0 } = answer;
        if (statusCode >= 200 && statusCode < 300) resolve(answered);
        else reject(new Error(`${method} ${path}: ${statusCode} ${answered}`));
      });
    });
    outgoing.once("error", reject);
    outgoing.end(sent);
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
