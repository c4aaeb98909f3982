/** Selects tests that a change can affect, nearest first, as many as fit into a time limit. */
import { dirname } from "node:path/posix";
import type { Dependencies } from "./dependencies.ts";

export interface TestFile {
  readonly file: string;
  /** Its lane in vitest.config.ts. */
  readonly lane: string;
}

export interface AffectedTest extends TestFile {
  /** Steps from the test to the nearest changed file; 0 if the test itself has changed. */
  readonly distance: number;
}

export interface Selection {
  /** Tests to run, the nearest first. */
  readonly selected: readonly AffectedTest[];
  /** Affected tests that exceed the time limit. */
  readonly omitted: readonly AffectedTest[];
}

/** Mean seconds per file of each lane on one of two cores, measured in a run of all tests. */
const SECONDS: { readonly [lane: string]: number } = { unit: 0.4, fidelity: 5, stores: 6, system: 7, browser: 30 };
const OTHER_SECONDS = 5;
const QUICK_LANE = "unit";
/** Files that only `npm run test:whole` runs, because they are slow. */
const WHOLE_TEST = /\.whole\.test\.ts$/;

/** A change to these files can affect every test. */
const AFFECTS_ALL = /^(?:pnpm-lock\.yaml|pnpm-workspace\.yaml|vitest\.config\.ts|scripts\/bootstrap\.mjs|patches\/.*)$/;
/** Checks of the repository itself read every page and every manifest. */
const READS_ALL_FILES = /^scripts\/.*\.test\.ts$/;

/**
 * Dependencies that no text names, by path prefix: browsers show the page that a server builds, and model documents are
 * read from directories given as settings.
 */
const UNNAMED_DEPENDENCIES: readonly (readonly [test: string, target: string])[] = [
  ["verification/browser/src/", "clients/page/"],
];

/** Ignored dependencies: any server can build the page, but only the servers of browser tests do. */
const UNUSED_DEPENDENCIES: readonly (readonly [file: string, target: string])[] = [
  ["services/gateway/src/page/built-page.ts", "clients/page/build.mjs"],
];

/**
 * All tests that a change can affect, the nearest first; among equally near tests, first the tests that share words
 * with its path.
 */
export function affectedTests(
  tests: readonly TestFile[],
  changedFiles: readonly string[],
  dependencies: Dependencies,
): readonly AffectedTest[] {
  if (changedFiles.length === 0) return [];
  const distances = distancesTo(changedFiles, dependencies);
  const words = new Set(changedFiles.flatMap(wordsOf));
  const countSharedWords = ({ file }: TestFile): number => wordsOf(file).filter((word) => words.has(word)).length;
  return tests
    .flatMap((test) => {
      const distance = changedFiles.some((file) => AFFECTS_ALL.test(file)) ? 1 : distances.get(test.file);
      if (distance !== undefined) return [{ ...test, distance: changedFiles.includes(test.file) ? 0 : distance }];
      return READS_ALL_FILES.test(test.file) ? [{ ...test, distance: 1 }] : [];
    })
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        countSharedWords(b) - countSharedWords(a) ||
        secondsOf(a) - secondsOf(b) ||
        (a.file < b.file ? -1 : 1),
    );
}

/**
 * Changed tests and unit tests first, without a time limit; then the nearest others that fit into `seconds` on `cores`.
 * Without a limit, also selects the files of `npm run test:whole`.
 */
export function select(tests: readonly AffectedTest[], seconds: number, cores: number): Selection {
  const isAlwaysRun = ({ distance, lane, file }: AffectedTest): boolean =>
    distance === 0 || (lane === QUICK_LANE && !WHOLE_TEST.test(file));
  const total = (subset: readonly AffectedTest[]): number => subset.reduce((sum, test) => sum + secondsOf(test), 0);
  let available = seconds * cores - total(tests.filter(isAlwaysRun));
  const selected = new Set(tests.filter(isAlwaysRun));
  for (const test of tests) {
    if (selected.has(test) || (seconds !== Number.POSITIVE_INFINITY && WHOLE_TEST.test(test.file))) continue;
    available -= secondsOf(test);
    if (available < 0) break;
    selected.add(test);
  }
  return { selected: tests.filter((test) => selected.has(test)), omitted: tests.filter((test) => !selected.has(test)) };
}

const secondsOf = ({ lane }: TestFile): number => SECONDS[lane] ?? OTHER_SECONDS;

/** Steps from each dependent file to a changed one: breadth-first search against the direction of dependencies. */
function distancesTo(changedFiles: readonly string[], dependencies: Dependencies): ReadonlyMap<string, number> {
  const dependents = new Map<string, string[]>();
  const isUnused = (file: string, target: string): boolean =>
    AFFECTS_ALL.test(target) || UNUSED_DEPENDENCIES.some(([from, to]) => file === from && target === to);
  for (const [file, targets] of dependencies) {
    const unnamed = UNNAMED_DEPENDENCIES.filter(([test]) => file.startsWith(test) && file.endsWith(".test.ts")).map(
      ([, to]) => to,
    );
    for (const target of [...targets, ...unnamed]) {
      if (isUnused(file, target)) continue;
      const existing = dependents.get(target);
      if (existing === undefined) dependents.set(target, [file]);
      else existing.push(file);
    }
  }
  const distances = new Map<string, number>();
  let reachedFiles: readonly string[] = [...new Set(changedFiles)];
  for (let distance = 0; reachedFiles.length > 0; distance++) {
    for (const file of reachedFiles) distances.set(file, distance);
    const next = reachedFiles.flatMap((file) => dependencyPathsOf(file).flatMap((path) => dependents.get(path) ?? []));
    reachedFiles = [...new Set(next)].filter((file) => !distances.has(file));
  }
  return distances;
}

/** A file and its parent folders, as dependencies name them. */
function dependencyPathsOf(file: string): readonly string[] {
  const paths = [file];
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) paths.push(`${folder}/`);
  return paths;
}

/** Words of a path's last two parts: "screens/hours/HoursScreen.tsx" has "hours" and "screen". */
const wordsOf = (path: string): readonly string[] =>
  path
    .replace(/(?:\.test)?\.\w+$/, "")
    .split("/")
    .slice(-2)
    .flatMap((part) => part.split(/[-_.]|(?<=[a-z])(?=[A-Z])/))
    .map((word) => word.toLowerCase().replace(/s$/, ""))
    .filter((word) => word.length > 3);
