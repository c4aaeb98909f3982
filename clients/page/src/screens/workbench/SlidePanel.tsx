/** The sliders of one part of the system. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Slide } from "@etesian/interface";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { DocumentLink } from "../DocumentLink.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { blocksOf } from "./share-groups.ts";
import { ShareGroup } from "./ShareGroup.tsx";
import { ResponseDock } from "./ResponseDock.tsx";
import type { SheetHeight } from "./sheet.ts";
import { RailMenu } from "./Rail.tsx";
import { SheetHandle } from "./SheetHandle.tsx";
import { SliderRow } from "./SliderRow.tsx";
import { sliderKeysOf } from "./slides.ts";
import { LocksContext } from "./use-changes.ts";
import { useChangedCount } from "./use-changed.ts";

export function SlidePanel({
  slide,
  locked,
}: {
  readonly slide: Slide | null;
  /** Keys of locked sliders. */
  readonly locked: readonly string[];
}) {
  const { texts } = useTexts();
  const changedCount = useChangedCount(slide === null ? [] : [slide]);
  const panel = useRef<HTMLElement>(null);
  const [sheet, setSheet] = useState<SheetHeight>("usual");
  const isPhone = useIsPhone();
  const [activeSlider, setActiveSlider] = useState<string | null>(null);
  const dragged = useSession((state) => state.draggedSlider);
  useEffect(() => {
    if (dragged !== null) setActiveSlider(dragged);
  }, [dragged]);
  const onPoint = ({ target }: { readonly target: EventTarget }): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-input]") : null;
    // A slider that cannot be moved has no response, and opening the dock would move the link that the user is about to
    // press.
    if (row !== null && !row.classList.contains("off")) setActiveSlider(row.dataset["input"] ?? null);
  };
  return (
    <LocksProvider locked={locked}>
      <section
        className="slide"
        id="sliders"
        aria-label={slide?.title ?? texts.sections}
        tabIndex={-1}
        data-sheet={sheet}
        ref={panel}
      >
        {isPhone && <SheetHandle panel={panel} sheet={sheet} onSheet={setSheet} />}
        <header>
          <RailMenu current={slide} />
          <h2>{slide?.title ?? ""}</h2>
          <DocumentLink topic="sliders" about={slide?.title ?? texts.sections} />
          <span className="space" />
          {changedCount > 0 && <span className="chip hand">{texts.changedCount(changedCount)}</span>}
        </header>
        <div className="rows" onPointerOver={onPoint} onFocus={onPoint}>
          <Rows slide={slide} />
        </div>
        <ResponseDock
          inputKey={
            activeSlider !== null && slide !== null && sliderKeysOf(slide).includes(activeSlider) ? activeSlider : null
          }
        />
      </section>
    </LocksProvider>
  );
}

/** The sliders without their response, for presentations. */
export function PlainSlide({ slide, locked }: { readonly slide: Slide | null; readonly locked: readonly string[] }) {
  const { texts } = useTexts();
  const title = slide?.title ?? texts.sections;
  return (
    <LocksProvider locked={locked}>
      <section className="slide" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <div className="rows">
          <Rows slide={slide} />
        </div>
      </section>
    </LocksProvider>
  );
}

/** Stores the locked members of share groups in the URL. */
function LocksProvider({ locked, children }: { readonly locked: readonly string[]; readonly children: ReactNode }) {
  const navigate = useNavigate();
  const lock = (key: string, isOn: boolean): void => {
    const next = isOn ? [...locked, key] : locked.filter((other) => other !== key);
    void navigate({
      to: ".",
      search: (search) => ({ ...search, lock: next.length === 0 ? undefined : next.join(",") }),
      replace: true,
    });
  };
  return <LocksContext value={{ locked: new Set(locked), lock }}>{children}</LocksContext>;
}

function Rows({ slide }: { readonly slide: Slide | null }) {
  const { inputs } = useWorkspace();
  const { texts } = useTexts();
  if (slide === null || slide.items.length === 0) return <p className="empty">{texts.noSliders}</p>;
  return (
    <>
      {slide.about !== null && <p className="about">{slide.about}</p>}
      {blocksOf(slide.items, inputs).map((block) => {
        switch (block.kind) {
          case "heading":
            return <h3 key={`heading ${block.text}`}>{block.text}</h3>;
          case "group":
            return (
              <ShareGroup key={`group ${block.group}`} title={block.title ?? slide.title} members={block.members} />
            );
          case "slider":
            return <SliderRow key={block.key} inputKey={block.key} />;
        }
      })}
    </>
  );
}
