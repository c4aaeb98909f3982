/** Event store: one port, adapters chosen by URL; deciders and read models on top of it. */
export {
  Aggregates,
  eventIdOf,
  type Aggregate,
  type Cause,
  type Decider,
  type Decision,
  type Outcome,
} from "./aggregates.ts";
export { Creations, type Created } from "./creations.ts";
export {
  eventCodec,
  InvalidEventError,
  type EventCodec,
  type EventDefinition,
  type EventDefinitions,
  type EventOf,
} from "./codec.ts";
export {
  DuplicateEventError,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
  type EventStore,
  type ExpectedVersion,
} from "./event-store.ts";
export { recordedEventSchema } from "./event-schema.ts";
export { START, type NewEvent, type Position, type RecordedEvent } from "./event.ts";
export { News } from "./news.ts";
export {
  DATABASE_SCHEMES,
  isEventStoreDb,
  openEventStore,
  openReadDatabase,
  STORE_SCHEMES,
  withoutPassword,
} from "./open.ts";
export { type Process, RunningProcess } from "./processes/process.ts";
export { Projector, type Projection } from "./projections/projector.ts";
export {
  lastNumberOf,
  sql,
  takeNumber,
  type ReadDatabase,
  type SqlValue,
  type Statement,
} from "./projections/read-database.ts";
export { DamagedEventError } from "./stored-event.ts";
export { WatchedStore } from "./watched-store.ts";
