import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { BUS_SCHEMES } from "@etesian/event-bus";
import { STORE_SCHEMES } from "@etesian/event-store";
import { setting, type ValuesOf } from "@etesian/service-kit";

const project = dirname(dirname(dirname(import.meta.dirname)));

/** One processor is left to the rest: requests, events, and turning results into JSON. */
const DEFAULT_WORKERS = Math.max(1, availableParallelism() - 1);

/** What can be set; documented in docs/configuration.md. */
export const settings = {
  model: setting.text("model to serve, a directory of documents", "DIR", join(project, "models/starter")),
  data: setting.text("where events and the cache are kept", "DIR", join(project, ".etesian")),
  store: setting.url("event store; by default a file in the data directory", STORE_SCHEMES, null),
  bus: setting.url("event bus that hands events to other processes; by default none does", BUS_SCHEMES, "memory:"),
  host: setting.text("address to listen on; 0.0.0.0 for all", "ADDRESS", "127.0.0.1"),
  port: setting.port("port to listen on; 0 for any that is free", 3000),
  workers: setting.integer("threads that calculate", { min: 1, max: 256 }, DEFAULT_WORKERS),
  queueLength: setting.integer("calculations that may wait for a thread", { min: 1, max: 100_000 }, 256),
  solutionMemory: setting.integer("MB for solutions that may be asked about again", { min: 1, max: 1_000_000 }, 64),
  bodyLimit: setting.integer("largest request body, in KB", { min: 64, max: 1_000_000 }, 1024),
  rateLimit: setting.integer("requests per minute and client address; 0 for no limit", { min: 0, max: 1e9 }, 0),
  trustProxy: setting.toggle("believe the X-Forwarded-… headers of a proxy in front"),
  logLevel: setting.choice(
    "how much is logged",
    ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    "warn",
  ),
} as const;

export type Values = ValuesOf<typeof settings>;
