/**
 * What the test files of one process share, made once. Lanes without isolation run their files in the same few processes, which
 * keep loaded modules. A test must not change what it gets.
 */
const made = new Map<string, Promise<unknown>>();

/** The value of a name, from `make` for the first file that asks in this process. The caller gives one name one type. */
export function shared<T>(name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known as Promise<T>;
}
