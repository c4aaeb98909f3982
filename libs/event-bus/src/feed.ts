/** Feeds: the separate streams of a bus, each in the order of the store that its events come from. */

/**
 * `events` has all events of a store that services share. Where each keeps a file of its own, those of scenarios are there,
 * and the others have feeds that are named as their files.
 */
export const FEEDS = ["events", "accounts", "curves", "saved-scenarios"] as const;
export type Feed = (typeof FEEDS)[number];
