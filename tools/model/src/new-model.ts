/** A model to begin from. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";

const MINIMAL = join(PROJECT, "models/minimal");

/** Copies the minimal model to a new directory. False when there is something of that name: nothing is written then. */
export function newModel(directory: string): boolean {
  if (existsSync(directory)) return false;
  cpSync(MINIMAL, directory, { recursive: true });
  return true;
}
