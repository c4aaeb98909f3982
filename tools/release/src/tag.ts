/** Checks that a release's tag is the version in package.json, and that CHANGELOG.md describes it. */

/** The release notes for a tag, or the reason why it is refused. */
export type TagCheck = { readonly notes: string } | { readonly refusal: string };

/**
 * Checks a tag against the version of the sources.
 * @param tag such as "v1.2.0"
 * @param version of package.json
 * @param changelog text of CHANGELOG.md: each version is a heading "## 1.2.0 (date)"
 * @returns notes: the version's section without its heading
 */
export function checkTag(tag: string, version: string, changelog: string): TagCheck {
  if (tag !== `v${version}`) return { refusal: `tag ${tag}: expected v${version}, the version of package.json` };
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) return { refusal: `tag ${tag}: CHANGELOG.md has no heading "## ${version} (date)"` };
  const [heading, ...lines] = section.split("\n") as [string, ...string[]];
  if (!/^\S+ \(\d{4}-\d{2}-\d{2}\)$/.test(heading))
    return { refusal: `tag ${tag}: expected a date in the heading "## ${heading}" of CHANGELOG.md` };
  const notes = lines.join("\n").trim();
  return notes === "" ? { refusal: `tag ${tag}: the section ${version} of CHANGELOG.md is empty` } : { notes };
}
