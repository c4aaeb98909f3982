/** The sliders that affect a part of a result. Each links to its slide, and names the person who last moved it. */
import type { Subject } from "@etesian/engine";
import { readableKey, type Slide } from "@etesian/interface";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { Button } from "react-aria-components";
import type { ExplanationSubject } from "../../calculation/calculator.ts";
import { sliderValue } from "../../figures/slider-value.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { LastMover } from "../workbench/Movers.tsx";
import { useWorkbenchNavigation } from "../workbench/pane-state.tsx";
import { positionOf } from "../workbench/positions.ts";
import { showSlider } from "../workbench/show-slider.ts";
import { slideWith } from "../workbench/slides.ts";
import type { Titles } from "./titles.ts";
import { useExplanations } from "./use-explanations.ts";

/** Maximum number of listed sliders; a carrier such as electricity has dozens. */
const MAX_LISTED = 8;

function explanationSubjectOf(subject: Subject): ExplanationSubject | null {
  if (subject.kind !== "object") return null;
  const { object, key, attribute } = subject;
  if (object === "node" || object === "carrier") return `${object} ${key}`;
  return object === "area" && attribute !== null ? `area ${attribute}` : null;
}

export function SliderLinks({ subject, titles }: { readonly subject: Subject; readonly titles: Titles }) {
  const explained = explanationSubjectOf(subject);
  if (subject.kind === "input") return <Links title={titles.subject(subject)} inputs={[subject.key]} />;
  return explained === null ? null : <ExplainedLinks subject={explained} title={titles.subject(subject)} />;
}

function ExplainedLinks({ subject, title }: { readonly subject: ExplanationSubject; readonly title: string }) {
  const subjects = useMemo(() => [subject], [subject]);
  const explanation = useExplanations(subjects).get(subject);
  return explanation?.kind === "object" ? <Links title={title} inputs={explanation.inputs} /> : null;
}

export function Links({ title, inputs: keys }: { readonly title: string; readonly inputs: readonly string[] }) {
  const { model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const whyTexts = texts.why;
  const movable = keys.flatMap((key) => {
    const slide = slideWith(model.sections, key);
    return slide === undefined || !inputs.has(key) ? [] : [{ key, slide }];
  });
  const position = useSession((state) => JSON.stringify(movable.map(({ key }) => positionOf(state, key))));
  const positions = JSON.parse(position) as (number | string | undefined)[];
  const { withSlide } = useWorkbenchNavigation();
  if (movable.length === 0) return <p className="sliderLinks quiet">{whyTexts.noSliders(title)}</p>;
  const openSlider = (key: string, slide: Slide): void =>
    void navigate({ to: ".", search: withSlide(slide) }).then(() => showSlider(key));
  return (
    <div className="sliderLinks">
      <h3>{whyTexts.affectingSliders(title)}</h3>
      <ul>
        {movable.slice(0, MAX_LISTED).map(({ key, slide }, index) => {
          const slider = model.sliders.get(key);
          const value = positions[index] ?? inputs.get(key)?.default;
          return (
            <li key={key} data-slider={key}>
              <Button className="link" onPress={() => openSlider(key, slide)}>
                {slider?.title ?? readableKey(key)[language]}
              </Button>
              {(typeof value === "number" || typeof value === "string") && slider !== undefined && (
                <span>{sliderValue(value, slider, { texts, language })}</span>
              )}
              <LastMover inputKey={key} />
            </li>
          );
        })}
      </ul>
      {movable.length > MAX_LISTED && <p className="quiet">{whyTexts.moreSliders(movable.length - MAX_LISTED)}</p>}
    </div>
  );
}
