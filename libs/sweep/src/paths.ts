/** Paths in the flags of commands, and their defaults. */
import { join, resolve } from "node:path";
import { DEFAULT_DATA, PROJECT } from "@etesian/service-kit";

/** Paths are relative to the directory in which the command was typed. */
export const resolvePath = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

/** The directories of the model and of its cache. */
export function directories({
  model,
  data,
}: {
  readonly model?: string | undefined;
  readonly data?: string | undefined;
}): {
  readonly model: string;
  readonly cache: string;
} {
  return {
    model: model === undefined ? join(PROJECT, "models/starter") : resolvePath(model),
    cache: join(data === undefined ? (process.env["ETESIAN_DATA"] ?? DEFAULT_DATA) : resolvePath(data), "cache"),
  };
}
