/**
 * The tour: a card with the current step next to the workbench, which stays usable. Esc and its button end it; only the
 * user starts it.
 */
import { useEffect, useId, useRef } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { Icon } from "../../controls/icons.tsx";
import { useWords } from "../../texts/own-words.ts";
import { en } from "../../texts/tour/en.ts";
import { nl } from "../../texts/tour/nl.ts";
import { documentAt } from "../documents.ts";
import { leaveTour, STEPS, stepTour, tour } from "./steps.ts";

export function Tour() {
  const step = useStore(tour, (state) => state.step);
  return step === null ? null : <Step step={step} />;
}

function Step({ step }: { readonly step: number }) {
  const words = useWords({ en, nl });
  const card = useRef<HTMLElement>(null);
  const [title, text] = [useId(), useId()];
  const { name, part, topic } = STEPS[step]!;
  useEffect(() => {
    // Style sheets outline the part, which may be drawn after the card.
    document.documentElement.dataset["tour"] = name;
    document.querySelector(part)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // A screen reader reads the step.
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
        <span className="quiet">{words.of(step + 1, STEPS.length)}</span>
        <span className="space" />
        <Button className="icon small" aria-label={words.leave} onPress={leaveTour}>
          <Icon name="close" size={15} />
        </Button>
      </header>
      <h2 id={title}>{words.steps[name].title}</h2>
      <p id={text}>{words.steps[name].text}</p>
      <footer>
        <a className="link" href={documentAt(topic)} target="_blank" rel="noreferrer">
          {words.more}
        </a>
        <span className="space" />
        {step > 0 && (
          <Button className="button" onPress={() => stepTour(-1)}>
            {words.back}
          </Button>
        )}
        <Button className="button primary" onPress={() => stepTour(1)}>
          {step === STEPS.length - 1 ? words.done : words.next}
        </Button>
      </footer>
    </section>
  );
}
