/** Titles of the factors of an exploration: sliders, and share groups. */
import type { InterfaceView } from "@etesian/interface";
import { slidesOf, slideWith, titleOfGroup } from "../workbench/slides.ts";

export interface FactorTitle {
  readonly title: string;
  /** The section of its slide; empty if it is on none. */
  readonly section: string;
}

/** @param factor its name, and the keys of its sliders */
export function titleOfFactor(
  { name, kind, settings }: { readonly name: string; readonly kind: string; readonly settings: readonly string[] },
  { sections, sliders }: InterfaceView,
): FactorTitle {
  const [first = name] = settings;
  const slide = slideWith(sections, first);
  const section = sections.find((section) => slidesOf(section).some(({ key }) => key === slide?.key));
  const groupTitle = kind === "group" ? titleOfGroup(sections, first) : null;
  return { title: groupTitle ?? sliders.get(first)?.title ?? name, section: section?.title ?? "" };
}
