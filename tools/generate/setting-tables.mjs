/** The tables of docs/reference/settings.md, generated from the services' definitions of settings. */
import { relative } from "node:path";
import { flagOf, PROJECT, settingsOf, variableOf } from "../../libs/service-kit/src/index.ts";
import { DISTRIBUTED, STANDALONE } from "../../services/standalone/src/services.ts";
import { cell, updatePage } from "./generated-page.mjs";

/** The services of all programs. */
const SERVICES = [...new Set([...STANDALONE, ...DISTRIBUTED])];

const HEADER = ["| Flag | Variable | Default | Meaning | Used by |", "|---|---|---|---|---|"];

const capitalise = (text) => text[0].toUpperCase() + text.slice(1);

function defaultOf({ fallback, defaultText, placeholder }) {
  if (defaultText !== undefined) return defaultText;
  if (fallback === undefined) return "required";
  if (placeholder === null) return fallback ? "on" : "off";
  const text = String(fallback);
  return `\`${text.startsWith(PROJECT) ? relative(PROJECT, text) : text}\``;
}

function row(name, setting, services) {
  const flag = setting.placeholder === null ? flagOf(name) : `${flagOf(name)} ${setting.placeholder}`;
  const choices = setting.expected.startsWith("one of ") ? [capitalise(setting.expected)] : [];
  const meaning = [
    capitalise(setting.about),
    ...choices,
    ...(setting.details === undefined ? [] : [setting.details]),
  ].join(". ");
  const usedBy =
    services.length === SERVICES.length ? "all" : services.map(({ name: serviceName }) => serviceName).join(", ");
  return `| ${[`\`${flag}\``, `\`${variableOf(name)}\``, defaultOf(setting), meaning, usedBy].map(cell).join(" | ")} |`;
}

const table = (settings, belongsTo) =>
  [
    ...HEADER,
    ...Object.entries(settings).map(([name, setting]) =>
      row(
        name,
        setting,
        SERVICES.filter((service) => belongsTo(service, name)),
      ),
    ),
    "",
  ].join("\n");

/** Updates the page; with `check`, only returns whether it was up to date. */
export function updateSettingTables(page, check) {
  const standaloneSettings = settingsOf(STANDALONE);
  const settingsByService = new Map(SERVICES.map((service) => [service, settingsOf([service])]));
  const hasSetting = (service, name) => Object.hasOwn(settingsByService.get(service), name);
  const otherSettings = Object.assign({}, ...settingsByService.values());
  for (const name of Object.keys(standaloneSettings)) delete otherSettings[name];
  // Settings that only the single-process server has belong to no separate process.
  const isDistributedSetting = (service, name) => DISTRIBUTED.includes(service) && hasSetting(service, name);
  return updatePage(
    page,
    "the settings of the services",
    [table(standaloneSettings, hasSetting), table(otherSettings, isDistributedSetting)],
    check,
  );
}
