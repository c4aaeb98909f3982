/** URLs of runs: the part of a scenario's URL that determines how a sweep is shown. */

const PARAMETERS = ["view", "explore", "of", "scope", "move", "slide", "target", "keep", "ranges", "n", "charts"];
/** Maximum number of characters: the server limits strings in the metadata of a sweep. */
const MAX_LENGTH = 500;

/** The parameters of a URL that belong to an exploration. */
export function addressOf(search: string): string {
  const parameters = new URLSearchParams(search);
  const explorationParameters = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = parameters.get(name);
    if (value === null) continue;
    explorationParameters.set(name, value);
    if (explorationParameters.toString().length > MAX_LENGTH) explorationParameters.delete(name);
  }
  return explorationParameters.toString();
}

/** The URL of a scenario that shows a sweep. Parameters that do not belong to an exploration are ignored. */
export function pathOf({
  scenario,
  sweep,
  address,
}: {
  readonly scenario: number;
  readonly sweep: string;
  /** A URL that `addressOf` wrote. */
  readonly address: string;
}): string {
  const search = new URLSearchParams(addressOf(address));
  search.set("view", "explore");
  // Quoted, because the router parses digits, or digits with one "e", as a number.
  search.set("run", JSON.stringify(sweep));
  return `/s/${scenario}?${search.toString()}`;
}
