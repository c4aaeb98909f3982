/** The tables of docs/configuration.md, generated from the services' own definitions of settings. */
import { relative } from "node:path";
import { flagOf, PROJECT, settingsOf, variableOf } from "../../libs/service-kit/src/index.ts";
import { DISTRIBUTED, STANDALONE } from "../../services/standalone/src/services.ts";
import { cell, updatePage } from "./generated-page.mjs";

/** The services of all programs. */
const ALL = [...new Set([...STANDALONE, ...DISTRIBUTED])];

const HEADER = ["| Flag | Variable | Default | Meaning | Concerns |", "|---|---|---|---|---|"];

const sentence = (text) => text[0].toUpperCase() + text.slice(1);

function defaultOf({ fallback, otherwise, placeholder }) {
  if (otherwise !== undefined) return otherwise;
  if (fallback === undefined) return "required";
  if (placeholder === null) return fallback ? "on" : "off";
  const text = String(fallback);
  return `\`${text.startsWith(PROJECT) ? relative(PROJECT, text) : text}\``;
}

function row(name, one, services) {
  const flag = one.placeholder === null ? flagOf(name) : `${flagOf(name)} ${one.placeholder}`;
  const choices = one.expected.startsWith("one of ") ? [sentence(one.expected)] : [];
  const meaning = [sentence(one.about), ...choices, ...(one.details === undefined ? [] : [one.details])].join(". ");
  const concerns = services.length === ALL.length ? "all" : services.map(({ name: of }) => of).join(", ");
  return `| ${[`\`${flag}\``, `\`${variableOf(name)}\``, defaultOf(one), meaning, concerns].map(cell).join(" | ")} |`;
}

const table = (settings, isOf) =>
  [
    ...HEADER,
    ...Object.entries(settings).map(([name, one]) =>
      row(
        name,
        one,
        ALL.filter((service) => isOf(service, name)),
      ),
    ),
    "",
  ].join("\n");

/** Updates the page; with `check`, only returns whether it was up to date. */
export function settingTables(page, check) {
  const together = settingsOf(STANDALONE);
  const alone = new Map(ALL.map((service) => [service, settingsOf([service])]));
  const isOf = (service, name) => Object.hasOwn(alone.get(service), name);
  const further = Object.assign({}, ...alone.values());
  for (const name of Object.keys(together)) delete further[name];
  // Settings of the single-process server only have no process of their own.
  const isOfAlone = (service, name) => DISTRIBUTED.includes(service) && isOf(service, name);
  return updatePage(page, "the settings of the services", [table(together, isOf), table(further, isOfAlone)], check);
}
