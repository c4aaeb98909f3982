/** The parts of the energy system, each with its size and its number of moved sliders. */
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button, DialogTrigger, Popover } from "react-aria-components";
import { readableKey, type Section, type Slide } from "@etesian/interface";
import { Dialog } from "../../controls/Dialog.tsx";
import { Icon } from "../../controls/icons.tsx";
import { formatFigure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { useWorkbenchNavigation } from "./pane-state.tsx";
import { slidesOf } from "./slides.ts";
import { useChangedCount } from "./use-changed.ts";

export function Rail({ current }: { readonly current: Slide | null }) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  return (
    <nav className="rail" aria-label={texts.sections}>
      {model.sections.map((section) => (
        <div key={section.key}>
          {!isOneSlide(section) && <h2>{section.title}</h2>}
          <ul>
            {section.slides.map((slide) => (
              <Row key={slide.key} title={slide.title} slides={[slide]} isCurrent={slide.key === current?.key} />
            ))}
            {section.sections.map((section) => (
              <SectionRows key={section.key} section={section} current={current} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The rail on a narrow screen: a button opens it until a slide is chosen. */
export function RailMenu({ current }: { readonly current: Slide | null }) {
  const { texts } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(false), [current?.key]);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button className="icon sections" aria-label={texts.sections}>
        <Icon name="list" />
      </Button>
      <Popover className="menu railMenu" placement="bottom start">
        <Dialog aria-label={texts.sections}>
          <Rail current={current} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Whether a section is a single slide with the same title, which needs no heading. */
const isOneSlide = ({ title, slides, sections }: Section): boolean =>
  sections.length === 0 && slides.length === 1 && slides[0]!.title === title;

/** A section, with its slides while one of them is open. */
function SectionRows({ section, current }: { readonly section: Section; readonly current: Slide | null }) {
  const slides = slidesOf(section);
  const isOpen = slides.some(({ key }) => key === current?.key);
  if (slides.length === 0) return null;
  return (
    <>
      <Row title={section.title} slides={slides} share={section.share} isCurrent={isOpen && slides.length === 1} />
      {isOpen &&
        slides.length > 1 &&
        slides.map((slide) => (
          <Row key={slide.key} title={slide.title} slides={[slide]} isCurrent={slide.key === current?.key} isBelow />
        ))}
    </>
  );
}

function Row({
  title,
  slides,
  share = null,
  isCurrent,
  isBelow = false,
}: {
  readonly title: string;
  readonly slides: readonly Slide[];
  readonly share?: Section["share"];
  readonly isCurrent: boolean;
  readonly isBelow?: boolean;
}) {
  const { texts, language } = useTexts();
  const { withSlide } = useWorkbenchNavigation();
  const changedCount = useChangedCount(slides);
  return (
    <li>
      <Link
        to="."
        search={withSlide(slides[0]!)}
        className={isBelow ? "below" : ""}
        aria-current={isCurrent ? "page" : undefined}
        title={share === null ? undefined : readableKey(share.query)[language]}
      >
        <span>{title}</span>
        <Share share={share} />
        {changedCount > 0 && (
          <span className="changed" title={texts.changedCount(changedCount)}>
            {changedCount}
          </span>
        )}
        <ShareBar share={share} />
      </Link>
    </li>
  );
}

const usePercent = (share: Section["share"], year: "today" | "future"): number | null =>
  useSession(({ answer }) => {
    const value = share === null ? null : (answer?.results.get(share.query)?.[year] ?? null);
    return share === null || value === null ? null : value * share.factor;
  });

function Share({ share }: { readonly share: Section["share"] }) {
  const { language } = useTexts();
  const percent = usePercent(share, "future");
  return <span className="share">{percent === null ? "" : `${formatFigure(percent, language, 0)} %`}</span>;
}

function ShareBar({ share }: { readonly share: Section["share"] }) {
  const future = usePercent(share, "future");
  const today = usePercent(share, "today");
  if (future === null) return null;
  return (
    <span className="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, Math.max(0, future))}%` }} />
      {today !== null && <u style={{ left: `${Math.min(100, today)}%` }} />}
    </span>
  );
}
