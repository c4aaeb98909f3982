/** The selected row's slider, with the response of a number to moving it. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import { useWorkspace } from "../session-context.tsx";
import { useWorkbenchNavigation } from "../workbench/pane-state.tsx";
import { ResponseDock } from "../workbench/ResponseDock.tsx";
import { ShareGroup } from "../workbench/ShareGroup.tsx";
import { showSlider } from "../workbench/show-slider.ts";
import { SliderRow } from "../workbench/SliderRow.tsx";
import { slideWith } from "../workbench/slides.ts";
import type { FactorTitle } from "./factor-titles.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** @param props.factor null if nothing is selected */
export function SliderPane({
  number,
  target = null,
  factor,
}: {
  /** The number whose response is drawn, and its target in the unit on the screen. */
  readonly number: HeadlineNumber;
  readonly target?: number | null;
  readonly factor: (FactorTitle & { readonly settings: readonly string[]; readonly isGroup: boolean }) | null;
}) {
  const { model } = useWorkspace();
  const exploreTexts = useExploreTexts();
  const navigate = useNavigate();
  const { withSlide } = useWorkbenchNavigation();
  const [first] = factor?.settings ?? [];
  const slide = first === undefined ? undefined : slideWith(model.sections, first);
  return (
    <section className="pane moves" aria-label={exploreTexts.sliderOf(factor?.title ?? null)}>
      <header>
        <h3>{factor?.title ?? exploreTexts.noSlider}</h3>
        <span className="unit">{factor?.section}</span>
        <span className="space" />
        {slide !== undefined && (
          <Button
            className="button"
            onPress={() =>
              void navigate({ to: ".", search: (search) => ({ ...withSlide(slide)(search), view: undefined }) }).then(
                () => showSlider(first!),
              )
            }
          >
            {exploreTexts.openInWorkbench}
          </Button>
        )}
      </header>
      <div className="body">
        {factor !== null && first !== undefined && (
          <div className="movedHere" key={first}>
            <div className="rows">
              {factor.isGroup ? (
                <ShareGroup title={factor.title} members={factor.settings} />
              ) : (
                <SliderRow inputKey={first} />
              )}
            </div>
            {!factor.isGroup && <ResponseDock inputKey={first} question={{ number, target }} />}
          </div>
        )}
      </div>
    </section>
  );
}
