/** Parameters that the copy's URL omits: the presentation's parameters and a previous `copy`. */
const OMITTED_PARAMETERS = ["view", "chart", "copy"];

/** The URL that opens the same view of a new copy of the scenario. */
export function copyAddress(address: string): string {
  const url = new URL(address);
  for (const name of OMITTED_PARAMETERS) url.searchParams.delete(name);
  url.searchParams.set("copy", "true");
  return url.href;
}
