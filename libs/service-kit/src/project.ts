/** Default locations. */
import { dirname, join } from "node:path";
import { addDetails, setting } from "./config.ts";

/** The project's directory. */
export const PROJECT = dirname(dirname(dirname(import.meta.dirname)));

/** The data directory, a setting that services share. */
export const DATA_DIRECTORY = addDetails(
  setting.text("directory for events and the cache", "DIR", join(PROJECT, ".etesian")),
  "[Back up](events.md#backup-and-restore) the events; `erased.jsonl` lists [erased people](security.md#erasing-a-person) " +
    "and belongs to the backup; `cache/` and `used-areas.json` (areas for the next warm-up) may be deleted at any time",
);
