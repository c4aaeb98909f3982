/** Titles of the factors of an exploration: sliders, and share groups. */
import type { InterfaceView, Section } from "@etesian/interface";
import { sectionsWithSlides, slideWith, titleOfGroup } from "../workbench/slides.ts";

export interface FactorTitle {
  readonly title: string;
  /** The section of its slide; empty if it is on no slide. */
  readonly section: string;
}

/** @param factor its name, and the keys of its sliders */
export function titleOfFactor(
  { name, kind, settings }: { readonly name: string; readonly kind: string; readonly settings: readonly string[] },
  { sections, sliders }: InterfaceView,
): FactorTitle {
  const [first = name] = settings;
  const groupTitle = kind === "group" ? titleOfGroup(sections, first) : null;
  return { title: groupTitle ?? sliders.get(first)?.title ?? name, section: sectionOf(first, sections)?.title ?? "" };
}

/** The section of a slider's slide; undefined if the slider is on no slide. */
export function sectionOf(slider: string, sections: InterfaceView["sections"]): Section | undefined {
  const slide = slideWith(sections, slider);
  return slide === undefined
    ? undefined
    : sectionsWithSlides(sections).find((section) => section.slides.some(({ key }) => key === slide.key));
}
