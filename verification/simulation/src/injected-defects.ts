/** Defects of a store, a database or a broker that can be injected; the simulation has to detect each of them. */
export const INJECTED_DEFECTS = [
  "the expected version is not checked",
  "event IDs are not checked",
  "half an append is stored",
  "an append is acknowledged before its commit",
  "events are visible before their commit",
  "readers skip uncommitted appends",
  "a stream is read in an earlier state",
  "a snapshot has a version that is too high",
  "the checkpoint is moved before the tables are written",
  "the tables are written before the checkpoint is moved",
  "a checkpoint moves from any position",
  "an event is marked as handled too early",
  "the broker loses accepted events",
  "the broker reorders events",
  "messages are acknowledged on delivery",
] as const;

export type InjectedDefect = (typeof INJECTED_DEFECTS)[number];
