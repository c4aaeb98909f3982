/** Feeds: the separate streams of a bus, each in the order of its store. */

/**
 * `events` has all events of a store that services share. Where each service has its own file, `events` has the
 * scenarios' events, and the other feeds are named after the files.
 */
export const FEEDS = ["events", "accounts", "curves", "saved-scenarios", "sweeps"] as const;
export type Feed = (typeof FEEDS)[number];
