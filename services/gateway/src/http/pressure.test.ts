import { expect, test } from "vitest";
import { newGateway } from "../gateway.fixture.ts";

test("no request is refused after a start that blocks the event loop", async () => {
  const app = await newGateway();
  // Longer than the sampling interval, so that the next sample has no measurement.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
  const url = await app.listen({ port: 0 });
  // The sample is taken in the first iterations of the event loop.
  for (let request = 0; request < 20; request++) {
    const { status } = await fetch(`${url}/api/v3/scenarios/1`);
    expect([request, status]).toEqual([request, 200]);
  }
  await app.close();
});
