/** Tests a single service, and two services in one process, from outside. */
import { expect, test } from "vitest";
import { defineService } from "./define-service.ts";
import { freePort } from "./free-port.ts";
import { serve } from "./rpc/observed-calls.ts";
import { connect } from "./rpc/client.ts";
import { status } from "./rpc/error.ts";
import { startServices } from "./run.ts";

const text = {
  encode: (message: string) => ({ finish: () => Buffer.from(message) }),
  decode: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
};
const echoService = {
  fullName: "test.v1.EchoService",
  methods: {
    echo: {
      name: "Echo",
      requestType: text,
      requestStream: false as const,
      responseType: text,
      responseStream: false as const,
      options: {},
    },
  },
};

test("a slow service opens before the services it needs, and calls them once they are open", async () => {
  const openedServices: string[] = [];
  const echo = defineService({
    name: "echo",
    settings: {},
    needs: {},
    open: async () => {
      openedServices.push("echo");
      return { rpc: serve(echoService, { echo: async (request) => request }) };
    },
  });
  let callEcho: () => Promise<string> = () => Promise.reject(new Error("the service was not opened"));
  const slow = defineService({
    name: "slow",
    settings: {},
    needs: { echo: echoService },
    opensFirst: true,
    open: async ({ clients }) => {
      openedServices.push("slow");
      callEcho = () => clients.echo.echo("hello");
      await expect(callEcho()).rejects.toMatchObject({ code: status.UNAVAILABLE });
      return {};
    },
  });
  const { shutdown } = await startServices("both", [echo, slow], { operationsPort: 0, logLevel: "silent" });
  expect(openedServices).toEqual(["slow", "echo"]);
  expect(await callEcho()).toBe("hello");
  await shutdown.stop();
});

test("a service receives no calls before it is ready", async () => {
  const [mayBeReady, isOpen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const service = defineService({
    name: "echo",
    settings: {},
    needs: {},
    open: async () => {
      isOpen.resolve();
      return { rpc: serve(echoService, { echo: async (request) => request }), ready: mayBeReady.promise };
    },
  });
  const rpcPort = await freePort();
  const client = connect(echoService, { address: `127.0.0.1:${rpcPort}`, deadlineMs: 5_000, token: "of the test" });
  const starting = startServices("echo", [service], { rpcPort, token: "of the test", logLevel: "silent" });
  await isOpen.promise;
  // Waits long enough for startup to finish, except for readiness.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(client.echo("early")).rejects.toMatchObject({ code: status.UNAVAILABLE });
  mayBeReady.resolve();
  const { shutdown } = await starting;
  await client.ready(5_000);
  expect(await client.echo("ready")).toBe("ready");
  client.close();
  await shutdown.stop();
});
