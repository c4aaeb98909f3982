/** The directories of the program and its data. */
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { addDetails, setting } from "./config.ts";

/** Whether this is the npm package `etesian`, with JavaScript programs in `server/`, not the repository or image. */
export const IS_PACKAGE = !import.meta.filename.endsWith(".ts");

/** The root of the repository, the image or the package; `models` and `package.json` are in it. */
export const PROJECT = IS_PACKAGE ? dirname(import.meta.dirname) : dirname(dirname(dirname(import.meta.dirname)));

/** The default data directory. The package is replaced by an update, so its data is in the home directory. */
export const DEFAULT_DATA = join(IS_PACKAGE ? homedir() : PROJECT, ".etesian");

/** The setting for the data directory, shared by services. */
export const DATA_DIRECTORY = addDetails(
  setting.text("directory for events and the cache", "DIR", DEFAULT_DATA),
  "[Back up](../operating.md#back-up) the events; `erased.jsonl` lists [erased people](../security.md#erasing-personal-data) " +
    "and belongs to the backup; `cache/` and `used-areas.json` (areas for the next warm-up) may be deleted at any time",
);

/** The setting for the model, shared by services that calculate. */
export const MODEL_DIRECTORY = addDetails(
  setting.text("model to serve, a directory of documents", "DIR", join(PROJECT, "models/starter")),
  "See [model-format.md](../model-format.md). `etsource` is the data of the Energy Transition Model: the first start downloads it " +
    "into the data directory with git",
);
