import { credentials, Server, ServerCredentials, status } from "@grpc/grpc-js";
import { afterEach, expect, test } from "vitest";
import { ScenariosServiceService } from "./scenarios.ts";
import { type Calls, connect, type Handlers, implement, RpcError } from "./rpc.ts";

type Definition = Pick<typeof ScenariosServiceService, "deleteScenario">;
const { deleteScenario } = ScenariosServiceService;
const definition: Definition = { deleteScenario };

const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((stop) => stop()));

/** A server with one method, and its callers' view of it. */
async function serve(
  handler: Handlers<Definition>["deleteScenario"],
  onUnexpected: (error: unknown, method: string, requestId: string) => void = () => {},
): Promise<Calls<Definition>> {
  const server = new Server();
  server.addService(definition, implement(definition, { deleteScenario: handler }, onUnexpected));
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const connection = connect(definition, `127.0.0.1:${port}`, credentials.createInsecure());
  running.push(() => (connection.close(), server.forceShutdown()));
  return connection.calls;
}

test("a call brings the request and its id to the handler, and the answer back", async () => {
  const seen: unknown[] = [];
  const calls = await serve(async (request, { requestId }) => {
    seen.push(request, requestId);
    return {};
  });
  expect(await calls.deleteScenario({ id: 7 }, { requestId: "r1" })).toEqual({});
  expect(seen).toEqual([{ id: 7 }, "r1"]);
});

test("an RpcError of the handler is the caller's, with status, text and time to wait", async () => {
  const calls = await serve(async () => {
    throw new RpcError(status.RESOURCE_EXHAUSTED, "full", 3);
  });
  const refused = calls.deleteScenario({ id: 1 });
  await expect(refused).rejects.toBeInstanceOf(RpcError);
  await expect(refused).rejects.toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
    message: "full",
    retryAfterSeconds: 3,
  });
});

test("an unexpected error is reported on the server and hidden from the caller", async () => {
  const reported: unknown[] = [];
  const calls = await serve(
    async () => {
      throw new Error("secret");
    },
    (error, method, requestId) => reported.push((error as Error).message, method, requestId),
  );
  await expect(calls.deleteScenario({ id: 1 }, { requestId: "r2" })).rejects.toMatchObject({
    code: status.INTERNAL,
    message: "Internal error",
  });
  expect(reported).toEqual(["secret", "deleteScenario", "r2"]);
});

test("giving up aborts the handler's signal", async () => {
  const client = new AbortController();
  let aborted = () => {};
  const handlerSawIt = new Promise<void>((resolve) => (aborted = resolve));
  const calls = await serve(async (_request, { signal }) => {
    signal.addEventListener("abort", () => aborted());
    client.abort();
    await handlerSawIt;
    return {};
  });
  await expect(calls.deleteScenario({ id: 1 }, { signal: client.signal })).rejects.toMatchObject({
    code: status.CANCELLED,
  });
  await handlerSawIt;
});
