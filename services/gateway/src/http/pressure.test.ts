import { expect, test } from "vitest";
import { newGateway } from "../gateway.fixture.ts";

test("a start in which the event loop did not turn refuses no request", async () => {
  const app = await newGateway();
  // Longer than between two looks at the event loop: the next one has nothing to go by.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
  const url = await app.listen({ port: 0 });
  // The look itself comes with the first turns of the loop.
  for (let asked = 0; asked < 20; asked++) {
    const { status } = await fetch(`${url}/api/v3/scenarios/1`);
    expect([asked, status]).toEqual([asked, 200]);
  }
  await app.close();
});
