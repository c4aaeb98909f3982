import { setImmediate as nextIteration } from "node:timers/promises";
import fastify from "fastify";
import { expect, test } from "vitest";
import { newGateway } from "../gateway.fixture.ts";
import { registerErrorHandler } from "./errors.ts";
import { FILES } from "./files.ts";
import { refuseUnderPressure } from "./pressure.ts";

const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("no request is refused after a startup that blocks the event loop", async () => {
  const app = await newGateway();
  // Longer than the sampling interval, so that the next sample has no measurement.
  blockFor(1_100);
  const url = await app.listen({ port: 0 });
  // The sample is taken in the first iterations of the event loop.
  for (let request = 0; request < 20; request++) {
    const { status } = await fetch(`${url}/api/v3/scenarios/1`);
    expect([request, status]).toEqual([request, 200]);
  }
  await app.close();
});

test("a server whose event loop is blocked repeatedly refuses requests, but still sends the files of its pages", async () => {
  const app = fastify();
  registerErrorHandler(app);
  refuseUnderPressure(app);
  app.get("/scenario", async () => ({}));
  app.get("/script.js", FILES, async () => "");
  await app.listen({ port: 0 });
  const readStatuses = async (): Promise<readonly number[]> => {
    const responses = await Promise.all(["/scenario", "/script.js"].map((url) => app.inject(url)));
    return responses.map(({ statusCode }) => statusCode);
  };
  const statusHistory: (readonly number[])[] = [];
  for (let block = 0; block < 4; block++) {
    blockFor(1_700);
    await nextIteration();
    await nextIteration();
    statusHistory.push(await readStatuses());
  }
  expect([statusHistory[0], statusHistory.at(-1)]).toEqual([
    [200, 200],
    [503, 200],
  ]);
  await expect.poll(readStatuses).toEqual([200, 200]);
  await app.close();
});
