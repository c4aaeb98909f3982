/** Why a slider cannot be moved, with a link to each slider that disables it. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useShallow } from "zustand/shallow";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { slidesOf } from "./Rail.tsx";

/** Frames that a slide may take until its sliders are there. */
const FRAMES = 60;

function focusSlider(key: string, frames: number): void {
  const row = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(key)}"]`);
  if (row === null) {
    if (frames > 0) requestAnimationFrame(() => focusSlider(key, frames - 1));
    return;
  }
  row.scrollIntoView({ block: "center" });
  row.querySelector<HTMLElement>("input")?.focus();
}

export function DisabledBy({ inputKey }: { readonly inputKey: string }) {
  const { inputs, model } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const input = inputs.get(inputKey);
  // An input names all that can disable it; those that are set do.
  const causes = useSession(
    useShallow(({ stored }) => (input?.disabled_by ?? []).filter((key) => stored.userValues[key] !== undefined)),
  );
  const couplings = input?.disabled_by_couplings ?? [];
  if (causes.length === 0 && couplings.length === 0) return <>{texts.disabled}</>;
  const goTo = (key: string): void => {
    const slide = model.sections
      .flatMap(slidesOf)
      .find(({ items }) => items.some((item) => item.kind === "slider" && item.key === key));
    void navigate({ to: ".", search: (search) => ({ ...search, slide: slide?.key ?? search.slide }) }).then(() =>
      focusSlider(key, FRAMES),
    );
  };
  return (
    <>
      {`${texts.panesMore.disabledBy} `}
      {causes.map((key) => (
        <Button key={key} className="link" onPress={() => goTo(key)}>
          {model.sliders.get(key)?.title ?? key}
        </Button>
      ))}
      {couplings.length > 0 && couplings.join(", ")}
    </>
  );
}
