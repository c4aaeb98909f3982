/** Explains why a slider cannot be moved, with a link to each slider and curve that disables it. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useShallow } from "zustand/shallow";
import { readCurves } from "../../calculation/http.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { useWorkbenchNavigation } from "./pane-state.tsx";
import { dataDialog } from "./data/data-dialog.ts";
import { readableCurveKey } from "./data/readable.ts";
import { showSlider } from "./show-slider.ts";
import { slideWith } from "./slides.ts";
import { rivalsOf } from "./why-disabled.ts";

export function DisabledBy({ inputKey }: { readonly inputKey: string }) {
  const { inputs, model } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const { withSlide } = useWorkbenchNavigation();
  const input = inputs.get(inputKey);
  const rivals = useSession(useShallow(({ scenario }) => rivalsOf(input ?? {}, scenario)));
  const couplings = useSession(
    useShallow(({ scenario }) =>
      (input?.disabled_by_couplings ?? []).filter((group) => scenario.activeCouplings.includes(group)),
    ),
  );
  const curves = useReplacingCurves(inputKey);
  if (rivals.length === 0 && couplings.length === 0 && curves.length === 0) return <>{texts.disabled}</>;
  const goTo = (key: string): void => {
    const slide = slideWith(model.sections, key);
    void navigate({ to: ".", search: slide === undefined ? (search) => search : withSlide(slide) }).then(() =>
      showSlider(key),
    );
  };
  return (
    <>
      {`${texts.pane.disabledBy} `}
      {rivals.map((key) => (
        <Button key={key} className="link" onPress={() => goTo(key)}>
          {model.sliders.get(key)?.title ?? key}
        </Button>
      ))}
      {curves.map((key) => (
        <Button key={key} className="link" onPress={() => dataDialog.setState({ tab: "curves" })}>
          {texts.pane.attachedCurve(readableCurveKey(key, language))}
        </Button>
      ))}
      {couplings.length > 0 && (
        <Button className="link" onPress={() => dataDialog.setState({ tab: "couplings" })}>
          {texts.pane.couplings(couplings.map((group) => readableCurveKey(group, language)).join(", "))}
        </Button>
      )}
    </>
  );
}

/** Keys of attached curves that replace a slider. */
function useReplacingCurves(inputKey: string): readonly string[] {
  const id = useSession(({ scenario }) => scenario.id);
  const version = useSession(({ scenario }) => scenario.version);
  const hasCurves = useSession(({ scenario }) => Object.keys(scenario.curves).length > 0);
  const curves = useQuery({
    queryKey: ["curves", id, version],
    queryFn: () => readCurves(api, id),
    enabled: hasCurves,
    placeholderData: (previous) => previous,
  });
  return hasCurves
    ? (curves.data ?? [])
        .filter(({ attached, overrides }) => attached && overrides.includes(inputKey))
        .map(({ key }) => key)
    : [];
}
