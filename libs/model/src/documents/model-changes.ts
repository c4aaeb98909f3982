/** Changes of inputs from one version of a model to the next: `config/model_changes.yml`. */
import type { InputChange, ModelChange } from "../definition.ts";
import type { Problem } from "../problem.ts";

const FILE = "config/model_changes.yml";

type Note = (severity: Problem["severity"], key: string | null, message: string) => void;
type Mapping = { readonly [name: string]: unknown };

/**
 * Reads the setting, oldest version first. An invalid version is an error and is ignored as a whole, since applying
 * half of it would corrupt scenarios. A doubtful entry (an input that never existed) is a warning.
 */
export function readModelChanges(
  setting: unknown,
  inputs: ReadonlySet<string>,
  problems: Problem[],
): readonly ModelChange[] {
  if (setting === undefined || setting === null) return [];
  let broken = false;
  const note: Note = (severity, key, message) => {
    broken ||= severity === "error";
    problems.push({ severity, file: FILE, line: null, key, message });
  };
  if (!Array.isArray(setting)) note("error", null, "expected a list of versions");
  const changes = (Array.isArray(setting) ? (setting as readonly unknown[]) : []).flatMap(
    (item, index) => readVersion(item, `entry ${index + 1}`, note) ?? [],
  );
  for (const [index, { version }] of changes.entries()) {
    const before = changes[index - 1]?.version;
    if (before !== undefined && !(version > before))
      note("error", null, `version ${version} follows ${before}: expected the oldest first, each version once`);
  }
  if (broken) return [];
  warnOfTargets(changes, inputs, note);
  return changes;
}

const VERSION = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/;

function readVersion(item: unknown, place: string, note: Note): ModelChange | null {
  if (!isMapping(item)) {
    note("error", null, `${place}: expected a version and its inputs`);
    return null;
  }
  const { version, inputs, ...others } = item;
  for (const name of Object.keys(others))
    note("error", null, `${place}: ${name} is unknown; expected version and inputs`);
  if (typeof version !== "string" || !VERSION.test(version)) {
    const found = JSON.stringify(version ?? null);
    note("error", null, `${place}: version is ${found}, expected a string of letters, digits, dots and hyphens`);
    return null;
  }
  if (!isMapping(inputs)) {
    note("error", null, `version ${version}: expected inputs by their previous key`);
    return null;
  }
  const changed = Object.entries(inputs).map(([key, change]): [string, InputChange] => {
    const read = readChange(key, change, (message) =>
      note("error", key, `version ${version}, input ${key}: ${message}`),
    );
    if (read.key === key && read.factor === 1) {
      note("warning", key, `version ${version}, input ${key}: nothing changes; expected key, factor or removed`);
    }
    return [key, read];
  });
  const targets = changed.flatMap(([, { key }]) => key ?? []);
  for (const target of new Set(targets.filter((key, at) => targets.indexOf(key) !== at))) {
    note("error", target, `version ${version}: several inputs become ${target}`);
  }
  return { version, inputs: Object.fromEntries(changed) };
}

function readChange(key: string, change: unknown, refuse: (message: string) => void): InputChange {
  const { key: next = key, factor = 1, removed = false, ...others } = isMapping(change) ? change : {};
  if (!isMapping(change)) refuse("expected key, factor or removed");
  for (const name of Object.keys(others)) refuse(`${name} is unknown; expected key, factor or removed`);
  if (typeof next !== "string" || next === "") refuse("key is not a string");
  if (typeof factor !== "number" || !Number.isFinite(factor) || factor === 0) {
    refuse(`factor is ${JSON.stringify(factor)}, expected a number other than 0`);
  }
  if (typeof removed !== "boolean") refuse("removed is neither true nor false");
  return { key: removed === true ? null : String(next), factor: Number(factor) };
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function warnOfTargets(changes: readonly ModelChange[], inputs: ReadonlySet<string>, note: Note): void {
  for (const { version, inputs: changed } of changes) {
    for (const [key, { key: next }] of Object.entries(changed)) {
      const last = next === null ? null : keyAfter(next, version, changes);
      if (last === null || inputs.has(last)) continue;
      note("warning", key, `version ${version}, input ${key}: it became ${last}, which is not an input of the model`);
    }
  }
}

/** The current key of an input of an earlier version; null if it was removed. */
function keyAfter(key: string, version: string, changes: readonly ModelChange[]): string | null {
  let present: string | null = key;
  for (const { version: later, inputs } of changes) {
    if (later > version && present !== null && Object.hasOwn(inputs, present)) present = inputs[present]!.key;
  }
  return present;
}
