/** `npm run python`: builds the Python package as `dist/etesian-VERSION-py3-none-any.whl`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { flagsOf } from "@etesian/service-kit/program";
import { WHEEL_NAME } from "./wheel-name.ts";
import { wheel } from "./wheel.ts";

const HELP = `Usage: npm run python [-- --to DIR]

Builds the Python package as a wheel for pip install.

  --to  directory of the wheel; default: clients/python/dist
`;

const { values } = flagsOf(HELP, { to: { type: "string", default: join(import.meta.dirname, "../dist") } });
mkdirSync(values.to, { recursive: true });
const file = join(resolve(values.to), WHEEL_NAME);
writeFileSync(file, wheel());
console.log(`pip install ${relative(process.cwd(), file)}`);
