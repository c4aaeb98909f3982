import { constants, createServer as createHttp2Server, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect as connectToPort, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createLogger } from "../operations/logs.ts";
import { createMetrics } from "../operations/metrics.ts";
import type { Call, CallOrigin } from "./call.ts";
import { connect, type RpcClient } from "./client.ts";
import { connectLocally } from "./local.ts";
import { RpcError, status } from "./error.ts";
import { type Handlers, serve, type ServedService } from "./observed-calls.ts";
import { type RpcServer, startRpcServer } from "./server.ts";
import type { MessageType } from "./service.ts";

/** Messages as JSON. */
const json = <T>(): MessageType<T> => ({
  encode: (message) => ({ finish: () => Buffer.from(JSON.stringify(message)) }),
  decode: (bytes) => JSON.parse(Buffer.from(bytes).toString()) as T,
});

const method = <Request, Response, Many extends boolean = false>(
  name: string,
  responseStream: Many,
  options: { readonly idempotencyLevel?: "NO_SIDE_EFFECTS" } = {},
) => ({
  name,
  requestType: json<Request>(),
  requestStream: false as const,
  responseType: json<Response>(),
  responseStream,
  options,
});

const echoService = {
  fullName: "test.v1.EchoService",
  methods: {
    echo: method<{ text: string }, { text: string }>("Echo", false, { idempotencyLevel: "NO_SIDE_EFFECTS" }),
    write: method<{ text: string }, { text: string }>("Write", false),
    count: method<{ to: number }, { number: number; filling: string }, true>("Count", true, {
      idempotencyLevel: "NO_SIDE_EFFECTS",
    }),
  },
};
type Echo = RpcClient<typeof echoService>;

const TOKEN = "of the test";
const log = createLogger({ program: "test", level: "silent" });
const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

class ExcessError extends Error {}

function served(handlers: Partial<Handlers<typeof echoService>>): ServedService {
  const echo = async ({ text }: { text: string }) => ({ text });
  const count = async function* ({ to }: { to: number }) {
    for (let number = 1; number <= to; number++) yield { number, filling: "" };
  };
  const translate = (error: unknown) =>
    error instanceof ExcessError ? new RpcError(status.RESOURCE_EXHAUSTED, "too much", { retryAfterSeconds: 3 }) : null;
  return serve(echoService, { echo, write: echo, count, ...handlers }, translate);
}

async function start(handlers: Partial<Handlers<typeof echoService>>, port = 0) {
  const metrics = createMetrics();
  const services = [served(handlers)];
  const server = await startRpcServer({ host: "127.0.0.1", port, services, token: TOKEN, log, metrics });
  opened.push(() => server.close(200));
  return { server, metrics, client: (deadlineMs?: number) => connectTo(server, deadlineMs) };
}

/** The same service in this process. */
async function startHere(handlers: Partial<Handlers<typeof echoService>>) {
  const metrics = createMetrics();
  const client = (deadlineMs = 5_000): Echo =>
    connectLocally(echoService, () => served(handlers), { deadlineMs, log, metrics });
  return { metrics, client };
}

function connectTo({ address }: Pick<RpcServer, "address">, deadlineMs = 5_000, token = TOKEN): Echo {
  const client = connect(echoService, { address, deadlineMs, token });
  opened.push(() => client.close());
  return client;
}

/** A proxy to a server. While it is held, it accepts data and forwards nothing, like a hanging process. */
class Wire {
  readonly address: string;
  #held: (() => void)[] | null = null;

  private constructor(address: string) {
    this.address = address;
  }

  static async to({ port }: Pick<RpcServer, "port">): Promise<Wire> {
    const listener = createServer((near) => {
      const far = connectToPort(port, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on("data", (bytes: Buffer) => wire.#carry(bytes, to));
        from.on("close", () => to.destroy());
        from.on("error", () => {});
      }
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const wire = new Wire(`127.0.0.1:${(listener.address() as AddressInfo).port}`);
    opened.push(() => void listener.close());
    return wire;
  }

  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const send of held) send();
  }

  #carry(bytes: Buffer, to: Socket): void {
    const send = (): void => void to.write(bytes);
    if (this.#held === null) send();
    else this.#held.push(send);
  }
}

const failure = (promise: Promise<unknown>): Promise<RpcError> =>
  promise.then(
    () => Promise.reject(new Error("should have failed")),
    (error: unknown) => (error instanceof RpcError ? error : Promise.reject(error as Error)),
  );

describe.each([
  ["over the network", start],
  ["in one process", startHere],
])("calls between services %s", (_, begin) => {
  test("calls carry request id, caller and deadline", async () => {
    const calls: Call[] = [];
    const { client: connected } = await begin({
      echo: async ({ text }, call) => {
        calls.push(call);
        return { text };
      },
    });
    const client = connected();
    const deadline = Date.now() + 3_000;
    expect(
      await client.echo({ text: "é" }, { requestId: "req-1", actor: "user:12", scopes: ["read"], deadline }),
    ).toEqual({ text: "é" });
    await client.echo({ text: "" });
    expect(calls[0]).toMatchObject({ requestId: "req-1", actor: "user:12", scopes: ["read"], admin: false });
    expect(Math.abs(calls[0]!.deadline - deadline)).toBeLessThan(200);
    expect(calls[1]).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), actor: "anonymous" });
  });

  test("a forwarded call keeps its origin", async () => {
    const seen: CallOrigin[] = [];
    const inner = await begin({
      echo: async (request, call) => {
        seen.push(call);
        return request;
      },
    });
    const innerClient = inner.client();
    const outer = await begin({ echo: (request, call) => innerClient.echo(request, call) });
    await outer.client().echo({ text: "" }, { requestId: "r", actor: "user:1", deadline: Date.now() + 1_000 });
    expect(seen[0]).toMatchObject({ requestId: "r", actor: "user:1" });
    expect(seen[0]!.deadline).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test("errors arrive unchanged", async () => {
    const { client: connected } = await begin({
      echo: () => Promise.reject(new RpcError(status.NOT_FOUND, "No such échelle")),
      write: () => Promise.reject(new ExcessError()),
    });
    const client = connected();
    expect(await failure(client.echo({ text: "" }))).toMatchObject({
      code: status.NOT_FOUND,
      message: "No such échelle",
    });
    expect(await failure(client.write({ text: "" }))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      message: "too much",
      retryAfterSeconds: 3,
    });
  });

  test("the message of an unexpected error is not sent to the caller", async () => {
    const { client: connected, metrics } = await begin({ echo: () => Promise.reject(new Error("password is 1234")) });
    const error = await failure(connected().echo({ text: "" }, { requestId: "r-9" }));
    expect(error).toMatchObject({ code: status.INTERNAL, message: "Internal error (request r-9)" });
    expect(await metrics.metrics()).toContain('method="Echo",code="INTERNAL"');
  });

  test("a call is cancelled at its deadline, and its handler is aborted", async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const { client: connected } = await begin({
      echo: (_request, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => resolve(), { once: true })),
    });
    expect(await failure(connected(100).echo({ text: "" }))).toMatchObject({ code: status.DEADLINE_EXCEEDED });
    await aborted;
  });

  test("a caller can cancel", async () => {
    const { client: connected } = await begin({ echo: () => new Promise(() => {}) });
    const client = connected();
    const given = new AbortController();
    const pending = failure(client.echo({ text: "" }, { signal: given.signal }));
    setTimeout(() => given.abort(), 50);
    expect(await pending).toMatchObject({ code: status.CANCELLED });
    expect(await failure(client.echo({ text: "" }, { signal: given.signal }))).toMatchObject({
      code: status.CANCELLED,
    });
  });

  test("only calls of methods without side effects are retried", async () => {
    const attempts = { echo: 0, write: 0 };
    const unavailable = (method: keyof typeof attempts) => async () => {
      attempts[method] += 1;
      if (attempts[method] < 3) throw new RpcError(status.UNAVAILABLE, "not now");
      return { text: "at last" };
    };
    const { client: connected } = await begin({ echo: unavailable("echo"), write: unavailable("write") });
    const client = connected();
    expect(await client.echo({ text: "" })).toEqual({ text: "at last" });
    expect(await failure(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
    expect(attempts).toEqual({ echo: 3, write: 1 });
  });

  test("changes with an idempotency key are retried with the same key", async () => {
    const keys: (string | null)[] = [];
    const { client: connected } = await begin({
      write: async (request, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length < 3) throw new RpcError(status.UNAVAILABLE, "not now");
        return request;
      },
    });
    const idempotencyKey = "a-change-with-a-name";
    expect(await connected().write({ text: "done" }, { idempotencyKey })).toEqual({ text: "done" });
    expect(keys).toEqual([idempotencyKey, idempotencyKey, idempotencyKey]);
  });
});

describe.each([
  ["over the network", start],
  ["in one process", startHere],
])("streaming responses %s", (_, begin) => {
  const numbers = async (answer: AsyncIterable<{ number: number }>): Promise<number[]> => {
    const found: number[] = [];
    for await (const { number } of answer) found.push(number);
    return found;
  };

  test("all messages of a long stream arrive in order", async () => {
    const { client: connected, metrics } = await begin({});
    const client = connected();
    expect(await numbers(client.count({ to: 1000 }))).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(await numbers(client.count({ to: 0 }))).toEqual([]);
    expect(await metrics.metrics()).toContain('method="Count",code="OK"');
  });

  test("streams end with the service's error", async () => {
    const { client: connected } = await begin({
      count: async function* () {
        yield { number: 1, filling: "" };
        throw new ExcessError();
      },
    });
    const found: number[] = [];
    const reading = (async () => {
      for await (const { number } of connected().count({ to: 3 })) found.push(number);
    })();
    expect(await failure(reading)).toMatchObject({ code: status.RESOURCE_EXHAUSTED, retryAfterSeconds: 3 });
    expect(found).toEqual([1]);
  });

  test("messages of a stream are generated only on request, and none after the reader stops", async () => {
    let made = 0;
    const stopped = Promise.withResolvers<void>();
    const { client: connected } = await begin({
      count: async function* () {
        try {
          for (;;) yield { number: ++made, filling: "x".repeat(100_000) };
        } finally {
          stopped.resolve();
        }
      },
    });
    for await (const { number } of connected().count({ to: Infinity })) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (number === 5) break;
    }
    await stopped.promise;
    expect(made).toBeLessThan(200);
  });

  test("the caller's signal ends a stream", async () => {
    const { client: connected } = await begin({
      count: async function* (_request, { signal }) {
        yield { number: 1, filling: "" };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    const given = new AbortController();
    const answer = connected().count({ to: 2 }, { signal: given.signal });
    const reading = (async () => {
      for await (const { number } of answer) if (number === 1) given.abort();
    })();
    expect((await failure(reading)).code).toBe(status.CANCELLED);
  });
});

describe("calls over the network", () => {
  test("calls without the deployment's token are refused", async () => {
    const { server } = await start({});
    for (const token of ["", "of the tesT", "of the test "]) {
      const error = await failure(connectTo(server, 5_000, token).echo({ text: "" }, { actor: "user:1" }));
      expect(error).toMatchObject({
        code: status.UNAUTHENTICATED,
        message: "The caller is not a service of this deployment",
      });
    }
    expect(await connectTo(server).echo({ text: "x" })).toEqual({ text: "x" });
  });

  test("a client reconnects to a restarted service quickly", async () => {
    const first = await start({});
    const client = connectTo(first.server);
    await client.ready(2_000);
    await first.server.close(0);
    expect(await failure(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
    await start({}, first.server.port);
    await client.ready(2_000);
    expect(await client.write({ text: "back" })).toEqual({ text: "back" });
  });

  /** Starts two processes of a service that count their calls. */
  async function startBoth() {
    const served: [number, number] = [0, 0];
    const serving = (index: 0 | 1) =>
      start({
        echo: async (request) => {
          served[index] += 1;
          return request;
        },
        count: async function* ({ to }) {
          served[index] += 1;
          yield { number: to, filling: "" };
        },
      });
    return { served, both: [await serving(0), await serving(1)] as const };
  }

  test("calls are balanced over all addresses, and none is lost when one stops", async () => {
    const { both, served } = await startBoth();
    const client = connectTo({ address: `ipv4:${both.map(({ server }) => server.address).join(",")}` });
    // Both connections are established when both have received calls.
    while (served.includes(0)) await client.echo({ text: "" });
    served.fill(0);
    for (let n = 0; n < 20; n++) await client.echo({ text: "" });
    expect(served).toEqual([10, 10]);
    await both[0].server.close(0);
    for (let n = 0; n < 20; n++) await client.echo({ text: "" });
    expect(served).toEqual([10, 30]);
  });

  test("a hanging process gets no more calls, and its calls are repeated at another process", async () => {
    const { both, served } = await startBoth();
    const hanging = await Wire.to(both[0].server);
    const client = connectTo({ address: `ipv4:${hanging.address},${both[1].server.address}` }, 50_000);
    while (served.includes(0)) await client.echo({ text: "" });
    served.fill(0);
    hanging.hold();
    const first = async (to: number): Promise<unknown> => {
      for await (const { number } of client.count({ to })) return number;
      return null;
    };
    // Each process gets one of two calls.
    const [echoed, counted] = [
      [client.echo({ text: "1" }), client.echo({ text: "2" })],
      [first(3), first(4)],
    ];
    expect(await Promise.all(echoed)).toEqual([{ text: "1" }, { text: "2" }]);
    expect(await Promise.all(counted)).toEqual([3, 4]);
    for (let n = 0; n < 10; n++) await client.echo({ text: "" });
    expect(served).toEqual([0, 14]);
  });

  test("a service whose processes all hang is unreachable, and calls fail before their deadline", async () => {
    const { server } = await start({});
    const hanging = await Wire.to(server);
    hanging.hold();
    const client = connectTo(hanging, 25_000);
    const late = failure(client.echo({ text: "" }));
    const lateStream = failure(client.count({ to: 1 })[Symbol.asyncIterator]().next());
    expect(await late).toMatchObject({
      code: status.UNAVAILABLE,
      message: expect.stringContaining("does not respond"),
    });
    expect(await lateStream).toMatchObject({ code: status.UNAVAILABLE });
    hanging.release();
    await client.ready(5_000);
    expect(await client.echo({ text: "back" })).toEqual({ text: "back" });
  });

  test("a call that ends because its service stops can be retried elsewhere", async () => {
    const { server } = await start({ write: () => new Promise(() => {}) });
    const client = connectTo(server);
    await client.ready(2_000);
    const pending = failure(client.write({ text: "" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.close(0);
    expect(await pending).toMatchObject({ code: status.UNAVAILABLE });
  });

  test("stopping finishes running calls", async () => {
    const [started, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { server } = await start({
      echo: async (request) => {
        started.resolve();
        await answered.promise;
        return request;
      },
    });
    const pending = connectTo(server).echo({ text: "finished" });
    await started.promise;
    const closing = server.close(5_000);
    answered.resolve();
    await closing;
    expect(await pending).toEqual({ text: "finished" });
  });

  test.each([constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_INTERNAL_ERROR])(
    "a call that the service closes without a status (code %i) is unavailable, and is retried if repeatable",
    async (code) => {
      let calls = 0;
      const listener = createHttp2Server();
      listener.on("stream", (stream: ServerHttp2Stream) => {
        calls += 1;
        // Closing with a code is also an error of the stream on this side.
        stream.on("error", () => {});
        stream.respond({ ":status": 200, "content-type": "application/grpc" });
        stream.close(code);
      });
      await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
      opened.push(() => void listener.close());
      const client = connectTo({ address: `127.0.0.1:${(listener.address() as AddressInfo).port}` });
      expect(await failure(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
      expect(calls).toBe(1);
      expect(await failure(client.echo({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
      expect(calls).toBe(5);
    },
  );

  test("without a listener, calls and waiting for readiness fail with the address", async () => {
    const client = connectTo({ address: "127.0.0.1:1" });
    expect(await failure(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
    await expect(client.ready(200)).rejects.toThrow("127.0.0.1:1 does not respond");
  });
});

test("within one process a message is copied, as over the network", async () => {
  const kept: { text: string }[] = [];
  const { client } = await startHere({
    echo: async (request) => {
      kept.push(request);
      return request;
    },
  });
  const sent = { text: "original" };
  const answer = await client().echo(sent);
  answer.text = "changed";
  sent.text = "changed";
  expect(kept).toEqual([{ text: "original" }]);
});
