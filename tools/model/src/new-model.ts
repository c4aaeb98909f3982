/** A minimal model to start from. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";

const MINIMAL = join(PROJECT, "models/minimal");

/** Copies the minimal model to a new directory. Returns false, and writes nothing, if the path exists. */
export function createModel(directory: string): boolean {
  if (existsSync(directory)) return false;
  cpSync(MINIMAL, directory, { recursive: true });
  return true;
}
