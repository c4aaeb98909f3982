import type { Backend } from "../backend.ts";

export const postgres: Backend = {
  name: "postgresql",
  schemes: ["postgres://", "postgresql://"],
  pathOf: null,
  preservesOrder: false,
  openEventStore: async (url) => (await import("./event-store.ts")).openPostgresEventStore(url),
  openReadDatabase: async (url) => (await import("./read-database.ts")).openPostgresReadDatabase(url),
  openSnapshot: async (url) => (await import("./snapshot.ts")).openPostgresSnapshot(url),
  openRecord: async (url) => (await import("./record.ts")).postgresRecord(url),
  createDatabase: async (url) => (await import("./create-database.ts")).createDatabase(url),
};
