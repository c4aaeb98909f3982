import { describe, expect, test } from "vitest";
import { createLogger } from "./logs.ts";
import { counter, createMetrics, histogram, type MetricDefinition } from "./metrics.ts";
import { startOperations } from "./operations.ts";
import { Readiness } from "./readiness.ts";
import { Shutdown } from "../shutdown.ts";

const THINGS: MetricDefinition = { type: "counter", name: "things_total", help: "things", labels: {}, services: "all" };

describe("the operations port", () => {
  test("the operations port reports whether the process is alive and ready, and its metrics", async () => {
    const metrics = createMetrics();
    const readiness = new Readiness();
    let store = "down";
    readiness.add("store", () => {
      if (store === "down") throw new Error("disk is gone");
    });
    counter(metrics, THINGS, []).inc();
    counter(metrics, THINGS, []).inc();
    const operations = await startOperations({ host: "127.0.0.1", port: 0, readiness, metrics });
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${operations.port}${path}`);
      return [response.status, await response.text()] as const;
    };
    expect(await get("/healthz")).toEqual([200, '{"status":"ok"}']);
    expect(await get("/readyz")).toEqual([503, '{"ready":false,"parts":{"store":"disk is gone"}}']);
    store = "up";
    expect(await get("/readyz")).toEqual([200, '{"ready":true,"parts":{"store":"ok"}}']);
    expect((await get("/metrics"))[1]).toContain("things_total 2");
    expect((await get("/metrics"))[1]).toContain("process_resident_memory_bytes");
    expect((await get("/other"))[0]).toBe(404);
    readiness.stop();
    expect((await get("/readyz"))[0]).toBe(503);
    await operations.close();
  });

  test("a part that does not respond is not ready", async () => {
    const readiness = new Readiness();
    readiness.add("slow", () => new Promise(() => {}));
    expect(await readiness.report()).toEqual({ ready: false, parts: { slow: "no response within 2000 ms" } });
  });

  test("a metric is registered once", () => {
    const metrics = createMetrics();
    const make = () => histogram(metrics, { ...THINGS, type: "histogram", name: "h", buckets: [1] });
    expect(make()).toBe(make());
  });
});

describe("the shutdown", () => {
  test("the shutdown runs once, in reverse order of startup, despite failures", async () => {
    const stopped: string[] = [];
    const shutdown = new Shutdown(createLogger({ program: "test", level: "silent" }));
    shutdown.add("store", () => void stopped.push("store"));
    shutdown.add("server", async () => {
      stopped.push("server");
      throw new Error("no");
    });
    await Promise.all([shutdown.stop(), shutdown.stop()]);
    expect(stopped).toEqual(["server", "store"]);
  });
});
