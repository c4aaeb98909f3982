/** Parameters that the copy's address omits: the presentation's parameters and a previous `copy`. */
const OMITTED_PARAMETERS = ["view", "chart", "copy"];

/** The address that opens the same view of a new copy of the scenario. */
export function copyAddress(address: string): string {
  const url = new URL(address);
  for (const name of OMITTED_PARAMETERS) url.searchParams.delete(name);
  url.searchParams.set("copy", "true");
  return url.href;
}
