/** The parts of the energy system, with how much of it each is and how many of its sliders are moved. */
import { Link } from "@tanstack/react-router";
import type { Section, Slide } from "@etesian/interface";
import { figure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";

/** The slides of a section and of those below it, in order. */
export const slidesOf = (section: Section): readonly Slide[] => [
  ...section.slides,
  ...section.sections.flatMap(slidesOf),
];

export function Rail({ current }: { readonly current: Slide | null }) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  return (
    <nav className="rail" aria-label={texts.sections}>
      {model.sections.map((section) => (
        <div key={section.key}>
          <h2>{section.title}</h2>
          <ul>
            {section.slides.map((slide) => (
              <Row key={slide.key} title={slide.title} slides={[slide]} isCurrent={slide.key === current?.key} />
            ))}
            {section.sections.map((each) => (
              <SectionRows key={each.key} section={each} current={current} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** A section, and its slides while one of them is open. */
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
  readonly share?: string | null;
  readonly isCurrent: boolean;
  readonly isBelow?: boolean;
}) {
  const { texts } = useTexts();
  const changed = useSession((state) => {
    const isSet = (key: string): boolean => (state.moves[key] ?? state.stored.userValues[key] ?? "reset") !== "reset";
    return slides.reduce(
      (sum, { items }) => sum + items.filter((item) => item.kind === "slider" && isSet(item.key)).length,
      0,
    );
  });
  return (
    <li>
      <Link
        to="."
        search={(search) => ({ ...search, slide: slides[0]!.key })}
        className={isBelow ? "below" : ""}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span>{title}</span>
        <Share query={share} />
        {changed > 0 && (
          <span className="changed" title={texts.changedCount(changed)}>
            {changed}
          </span>
        )}
        <ShareBar query={share} />
      </Link>
    </li>
  );
}

const usePercent = (query: string | null, year: "today" | "future"): number | null =>
  useSession(({ shown }) => {
    const share = query === null ? null : (shown?.results.get(query)?.[year] ?? null);
    return share === null ? null : share * 100;
  });

function Share({ query }: { readonly query: string | null }) {
  const { language } = useTexts();
  const percent = usePercent(query, "future");
  return <span className="share">{percent === null ? "" : `${figure(percent, language, 0)} %`}</span>;
}

function ShareBar({ query }: { readonly query: string | null }) {
  const future = usePercent(query, "future");
  const today = usePercent(query, "today");
  if (future === null) return null;
  return (
    <span className="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, Math.max(0, future))}%` }} />
      {today !== null && <u style={{ left: `${Math.min(100, today)}%` }} />}
    </span>
  );
}
