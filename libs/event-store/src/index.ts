/** Event store: one port with adapters chosen by URL; deciders and read models on top of it. */
export {
  Aggregates,
  eventIdOf,
  type Aggregate,
  type Cause,
  type Decider,
  type Envelope,
  type Decision,
  type CommandResult,
  type Outcome,
} from "./aggregates/aggregates.ts";
export { type Append, readAppends, versionBeforeAppend } from "./following/appends.ts";
export { Creations, type CreationResult } from "./aggregates/creations.ts";
export { copyEvents, EventCopy, type ReaderPosition } from "./copy.ts";
export {
  eventCodec,
  InvalidEventError,
  type EventCodec,
  type EventDefinition,
  type EventDefinitions,
  type EventOf,
} from "./aggregates/codec.ts";
export {
  acceptCurrentState,
  type Identity,
  identityOf,
  joinDeployment,
  StoreMismatchError,
} from "./deployment/deployment.ts";
export { eventsUrl, keysUrl, type Place, placesOf, readModelsUrl, type StoreSettings } from "./deployment/places.ts";
export { type StoreProgress, STORE_NAMES, type StoreName } from "./deployment/record.ts";
export {
  AppendTooLargeError,
  DuplicateEventError,
  UncertainAppendError,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
  type EventStore,
  type ExpectedVersion,
} from "./event-store.ts";
export { recordedEventSchema } from "./event-schema.ts";
export { START, type NewEvent, type Position, type RecordedEvent } from "./event.ts";
export { AppendSignal } from "./following/follow.ts";
export { Subscriptions } from "./following/subscriptions.ts";
export type { Backend } from "./backend.ts";
export {
  backendOf,
  DATABASE_SCHEMES,
  holdsOnlyEvents,
  pathOf,
  SERVER_DATABASE_SCHEMES,
  SERVER_STORE_SCHEMES,
  withoutPassword,
} from "./backends.ts";
export { openEventStore, openReadDatabase } from "./open.ts";
export { HeldEvents } from "./processes/held-events.ts";
export { type Process, PROCESSES, RunningProcess, type ServiceProcess } from "./processes/process.ts";
export { Projector, type Projection } from "./projections/projector.ts";
export {
  lastNumberOf,
  sql,
  reserveId,
  reserveIdsIn,
  type ReadDatabase,
  type SqlValue,
  type Statement,
} from "./projections/read-database.ts";
export { type Migration, SchemaTooNewError } from "./schema.ts";
export { openSnapshots } from "./open-snapshots.ts";
export type { Row, StoreSnapshot } from "./snapshot.ts";
export { replaceFiles, type Replacement, checkpointFile } from "./sqlite/replace-files.ts";
export { FORMER_NAMES, FormerFilesError, formerFilesIn, mergeFormerFiles } from "./sqlite/former-files/merge.ts";
export { DamagedEventError } from "./stored-event.ts";
export { WatchedStore } from "./watched-store.ts";
