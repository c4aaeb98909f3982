/** The "Why?" link next to a number, which opens its explanation in place of the sliders. */
import { useNavigate } from "@tanstack/react-router";
import { useContext } from "react";
import { Button, OverlayTriggerStateContext } from "react-aria-components";
import { useTexts } from "../../texts/language.tsx";

export function WhyLink({ query, title }: { readonly query: string; readonly title: string }) {
  const { texts } = useTexts();
  const navigate = useNavigate();
  const drawer = useContext(OverlayTriggerStateContext);
  return (
    <Button
      className="button"
      data-why={query}
      aria-label={texts.why.of(title)}
      onPress={() => {
        drawer?.close();
        void navigate({ to: ".", search: (search) => ({ ...search, view: undefined, why: query, node: undefined }) });
      }}
    >
      {texts.why.link}
    </Button>
  );
}
