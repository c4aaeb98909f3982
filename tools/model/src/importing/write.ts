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
 * model has its own documents, which remain unchanged
 */
export function writeInterface(directory: string, documents: InterfaceDocuments, notice: string): void {
  const ownFolder = FOLDERS.find((folder) => existsSync(join(directory, folder)));
  if (ownFolder !== undefined && !existsSync(join(directory, NOTICE))) {
    throw new ImportError(
      `${join(directory, ownFolder)} exists and was not imported: remove it, or name another model`,
    );
  }
  const temporaryDirectory = join(directory, ".interface.unfinished");
  rmSync(temporaryDirectory, { recursive: true, force: true });
  try {
    for (const [file, content] of filesOf(documents)) {
      mkdirSync(dirname(join(temporaryDirectory, file)), { recursive: true });
      writeFileSync(join(temporaryDirectory, file), stringify(content, { lineWidth: 0 }));
    }
    writeFileSync(join(temporaryDirectory, NOTICE), notice);
    for (const folder of FOLDERS) {
      rmSync(join(directory, folder), { recursive: true, force: true });
      if (existsSync(join(temporaryDirectory, folder)))
        renameSync(join(temporaryDirectory, folder), join(directory, folder));
    }
  } finally {
    rmSync(temporaryDirectory, { recursive: true, force: true });
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
  iamc = {},
  uncertainties,
}: InterfaceDocuments) {
  yield ["interface/sections.yml", sections.map(sectionEntry)] as const;
  const sectionPairs = sections.flatMap((section) =>
    [...sectionKeys(section)].map((key) => [key, section.key] as const),
  );
  const topSectionOf = new Map(sectionPairs);
  for (const [index, { key: topKey }] of sections.entries()) {
    const file = `${String((index + 1) * 10).padStart(3, "0")}_${topKey}.yml`;
    const sectionSlides = slides.filter(({ section }) => topSectionOf.get(section) === topKey);
    const slidesWithOwnSliders = sectionSlides.filter(({ repeats }) => !repeats);
    const keys = slidesWithOwnSliders.flatMap((slide) => slide.sliders.filter((item) => typeof item === "string"));
    yield [`interface/slides/${file}`, sectionSlides.map(withoutNulls)] as const;
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
  yield ["interface/iamc.yml", entriesWithoutNulls(iamc)] as const;
  yield ["interface/uncertainties.yml", entriesWithoutNulls(uncertainties)] as const;
  for (const [type, members] of Map.groupBy(charts, ({ type }) => type)) {
    yield [`charts/${type}.yml`, members.map(withoutNulls)] as const;
  }
}

function* sectionKeys(section: SectionDocument): Generator<string> {
  yield section.key;
  for (const sectionDocument of section.sections) yield* sectionKeys(sectionDocument);
}

function areaEntry([key, { title, map }]: [string, AreaDocument]): [string, object] {
  const position = map === null ? {} : map.kind === "point" ? { point: map.at } : { outline: map.rings };
  return [key, { title, ...position }];
}

const sectionEntry = ({ sections, ...section }: SectionDocument): object => ({
  ...withoutNulls(section),
  ...(sections.length === 0 ? {} : { sections: sections.map(sectionEntry) }),
});

const entriesWithoutNulls = (documents: { readonly [key: string]: object }): object =>
  Object.fromEntries(Object.entries(documents).map(([key, document]) => [key, withoutNulls(document)]));

/** A document has only the fields with a value: no nulls, no false values, no empty lists of optional parts. */
function withoutNulls(document: object): object {
  return Object.fromEntries(
    Object.entries(document).flatMap(([key, value]: [string, unknown]) => {
      if (value === null || value === false || (Array.isArray(value) && value.length === 0 && key !== "sliders"))
        return [];
      if (key === "drawn" && value === "stack") return [];
      if (Array.isArray(value)) {
        const members: readonly unknown[] = value;
        return [
          [
            key,
            members.map((member) => (typeof member === "object" && member !== null ? withoutNulls(member) : member)),
          ],
        ];
      }
      return [[key, value]];
    }),
  );
}
