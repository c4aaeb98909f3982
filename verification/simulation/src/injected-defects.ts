/** Defects of a store, a database or a broker that can be injected: a simulation has to find each of them. */
export const INJECTED_DEFECTS = [
  "the expected version is not compared",
  "ids of events are compared nowhere",
  "half an append is kept",
  "an append is answered before its commit",
  "events are seen before their commit",
  "appends under way hold up no reader",
  "a stream is read as it was a moment ago",
  "a snapshot is of a version too late",
  "the checkpoint is moved before the tables are written",
  "the tables are written before the checkpoint is moved",
  "checkpoints move wherever they are",
  "an event is marked as handled before it is",
  "the broker loses what it has taken",
  "the broker mixes up the order",
  "messages are acknowledged when they are sent",
] as const;

export type InjectedDefect = (typeof INJECTED_DEFECTS)[number];
