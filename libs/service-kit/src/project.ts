/** Where things are unless told otherwise. */
import { dirname, join } from "node:path";
import { addDetails, setting } from "./config.ts";

/** The directory of the project. */
export const PROJECT = dirname(dirname(dirname(import.meta.dirname)));

/** The setting that services share for what they keep on disk. */
export const DATA_DIRECTORY = addDetails(
  setting.text("where events and the cache are kept", "DIR", join(PROJECT, ".etesian")),
  "[Back up](events.md#backup-and-restore) the events; `erased.jsonl` says who [was erased](security.md#erasing-a-person) " +
    "and is kept, too; `cache/` and `used-areas.json` (the areas that the next start makes fast) may be deleted at any time",
);
