/** Slides of a model: of a section, and of a slider. */
import type { Section, Slide } from "@etesian/interface";

/** The slides of a section and of those below it, in order. */
export const slidesOf = (section: Section): readonly Slide[] => [
  ...section.slides,
  ...section.sections.flatMap(slidesOf),
];

/** Sections of all levels that have slides of their own, in order. */
export const sectionsWithSlides = (sections: readonly Section[]): readonly Section[] =>
  sections.flatMap((section) => [
    ...(section.slides.length > 0 ? [section] : []),
    ...sectionsWithSlides(section.sections),
  ]);

const sliderKeys = new WeakMap<Slide, readonly string[]>();

/** The keys of a slide's sliders: one list for each slide, as the rail asks for all of them at each frame of a drag. */
export function sliderKeysOf(slide: Slide): readonly string[] {
  let keys = sliderKeys.get(slide);
  if (keys === undefined) {
    keys = slide.items.flatMap((item) => (item.kind === "slider" ? [item.key] : []));
    sliderKeys.set(slide, keys);
  }
  return keys;
}

/** The slide of a slider, not one that repeats it; undefined where it is on none. */
export const slideWith = (sections: readonly Section[], slider: string): Slide | undefined =>
  sections.flatMap(slidesOf).find((slide) => !slide.repeats && sliderKeysOf(slide).includes(slider));

/** The title of a share group: the heading right above its first member, else the title of its slide. */
export function titleOfGroup(sections: readonly Section[], member: string): string | null {
  const slide = slideWith(sections, member);
  if (slide === undefined) return null;
  const above = slide.items[slide.items.findIndex((item) => item.kind === "slider" && item.key === member) - 1];
  return above?.kind === "heading" ? above.text : slide.title;
}

/** The queries of the bars of sections, of all levels. */
export const sharesOf = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ share, sections: within }) => [...(share === null ? [] : [share.query]), ...sharesOf(within)]);

/** The slide of an address; null if the address names none, or one that the model does not have. */
export const slideAt = (sections: readonly Section[], key: string | undefined): Slide | null =>
  sections.flatMap(slidesOf).find((slide) => slide.key === key) ?? null;
