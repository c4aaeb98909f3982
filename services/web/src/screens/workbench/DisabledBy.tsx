/** Why a slider cannot be moved, with a link to each slider that disables it. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { slidesOf } from "./Rail.tsx";

export function DisabledBy({ inputKey }: { readonly inputKey: string }) {
  const { inputs, model } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const input = inputs.get(inputKey);
  const causes = input?.disabled_by ?? [];
  const couplings = input?.disabled_by_couplings ?? [];
  if (causes.length === 0 && couplings.length === 0) return <>{texts.disabled}</>;
  const goTo = (key: string): void => {
    const slide = model.sections
      .flatMap(slidesOf)
      .find(({ items }) => items.some((item) => item.kind === "slider" && item.key === key));
    void navigate({ to: ".", search: (search) => ({ ...search, slide: slide?.key ?? search.slide }) }).then(() => {
      const row = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(key)}"]`);
      row?.scrollIntoView({ block: "center" });
      row?.querySelector<HTMLElement>("input")?.focus();
    });
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
