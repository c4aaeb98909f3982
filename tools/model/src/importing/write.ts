/** Writes the documents of an interface as the files of a model directory. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import type { AreaDocument, InterfaceDocuments, SectionDocument } from "@etesian/interface";
import { ImportError } from "./front-end.ts";

const FOLDERS = ["interface", "charts"] as const;
const NOTICE = "interface/NOTICE";

/**
 * Writes `interface/` and `charts/` below a model directory, replacing an earlier import. @throws ImportError if the
 * model has documents of its own, which stay unchanged
 */
export function writeInterface(directory: string, documents: InterfaceDocuments, notice: string): void {
  const own = FOLDERS.find((folder) => existsSync(join(directory, folder)));
  if (own !== undefined && !existsSync(join(directory, NOTICE))) {
    throw new ImportError(`${join(directory, own)} exists and was not imported: remove it, or name another model`);
  }
  const unfinished = join(directory, ".interface.unfinished");
  rmSync(unfinished, { recursive: true, force: true });
  try {
    for (const [file, content] of filesOf(documents)) {
      mkdirSync(dirname(join(unfinished, file)), { recursive: true });
      writeFileSync(join(unfinished, file), stringify(content, { lineWidth: 0 }));
    }
    writeFileSync(join(unfinished, NOTICE), notice);
    for (const folder of FOLDERS) {
      rmSync(join(directory, folder), { recursive: true, force: true });
      if (existsSync(join(unfinished, folder))) renameSync(join(unfinished, folder), join(directory, folder));
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function* filesOf({
  sections,
  slides,
  sliders,
  headline,
  charts,
  board,
  hidden,
  areas,
  differences,
}: InterfaceDocuments) {
  yield ["interface/sections.yml", sections.map(sectionEntry)] as const;
  const inOrder = sections.flatMap((section) => [...keysWithin(section)].map((key) => [key, section.key] as const));
  const topOf = new Map(inOrder);
  for (const [index, { key: top }] of sections.entries()) {
    const file = `${String((index + 1) * 10).padStart(3, "0")}_${top}.yml`;
    const within = slides.filter(({ section }) => topOf.get(section) === top);
    const placing = within.filter(({ repeats }) => !repeats);
    const keys = placing.flatMap((slide) => slide.sliders.filter((item) => typeof item === "string"));
    yield [`interface/slides/${file}`, within.map(withoutNulls)] as const;
    const texts = Object.fromEntries(
      keys.flatMap((key) => (key in sliders ? [[key, withoutNulls(sliders[key]!)]] : [])),
    );
    if (Object.keys(texts).length > 0) yield [`interface/sliders/${file}`, texts] as const;
  }
  yield ["interface/headline.yml", headline.map(withoutNulls)] as const;
  yield ["interface/board.yml", board] as const;
  yield ["interface/hidden.yml", hidden] as const;
  yield ["interface/areas.yml", Object.fromEntries(Object.entries(areas).map(areaEntry))] as const;
  yield ["interface/differences.yml", differences.map(withoutNulls)] as const;
  for (const [type, members] of Map.groupBy(charts, ({ type }) => type)) {
    yield [`charts/${type}.yml`, members.map(withoutNulls)] as const;
  }
}

function* keysWithin(section: SectionDocument): Generator<string> {
  yield section.key;
  for (const each of section.sections) yield* keysWithin(each);
}

function areaEntry([key, { title, map }]: [string, AreaDocument]): [string, object] {
  const place = map === null ? {} : map.kind === "point" ? { point: map.at } : { outline: map.rings };
  return [key, { title, ...place }];
}

const sectionEntry = ({ sections, ...section }: SectionDocument): object => ({
  ...withoutNulls(section),
  ...(sections.length === 0 ? {} : { sections: sections.map(sectionEntry) }),
});

/** A document has only the fields with a value: no nulls, no false values, no empty lists of optional parts. */
function withoutNulls(document: object): object {
  return Object.fromEntries(
    Object.entries(document).flatMap(([key, value]: [string, unknown]) => {
      if (value === null || value === false || (Array.isArray(value) && value.length === 0 && key !== "sliders"))
        return [];
      if (key === "drawn" && value === "stack") return [];
      if (Array.isArray(value)) {
        const members: readonly unknown[] = value;
        return [[key, members.map((each) => (typeof each === "object" && each !== null ? withoutNulls(each) : each))]];
      }
      return [[key, value]];
    }),
  );
}
