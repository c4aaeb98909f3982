/** Changes to inputs between versions of a model: `config/model_changes.yml`. */
import type { InputChange, ModelChange } from "../definition.ts";
import type { Problem } from "../problem.ts";

const FILE = "config/model_changes.yml";

type Note = (severity: Problem["severity"], key: string | null, message: string) => void;
type Mapping = { readonly [name: string]: unknown };

/**
 * Reads the setting, oldest version first. After an error in any version, all changes are ignored, since applying some
 * of them would corrupt scenarios. A dubious entry (an input that never existed) is a warning.
 */
export function readModelChanges(
  setting: unknown,
  inputs: ReadonlySet<string>,
  problems: Problem[],
): readonly ModelChange[] {
  if (setting === undefined || setting === null) return [];
  let hasErrors = false;
  const note: Note = (severity, key, message) => {
    hasErrors ||= severity === "error";
    problems.push({ severity, file: FILE, line: null, key, message });
  };
  if (!Array.isArray(setting)) note("error", null, "expected a list of versions");
  const changes = (Array.isArray(setting) ? (setting as readonly unknown[]) : []).flatMap(
    (item, index) => readVersion(item, `entry ${index + 1}`, note) ?? [],
  );
  for (const [index, { version }] of changes.entries()) {
    const previousVersion = changes[index - 1]?.version;
    if (previousVersion !== undefined && !(version > previousVersion))
      note(
        "error",
        null,
        `version ${version} follows ${previousVersion}: expected the oldest first, each version once`,
      );
  }
  if (hasErrors) return [];
  warnAboutTargets(changes, inputs, note);
  return changes;
}

const VERSION = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/;

function readVersion(item: unknown, location: string, note: Note): ModelChange | null {
  if (!isMapping(item)) {
    note("error", null, `${location}: expected a version and its inputs`);
    return null;
  }
  const { version, inputs, ...otherFields } = item;
  for (const name of Object.keys(otherFields))
    note("error", null, `${location}: ${name} is unknown; expected version and inputs`);
  if (typeof version !== "string" || !VERSION.test(version)) {
    const actual = JSON.stringify(version ?? null);
    note("error", null, `${location}: version is ${actual}, expected a string of letters, digits, dots and hyphens`);
    return null;
  }
  if (!isMapping(inputs)) {
    note("error", null, `version ${version}: expected inputs by their previous key`);
    return null;
  }
  const inputChanges = Object.entries(inputs).map(([key, change]): [string, InputChange] => {
    const inputChange = readChange(key, change, (message) =>
      note("error", key, `version ${version}, input ${key}: ${message}`),
    );
    if (inputChange.key === key && inputChange.factor === 1) {
      note("warning", key, `version ${version}, input ${key}: nothing changes; expected key, factor or removed`);
    }
    return [key, inputChange];
  });
  const targets = inputChanges.flatMap(([, { key }]) => key ?? []);
  for (const target of new Set(targets.filter((key, index) => targets.indexOf(key) !== index))) {
    note("error", target, `version ${version}: several inputs become ${target}`);
  }
  return { version, inputs: Object.fromEntries(inputChanges) };
}

function readChange(key: string, change: unknown, noteError: (message: string) => void): InputChange {
  const { key: newKey = key, factor = 1, removed = false, ...otherFields } = isMapping(change) ? change : {};
  if (!isMapping(change)) noteError("expected key, factor or removed");
  for (const name of Object.keys(otherFields)) noteError(`${name} is unknown; expected key, factor or removed`);
  if (typeof newKey !== "string" || newKey === "") noteError("key is not a string");
  if (typeof factor !== "number" || !Number.isFinite(factor) || factor === 0) {
    noteError(`factor is ${JSON.stringify(factor)}, expected a number other than 0`);
  }
  if (typeof removed !== "boolean") noteError("removed is neither true nor false");
  return { key: removed === true ? null : String(newKey), factor: Number(factor) };
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function warnAboutTargets(changes: readonly ModelChange[], inputs: ReadonlySet<string>, note: Note): void {
  for (const { version, inputs: inputChanges } of changes) {
    for (const [key, { key: newKey }] of Object.entries(inputChanges)) {
      const currentKey = newKey === null ? null : keyAfter(newKey, version, changes);
      if (currentKey === null || inputs.has(currentKey)) continue;
      note(
        "warning",
        key,
        `version ${version}, input ${key}: it became ${currentKey}, which is not an input of the model`,
      );
    }
  }
}

/** The current key of an input of an earlier version; null if it was removed. */
function keyAfter(key: string, version: string, changes: readonly ModelChange[]): string | null {
  let currentKey: string | null = key;
  for (const { version: changeVersion, inputs } of changes) {
    if (changeVersion > version && currentKey !== null && Object.hasOwn(inputs, currentKey))
      currentKey = inputs[currentKey]!.key;
  }
  return currentKey;
}
