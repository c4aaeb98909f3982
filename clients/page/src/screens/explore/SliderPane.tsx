/** The selected row's slider, with the response of a number to moving it; on a phone, a sheet that can be closed. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import { Icon } from "../../controls/icons.tsx";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { useWorkbenchNavigation } from "../workbench/pane-state.tsx";
import { ResponseDock } from "../workbench/ResponseDock.tsx";
import { ShareGroup } from "../workbench/ShareGroup.tsx";
import { showSlider } from "../workbench/show-slider.ts";
import { SliderRow } from "../workbench/SliderRow.tsx";
import { slideWith } from "../workbench/slides.ts";
import type { FactorTitle } from "./factor-titles.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

export function SliderPane({
  number,
  target = null,
  factor,
  onClose,
}: {
  /** The number whose response is drawn, and its target in the displayed unit. */
  readonly number: HeadlineNumber;
  readonly target?: number | null;
  /** Null if nothing is selected. */
  readonly factor: (FactorTitle & { readonly settings: readonly string[]; readonly isGroup: boolean }) | null;
  readonly onClose: () => void;
}) {
  const isPhone = useIsPhone();
  const { texts } = useTexts();
  const { model } = useWorkspace();
  const exploreTexts = useExploreTexts();
  const navigate = useNavigate();
  const { withSlide } = useWorkbenchNavigation();
  const [first] = factor?.settings ?? [];
  const slide = first === undefined ? undefined : slideWith(model.sections, first);
  if (isPhone && factor === null) return null;
  return (
    <section className="pane moves" aria-label={exploreTexts.sliderOf(factor?.title ?? null)}>
      <header>
        <h3>{factor?.title ?? exploreTexts.noSlider}</h3>
        <span className="unit">{factor?.section}</span>
        <span className="space" />
        {slide !== undefined && (
          <Button
            className="button"
            onPress={() => void navigate({ to: ".", search: withSlide(slide) }).then(() => showSlider(first!))}
          >
            {exploreTexts.openInWorkbench}
          </Button>
        )}
        {isPhone && (
          <Button className="icon" aria-label={texts.pane.close} onPress={onClose}>
            <Icon name="close" />
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
