/** The file name of the Python package, which pip requires: name, version and tags. */
import project from "../../../package.json" with { type: "json" };

export const WHEEL_NAME = `etesian-${project.version}-py3-none-any.whl`;
