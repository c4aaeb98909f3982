/** The files of the Energy Transition Model's front end that define its pages, without conversion. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Language, LANGUAGES, type Text } from "@etesian/interface";
import { LenientYamlError, readLenientYaml } from "./lenient-yaml.ts";
import { plainText } from "./plain-text.ts";

/** The directory is not a checkout of the front end, or has an unknown format; the message names it. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

const name = z.string().trim().min(1);
const position = z.number().nullish();
const query = z.string().nullish();
/** Other fields are not needed here. */
const tab = z.object({ key: name, position });
const sidebarItem = z.object({
  key: name,
  tab_key: name,
  parent_key: z.string().nullish(),
  position,
  percentage_bar_query: query,
});
const slide = z.object({ key: name, sidebar_item_key: name, position, output_element_key: z.string().nullish() });
const inputElement = z.object({
  key: name,
  slide_key: z.string().nullish(),
  position,
  unit: z.string().nullish(),
  interface_group: z.string().nullish(),
});
const outputElement = z.object({
  key: name,
  unit: z.string().nullish(),
  hidden: z.boolean().nullish(),
  requires_merit_order: z.boolean().nullish(),
  output_element_type_name: name,
});
const outputElementSeries = z.object({
  output_element_key: name,
  gquery: name,
  label: z.string().nullish(),
  group: z.union([z.string(), z.number()]).nullish(),
  order_by: z.number().nullish(),
  is_target_line: z.boolean().nullish(),
  is_1990: z.boolean().nullish(),
});

export type FrontEndSlide = z.infer<typeof slide>;
export type InputElement = z.infer<typeof inputElement>;
export type OutputElement = z.infer<typeof outputElement>;
export type OutputElementSeries = z.infer<typeof outputElementSeries>;

export interface FrontEnd {
  readonly tabs: readonly z.infer<typeof tab>[];
  readonly sidebarItems: readonly z.infer<typeof sidebarItem>[];
  readonly slides: readonly FrontEndSlide[];
  readonly inputElements: readonly InputElement[];
  readonly outputElements: readonly OutputElement[];
  readonly series: readonly OutputElementSeries[];
  /**
   * The plain text at a path of the translations. A missing language gets the other one's text; null if both are
   * missing. Texts with a placeholder that is filled at run time count as missing.
   */
  readonly text: (...path: readonly string[]) => Text | null;
  readonly licence: string;
}

const LICENCE = "LICENSE.txt";

/** @throws ImportError */
export function readFrontEnd(directory: string): FrontEnd {
  const list = <T>(pattern: string, entry: z.ZodType<T>): readonly T[] => {
    const files = filesOf(directory, `config/interface/${pattern}`);
    if (files.length === 0) {
      throw new ImportError(`${directory} has no config/interface/${pattern}: expected a checkout of the front end`);
    }
    return files.flatMap((file) => {
      const parsed = z.array(entry).safeParse(read(directory, file) ?? []);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw new ImportError(`${file}: ${issue!.path.map(String).join(".")}: ${issue!.message}`);
    });
  };
  const licence = filesOf(directory, LICENCE).map((file) => readFileSync(join(directory, file), "utf8"))[0];
  if (licence === undefined)
    throw new ImportError(`${directory} has no ${LICENCE}: its text is used under that licence`);
  return {
    tabs: list("tabs.yml", tab),
    sidebarItems: list("sidebar_items.yml", sidebarItem),
    slides: list("slides/**/*.yml", slide),
    inputElements: list("input_elements/**/*.yml", inputElement),
    outputElements: list("output_elements/**/*.yml", outputElement),
    series: list("output_element_series/**/*.yml", outputElementSeries),
    text: translations(directory),
    licence,
  };
}

const filesOf = (directory: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: directory })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

function read(directory: string, file: string): unknown {
  try {
    return readLenientYaml(readFileSync(join(directory, file), "utf8"));
  } catch (error) {
    if (error instanceof LenientYamlError) throw new ImportError(`${file}: ${error.message}`);
    throw error;
  }
}

function translations(directory: string): FrontEnd["text"] {
  const trees = LANGUAGES.map((language) => {
    const files = ["", "interface/**/"].flatMap((folder) =>
      filesOf(directory, `config/locales/${folder}${language}_*.yml`),
    );
    return files.reduce<unknown>(
      (tree, file) => mergeTranslations(tree, valueAt(read(directory, file), [language])),
      {},
    );
  });
  return (...path) => {
    const names = trees.map((tree) => {
      const value = valueAt(tree, path);
      return typeof value === "string" || typeof value === "number" ? plainText(String(value)) : null;
    });
    const otherName = names.find((text) => text !== null);
    if (otherName === undefined || otherName === null) return null;
    return Object.fromEntries(LANGUAGES.map((language, index) => [language, names[index] ?? otherName])) as {
      [language in Language]: string;
    };
  };
}

const isMap = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined), tree);
}

function mergeTranslations(target: unknown, source: unknown): unknown {
  if (!isMap(target) || !isMap(source)) return source ?? target;
  const keys = new Set([...Object.keys(target), ...Object.keys(source)]);
  return Object.fromEntries([...keys].map((key) => [key, mergeTranslations(target[key], source[key])]));
}
