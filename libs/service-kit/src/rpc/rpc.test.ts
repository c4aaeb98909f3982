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
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

class ExcessError extends Error {}

function createService(handlers: Partial<Handlers<typeof echoService>>): ServedService {
  const echo = async ({ text }: { text: string }) => ({ text });
  const count = async function* ({ to }: { to: number }) {
    for (let number = 1; number <= to; number++) yield { number, filling: "" };
  };
  const translate = (error: unknown) =>
    error instanceof ExcessError ? new RpcError(status.RESOURCE_EXHAUSTED, "too much", { retryAfterSeconds: 3 }) : null;
  return serve(echoService, { echo, write: echo, count, ...handlers }, translate);
}

async function startServer(handlers: Partial<Handlers<typeof echoService>>, port = 0) {
  const metrics = createMetrics();
  const services = [createService(handlers)];
  const server = await startRpcServer({ host: "127.0.0.1", port, services, token: TOKEN, log, metrics });
  closers.push(() => server.close(200));
  return { server, metrics, createClient: (deadlineMs?: number) => connectTo(server, deadlineMs) };
}

/** Creates clients that call the service within this process. */
async function startLocally(handlers: Partial<Handlers<typeof echoService>>) {
  const metrics = createMetrics();
  const createClient = (deadlineMs = 5_000): Echo =>
    connectLocally(echoService, () => createService(handlers), { deadlineMs, log, metrics });
  return { metrics, createClient };
}

function connectTo({ address }: Pick<RpcServer, "address">, deadlineMs = 5_000, token = TOKEN): Echo {
  const client = connect(echoService, { address, deadlineMs, token });
  closers.push(() => client.close());
  return client;
}

/** A proxy to a server. While on hold, it accepts data but forwards nothing, like a hanging process. */
class StallingProxy {
  readonly address: string;
  #heldSends: (() => void)[] | null = null;

  private constructor(address: string) {
    this.address = address;
  }

  static async inFrontOf({ port }: Pick<RpcServer, "port">): Promise<StallingProxy> {
    const listener = createServer((near) => {
      const far = connectToPort(port, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on("data", (bytes: Buffer) => proxy.#forward(bytes, to));
        from.on("close", () => to.destroy());
        from.on("error", () => {});
      }
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const proxy = new StallingProxy(`127.0.0.1:${(listener.address() as AddressInfo).port}`);
    closers.push(() => void listener.close());
    return proxy;
  }

  hold(): void {
    this.#heldSends = [];
  }

  release(): void {
    const heldSends = this.#heldSends ?? [];
    this.#heldSends = null;
    for (const send of heldSends) send();
  }

  #forward(bytes: Buffer, to: Socket): void {
    const send = (): void => void to.write(bytes);
    if (this.#heldSends === null) send();
    else this.#heldSends.push(send);
  }
}

const errorOf = (promise: Promise<unknown>): Promise<RpcError> =>
  promise.then(
    () => Promise.reject(new Error("should have failed")),
    (error: unknown) => (error instanceof RpcError ? error : Promise.reject(error as Error)),
  );

describe.each([
  ["over the network", startServer],
  ["in one process", startLocally],
])("calls between services %s", (_, startService) => {
  test("a call carries its request id, caller and deadline", async () => {
    const calls: Call[] = [];
    const { createClient } = await startService({
      echo: async ({ text }, call) => {
        calls.push(call);
        return { text };
      },
    });
    const client = createClient();
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
    const receivedCalls: CallOrigin[] = [];
    const inner = await startService({
      echo: async (request, call) => {
        receivedCalls.push(call);
        return request;
      },
    });
    const innerClient = inner.createClient();
    const outer = await startService({ echo: (request, call) => innerClient.echo(request, call) });
    await outer.createClient().echo({ text: "" }, { requestId: "r", actor: "user:1", deadline: Date.now() + 1_000 });
    expect(receivedCalls[0]).toMatchObject({ requestId: "r", actor: "user:1" });
    expect(receivedCalls[0]!.deadline).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test("errors arrive unchanged", async () => {
    const { createClient } = await startService({
      echo: () => Promise.reject(new RpcError(status.NOT_FOUND, "No such échelle")),
      write: () => Promise.reject(new ExcessError()),
    });
    const client = createClient();
    expect(await errorOf(client.echo({ text: "" }))).toMatchObject({
      code: status.NOT_FOUND,
      message: "No such échelle",
    });
    expect(await errorOf(client.write({ text: "" }))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      message: "too much",
      retryAfterSeconds: 3,
    });
  });

  test("the message of an unexpected error is not sent to the caller", async () => {
    const { createClient, metrics } = await startService({
      echo: () => Promise.reject(new Error("password is 1234")),
    });
    const error = await errorOf(createClient().echo({ text: "" }, { requestId: "r-9" }));
    expect(error).toMatchObject({ code: status.INTERNAL, message: "Internal error (request r-9)" });
    expect(await metrics.metrics()).toContain('method="Echo",code="INTERNAL"');
  });

  test("a call is cancelled at its deadline, and its handler is aborted", async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const { createClient } = await startService({
      echo: (_request, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => resolve(), { once: true })),
    });
    expect(await errorOf(createClient(100).echo({ text: "" }))).toMatchObject({ code: status.DEADLINE_EXCEEDED });
    await aborted;
  });

  test("a caller can cancel a call", async () => {
    const { createClient } = await startService({ echo: () => new Promise(() => {}) });
    const client = createClient();
    const controller = new AbortController();
    const pending = errorOf(client.echo({ text: "" }, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    expect(await pending).toMatchObject({ code: status.CANCELLED });
    expect(await errorOf(client.echo({ text: "" }, { signal: controller.signal }))).toMatchObject({
      code: status.CANCELLED,
    });
  });

  test("only calls of methods without side effects are retried", async () => {
    const attempts = { echo: 0, write: 0 };
    const failTwice = (method: keyof typeof attempts) => async () => {
      attempts[method] += 1;
      if (attempts[method] < 3) throw new RpcError(status.UNAVAILABLE, "not now");
      return { text: "at last" };
    };
    const { createClient } = await startService({ echo: failTwice("echo"), write: failTwice("write") });
    const client = createClient();
    expect(await client.echo({ text: "" })).toEqual({ text: "at last" });
    expect(await errorOf(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
    expect(attempts).toEqual({ echo: 3, write: 1 });
  });

  test("changes with an idempotency key are retried with the same key", async () => {
    const keys: (string | null)[] = [];
    const { createClient } = await startService({
      write: async (request, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length < 3) throw new RpcError(status.UNAVAILABLE, "not now");
        return request;
      },
    });
    const idempotencyKey = "a-change-with-a-name";
    expect(await createClient().write({ text: "done" }, { idempotencyKey })).toEqual({ text: "done" });
    expect(keys).toEqual([idempotencyKey, idempotencyKey, idempotencyKey]);
  });
});

describe.each([
  ["over the network", startServer],
  ["in one process", startLocally],
])("streaming responses %s", (_, startService) => {
  const collectNumbers = async (responses: AsyncIterable<{ number: number }>): Promise<number[]> => {
    const numbers: number[] = [];
    for await (const { number } of responses) numbers.push(number);
    return numbers;
  };

  test("all messages of a long stream arrive in order", async () => {
    const { createClient, metrics } = await startService({});
    const client = createClient();
    expect(await collectNumbers(client.count({ to: 1000 }))).toEqual(
      Array.from({ length: 1000 }, (_, index) => index + 1),
    );
    expect(await collectNumbers(client.count({ to: 0 }))).toEqual([]);
    expect(await metrics.metrics()).toContain('method="Count",code="OK"');
  });

  test("a stream ends with the service's error", async () => {
    const { createClient } = await startService({
      count: async function* () {
        yield { number: 1, filling: "" };
        throw new ExcessError();
      },
    });
    const numbers: number[] = [];
    const reading = (async () => {
      for await (const { number } of createClient().count({ to: 3 })) numbers.push(number);
    })();
    expect(await errorOf(reading)).toMatchObject({ code: status.RESOURCE_EXHAUSTED, retryAfterSeconds: 3 });
    expect(numbers).toEqual([1]);
  });

  test("messages of a stream are generated only on request, and none after the reader stops", async () => {
    let count = 0;
    const stopped = Promise.withResolvers<void>();
    const { createClient } = await startService({
      count: async function* () {
        try {
          for (;;) yield { number: ++count, filling: "x".repeat(100_000) };
        } finally {
          stopped.resolve();
        }
      },
    });
    for await (const { number } of createClient().count({ to: Infinity })) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (number === 5) break;
    }
    await stopped.promise;
    expect(count).toBeLessThan(200);
  });

  test("the caller's signal ends a stream", async () => {
    const { createClient } = await startService({
      count: async function* (_request, { signal }) {
        yield { number: 1, filling: "" };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    const controller = new AbortController();
    const responses = createClient().count({ to: 2 }, { signal: controller.signal });
    const reading = (async () => {
      for await (const { number } of responses) if (number === 1) controller.abort();
    })();
    expect((await errorOf(reading)).code).toBe(status.CANCELLED);
  });
});

describe("calls over the network", () => {
  test("calls without the deployment's token are refused", async () => {
    const { server } = await startServer({});
    for (const token of ["", "of the tesT", "of the test "]) {
      const error = await errorOf(connectTo(server, 5_000, token).echo({ text: "" }, { actor: "user:1" }));
      expect(error).toMatchObject({
        code: status.UNAUTHENTICATED,
        message: "The caller is not a service of this deployment",
      });
    }
    expect(await connectTo(server).echo({ text: "x" })).toEqual({ text: "x" });
  });

  test("a client reconnects to a restarted service quickly", async () => {
    const first = await startServer({});
    const client = connectTo(first.server);
    await client.ready(2_000);
    await first.server.close(0);
    expect(await errorOf(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
    await startServer({}, first.server.port);
    await client.ready(2_000);
    expect(await client.write({ text: "back" })).toEqual({ text: "back" });
  });

  /** Starts two processes of a service that count their calls. */
  async function startTwoProcesses() {
    const callCounts: [number, number] = [0, 0];
    const startProcess = (index: 0 | 1) =>
      startServer({
        echo: async (request) => {
          callCounts[index] += 1;
          return request;
        },
        count: async function* ({ to }) {
          callCounts[index] += 1;
          yield { number: to, filling: "" };
        },
      });
    return { callCounts, processes: [await startProcess(0), await startProcess(1)] as const };
  }

  test("calls are balanced over all addresses, and no call is lost when a process stops", async () => {
    const { processes, callCounts } = await startTwoProcesses();
    const client = connectTo({ address: `ipv4:${processes.map(({ server }) => server.address).join(",")}` });
    // Both connections are established when both have received calls.
    while (callCounts.includes(0)) await client.echo({ text: "" });
    callCounts.fill(0);
    for (let n = 0; n < 20; n++) await client.echo({ text: "" });
    expect(callCounts).toEqual([10, 10]);
    await processes[0].server.close(0);
    for (let n = 0; n < 20; n++) await client.echo({ text: "" });
    expect(callCounts).toEqual([10, 30]);
  });

  test("a hanging process receives no more calls, and another process repeats its calls", async () => {
    const { processes, callCounts } = await startTwoProcesses();
    const stallingProxy = await StallingProxy.inFrontOf(processes[0].server);
    const client = connectTo({ address: `ipv4:${stallingProxy.address},${processes[1].server.address}` }, 50_000);
    while (callCounts.includes(0)) await client.echo({ text: "" });
    callCounts.fill(0);
    stallingProxy.hold();
    const readFirst = async (to: number): Promise<unknown> => {
      for await (const { number } of client.count({ to })) return number;
      return null;
    };
    // Each process gets one of the two calls.
    const [echoCalls, countCalls] = [
      [client.echo({ text: "1" }), client.echo({ text: "2" })],
      [readFirst(3), readFirst(4)],
    ];
    expect(await Promise.all(echoCalls)).toEqual([{ text: "1" }, { text: "2" }]);
    expect(await Promise.all(countCalls)).toEqual([3, 4]);
    for (let n = 0; n < 10; n++) await client.echo({ text: "" });
    expect(callCounts).toEqual([0, 14]);
  });

  test("a service whose processes all hang is unreachable, and calls fail before their deadline", async () => {
    const { server } = await startServer({});
    const stallingProxy = await StallingProxy.inFrontOf(server);
    stallingProxy.hold();
    const client = connectTo(stallingProxy, 25_000);
    const unaryError = errorOf(client.echo({ text: "" }));
    const streamError = errorOf(client.count({ to: 1 })[Symbol.asyncIterator]().next());
    expect(await unaryError).toMatchObject({
      code: status.UNAVAILABLE,
      message: expect.stringContaining("does not respond"),
    });
    expect(await streamError).toMatchObject({ code: status.UNAVAILABLE });
    stallingProxy.release();
    await client.ready(5_000);
    expect(await client.echo({ text: "back" })).toEqual({ text: "back" });
  });

  test("a call that ends because its service stops is reported as unavailable", async () => {
    const { server } = await startServer({ write: () => new Promise(() => {}) });
    const client = connectTo(server);
    await client.ready(2_000);
    const pending = errorOf(client.write({ text: "" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.close(0);
    expect(await pending).toMatchObject({ code: status.UNAVAILABLE });
  });

  test("a server that stops finishes its running calls", async () => {
    const [started, mayRespond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { server } = await startServer({
      echo: async (request) => {
        started.resolve();
        await mayRespond.promise;
        return request;
      },
    });
    const pending = connectTo(server).echo({ text: "finished" });
    await started.promise;
    const closing = server.close(5_000);
    mayRespond.resolve();
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
        // Closing with a code also causes an error of the stream on this side.
        stream.on("error", () => {});
        stream.respond({ ":status": 200, "content-type": "application/grpc" });
        stream.close(code);
      });
      await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
      closers.push(() => void listener.close());
      const client = connectTo({ address: `127.0.0.1:${(listener.address() as AddressInfo).port}` });
      expect(await errorOf(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
      expect(calls).toBe(1);
      expect(await errorOf(client.echo({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
      expect(calls).toBe(5);
    },
  );

  test("calls and waiting for readiness fail with the address if there is no listener", async () => {
    const client = connectTo({ address: "127.0.0.1:1" });
    expect(await errorOf(client.write({ text: "" }))).toMatchObject({ code: status.UNAVAILABLE });
    await expect(client.ready(200)).rejects.toThrow("127.0.0.1:1 does not respond");
  });
});

test("a message within one process is copied, as over the network", async () => {
  const receivedRequests: { text: string }[] = [];
  const { createClient } = await startLocally({
    echo: async (request) => {
      receivedRequests.push(request);
      return request;
    },
  });
  const request = { text: "original" };
  const response = await createClient().echo(request);
  response.text = "changed";
  request.text = "changed";
  expect(receivedRequests).toEqual([{ text: "original" }]);
});
