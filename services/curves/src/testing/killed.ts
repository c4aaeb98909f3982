/**
 * Uploads a file for scenario 1 and kills itself with SIGKILL immediately before or after it stores the event that
 * refers to the file's values: `node killed.ts URL before|after`.
 */
import type { KeepCurveRequest } from "@etesian/contracts/curves";
import { type EventStore, openEventStore, openReadDatabase } from "@etesian/event-store";
import { curvesService } from "../handlers.ts";
import { CurveValueStore } from "../curve-value-store.ts";

const [url = "", moment = ""] = process.argv.slice(2);
const store = await openEventStore(url);
const killedStore: Pick<EventStore, "append"> = {
  async append(stream, events, expectedVersion) {
    if (moment === "after") await store.append(stream, events, expectedVersion);
    process.kill(process.pid, "SIGKILL");
    throw new Error("the process survived");
  },
};
const service = curvesService(
  new Proxy(store, {
    get: (target, property) =>
      property === "append" ? killedStore.append : (Reflect.get(target, property) as () => unknown).bind(target),
  }),
  await CurveValueStore.open(await openReadDatabase(url)),
);
const request: KeepCurveRequest = {
  scenario: 1,
  key: "price",
  type: "price",
  fileName: "mine.csv",
  content: Buffer.from("12.5\n".repeat(8760)),
  source: undefined,
};
await (service.handlers["keepCurve"]!(request, { actor: "anonymous", requestId: "r" } as never) as Promise<unknown>);
