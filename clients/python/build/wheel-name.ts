/** The file name that pip requires of the Python package: name, version and tags. */
import project from "../../../package.json" with { type: "json" };

export const WHEEL_NAME = `etesian-${project.version}-py3-none-any.whl`;
