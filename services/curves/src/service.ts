/** The curves service: its settings, dependencies and start. */
import { openStores, READ_MODELS, STORE } from "@etesian/event-store/service";
import { DATA_DIRECTORY, defineService } from "@etesian/service-kit";
import { curvesService } from "./handlers.ts";
import { CurveValueStore } from "./curve-value-store.ts";
import { Uses } from "./uses.ts";

export const curves = defineService({
  name: "curves",
  settings: { data: DATA_DIRECTORY, store: STORE, readModels: READ_MODELS },
  needs: {},

  async open(context) {
    const { values, log, onStop } = context;
    const names = { store: "curves store", readModels: "numbers of curves" };
    const { store, readModels: database } = await openStores(names, values, context);
    const uses = await Uses.open(store, database);
    const stopping = new AbortController();
    return {
      rpc: curvesService(store, await CurveValueStore.open(database)),
      onStarted: () => {
        const collection = uses.keepCollecting(stopping.signal, (error) => {
          log.warn({ err: error }, "collecting unreferenced values failed");
        });
        onStop("collection", async () => {
          stopping.abort();
          await collection;
        });
      },
    };
  },
});
