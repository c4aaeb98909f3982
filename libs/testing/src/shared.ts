/**
 * Fixtures that the test files of one process share. Test projects without isolation run several files per process
 * and keep modules loaded. A test must not modify a shared fixture.
 */
const cache = new Map<string, Promise<unknown>>();

/**
 * The fixture with a name. `create` creates it for the first file in this process that needs it. A name must always
 * have the same type.
 */
export function share<T>(name: string, create: () => Promise<T>): Promise<T> {
  const fixture = cache.get(name) ?? create();
  cache.set(name, fixture);
  return fixture as Promise<T>;
}
