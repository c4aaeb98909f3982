/** Selects the sliders that an exploration moves. */
import { useNavigate } from "@tanstack/react-router";
import type { Section, Slide } from "@etesian/interface";
import { LabelledSegments } from "../../controls/Segments.tsx";
import { slidesOf, sliderKeysOf } from "../workbench/slides.ts";
import { type Scope, SCOPES } from "./questions.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

export function ScopeChoice({ scope }: { readonly scope: Scope }) {
  const navigate = useNavigate();
  const exploreTexts = useExploreTexts();
  return (
    <LabelledSegments
      label={exploreTexts.scope}
      selectedKey={scope}
      onChoose={(key) => void navigate({ to: ".", search: (search) => ({ ...search, scope: key }), replace: true })}
      segments={SCOPES.map((key) => ({ key, label: exploreTexts.scopes[key] }))}
    />
  );
}

/** The sliders on the slides of a scope, without duplicates. */
export function slidersIn(scope: Scope, slide: Slide | null, sections: readonly Section[]): readonly string[] {
  const hasSlide = (section: Section): boolean => slidesOf(section).some(({ key }) => key === slide?.key);
  const slides =
    scope === "slide" ? [slide] : (scope === "section" ? sections.filter(hasSlide) : sections).flatMap(slidesOf);
  return [...new Set(slides.flatMap((slide) => (slide === null ? [] : sliderKeysOf(slide))))];
}
