/**
 * The tour: a card that shows the current step next to the workbench, which remains usable. Esc or the card's button
 * ends the tour; only the user starts it.
 */
import { useEffect, useId, useRef } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { Icon } from "../../controls/icons.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { en } from "../../texts/tour/en.ts";
import { nl } from "../../texts/tour/nl.ts";
import { documentAt } from "../documents.ts";
import { leaveTour, STEPS, stepTour, tour } from "./steps.ts";

export function Tour() {
  const step = useStore(tour, (state) => state.step);
  return step === null ? null : <Step step={step} />;
}

function Step({ step }: { readonly step: number }) {
  const tourTexts = usePartTexts({ en, nl });
  const card = useRef<HTMLElement>(null);
  const [title, text] = [useId(), useId()];
  const { name, part, topic } = STEPS[step]!;
  useEffect(() => {
    // Style sheets outline the part, because it may be rendered after the card.
    document.documentElement.dataset["tour"] = name;
    document.querySelector(part)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // Focused, so that a screen reader reads the step.
    card.current?.focus({ preventScroll: true });
    return () => {
      delete document.documentElement.dataset["tour"];
    };
  }, [name, part]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape" && card.current?.contains(document.activeElement) === true) leaveTour();
    };
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
      document.querySelector<HTMLElement>(".top .find")?.focus();
    };
  }, []);
  return (
    <section className="tour" role="dialog" aria-labelledby={title} aria-describedby={text} tabIndex={-1} ref={card}>
      <header>
        <span className="quiet">{tourTexts.stepOf(step + 1, STEPS.length)}</span>
        <span className="space" />
        <Button className="icon small" aria-label={tourTexts.leave} onPress={leaveTour}>
          <Icon name="close" size={15} />
        </Button>
      </header>
      <h2 id={title}>{tourTexts.steps[name].title}</h2>
      <p id={text}>{tourTexts.steps[name].text}</p>
      <footer>
        <a className="link" href={documentAt(topic)} target="_blank" rel="noreferrer">
          {tourTexts.more}
        </a>
        <span className="space" />
        {step > 0 && (
          <Button className="button" onPress={() => stepTour(-1)}>
            {tourTexts.back}
          </Button>
        )}
        <Button className="button primary" onPress={() => stepTour(1)}>
          {step === STEPS.length - 1 ? tourTexts.done : tourTexts.next}
        </Button>
      </footer>
    </section>
  );
}
