/** Slides of a model, by section and by slider. */
import type { Section, Slide } from "@etesian/interface";

/** The slides of a section and its subsections, in order. */
export const slidesOf = (section: Section): readonly Slide[] => [
  ...section.slides,
  ...section.sections.flatMap(slidesOf),
];

/** Sections at all levels that have their own slides, in order. */
export const sectionsWithSlides = (sections: readonly Section[]): readonly Section[] =>
  sections.flatMap((section) => [
    ...(section.slides.length > 0 ? [section] : []),
    ...sectionsWithSlides(section.sections),
  ]);

const sliderKeys = new WeakMap<Slide, readonly string[]>();

/** The slider keys of a slide, cached because the rail reads all of them at each frame of a drag. */
export function sliderKeysOf(slide: Slide): readonly string[] {
  let keys = sliderKeys.get(slide);
  if (keys === undefined) {
    keys = slide.items.flatMap((item) => (item.kind === "slider" ? [item.key] : []));
    sliderKeys.set(slide, keys);
  }
  return keys;
}

/** The original slide of a slider; undefined if it is on no slide. */
export const slideWith = (sections: readonly Section[], slider: string): Slide | undefined =>
  sections.flatMap(slidesOf).find((slide) => !slide.repeats && sliderKeysOf(slide).includes(slider));

/**
 * The title of a share group: the heading directly above its first member if there is one, otherwise the title of its
 * slide.
 */
export function titleOfGroup(sections: readonly Section[], member: string): string | null {
  const slide = slideWith(sections, member);
  if (slide === undefined) return null;
  const above = slide.items[slide.items.findIndex((item) => item.kind === "slider" && item.key === member) - 1];
  return above?.kind === "heading" ? above.text : slide.title;
}

/** The queries of the bars next to sections, at all levels. */
export const shareQueriesOf = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ share, sections: within }) => [
    ...(share === null ? [] : [share.query]),
    ...shareQueriesOf(within),
  ]);

/** The slide of a URL; null if the URL names none, or an unknown one. */
export const slideAt = (sections: readonly Section[], key: string | undefined): Slide | null =>
  sections.flatMap(slidesOf).find((slide) => slide.key === key) ?? null;
