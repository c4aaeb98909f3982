export { config as default } from "../build/config.ts";
