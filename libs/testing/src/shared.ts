/**
 * Fixtures that the test files of one process share. Test projects without isolation run several files per process
 * and keep modules loaded. A test must not modify a shared fixture.
 */
const made = new Map<string, Promise<unknown>>();

/**
 * The fixture of a name, created by `make` for the first file in this process that needs it. Each name must have one
 * type.
 */
export function shared<T>(name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known as Promise<T>;
}
