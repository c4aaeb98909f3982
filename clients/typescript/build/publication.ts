/** The fields that the manifests of all published packages share. The project's package.json is their only source. */
import project from "../../../package.json" with { type: "json" };

interface Manifest {
  readonly version: string;
  readonly [field: string]: unknown;
}

/**
 * Version, licence and URLs for the manifest of a published package, as a JSON object.
 * @param directory path of the package's sources in the repository; absent for the project as a whole
 */
export function publication(directory?: string): Manifest {
  const { version, license, keywords, homepage, bugs, repository } = project;
  return {
    version,
    license,
    keywords,
    homepage,
    bugs,
    repository: directory === undefined ? repository : { ...repository, directory },
    // npm records the commit and the workflow that built a package, and refuses one that names another repository.
    publishConfig: { access: "public", provenance: true },
  };
}
