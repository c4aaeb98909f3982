import type { InterfaceDocuments, Role, SectionDocument } from "./documents.ts";

/**
 * The role of each input on a slide: an input with a documented range is an uncertainty; all others have the role of
 * their slide's section.
 */
export function rolesOf({ sections, slides, uncertainties }: InterfaceDocuments): ReadonlyMap<string, Role> {
  const roleBySection = new Map(rolesOfSections(sections, "lever"));
  const roles = new Map<string, Role>();
  for (const { section, sliders, repeats } of slides) {
    if (repeats) continue;
    for (const item of sliders) if (typeof item === "string") roles.set(item, roleBySection.get(section) ?? "lever");
  }
  for (const input of Object.keys(uncertainties)) roles.set(input, "uncertainty");
  return roles;
}

function* rolesOfSections(sections: readonly SectionDocument[], outerRole: Role): Generator<readonly [string, Role]> {
  for (const { key, role, sections: subsections } of sections) {
    yield [key, role ?? outerRole];
    yield* rolesOfSections(subsections, role ?? outerRole);
  }
}
