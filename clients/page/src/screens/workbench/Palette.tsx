/**
 * The global search: finds sliders, numbers, charts, slides, actions and areas by their names in both languages and by
 * keys.
 */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import {
  Autocomplete,
  Button,
  DialogTrigger,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { useStore } from "zustand";
import { type InterfaceView, isHourly, type Slide, viewOf } from "@etesian/interface";
import { Dialog } from "../../controls/Dialog.tsx";
import { Icon } from "../../controls/icons.tsx";
import { formatFigure, type Language } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { sliderValue } from "../../figures/slider-value.ts";
import type { Texts } from "../../texts/en.ts";
import { type HowTo, loadHowTo } from "../../texts/how/how-to.ts";
import { useTexts } from "../../texts/language.tsx";
import { loadTexts } from "../../texts/load.ts";
import { useWorkspace } from "../session-context.tsx";
import { useAreaName, useListedAreas } from "../start/use-area-name.ts";
import { type SearchEntry, searchEntries, markMatches, wordsOf } from "./palette-search.ts";
import { useWorkbenchNavigation } from "./pane-state.tsx";
import { positionOf } from "./positions.ts";
import { modelQuery } from "./queries.ts";
import { overlay } from "./overlay.ts";
import { ACTIONS } from "./actions.ts";
import { useActions } from "./use-actions.ts";
import { showSlider } from "./show-slider.ts";
import { sectionsWithSlides, slidesOf, sliderKeysOf } from "./slides.ts";

const GROUPS = ["sliders", "numbers", "charts", "slides", "actions", "howTo", "areas"] as const;

interface PaletteItem extends SearchEntry {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  /** The entry's location in the interface. */
  readonly path: string;
  readonly value: string;
  /** Whether a user has set the value. */
  readonly isSet: boolean;
  readonly open: () => void;
}

/** Maximum number of results per group: without a search text, with one, and in the group with the best match. */
const MAX_SHOWN = { all: 25, each: 5, best: 8 };

/** @param shown keys of the charts on the screen */
export function Palette({ shown }: { readonly shown: readonly string[] }) {
  const { texts } = useTexts();
  const isOpen = useStore(overlay, (state) => state.shown === "find");
  // Another overlay that an action has opened in the meantime remains open.
  const setIsOpen = (open: boolean): void =>
    overlay.setState(({ shown: current }) => ({ shown: open ? "find" : current === "find" ? null : current }));
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button className="find">
        <Icon name="search" />
        <span>{texts.find}</span>
        <kbd>Ctrl K</kbd>
      </Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="palette">
          <Dialog aria-label={texts.find}>
            <Results shown={shown} onDone={() => setIsOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Results({ shown, onDone }: { readonly shown: readonly string[]; readonly onDone: () => void }) {
  const { texts } = useTexts();
  const [text, setText] = useState("");
  const all = usePaletteItems(shown);
  const words = wordsOf(text);
  const matches = searchEntries(all, words);
  // The group with the best match is first.
  const groups = words.length === 0 ? GROUPS.slice(0, 3) : [...new Set(matches.map(({ group }) => group))];
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={texts.find} autoFocus>
        <Icon name="search" />
        <Input className="query" placeholder={texts.find} />
        <kbd>Esc</kbd>
      </SearchField>
      <div className="found" tabIndex={0} role="group" aria-label={texts.find}>
        <Menu
          aria-label={texts.find}
          onAction={(id) => {
            onDone();
            all.find((item) => item.id === id)?.open();
          }}
          renderEmptyState={() => <p className="empty">{texts.nothingFound}</p>}
        >
          {groups.map((group, index) => {
            const maxShown = words.length === 0 ? MAX_SHOWN.all : index === 0 ? MAX_SHOWN.best : MAX_SHOWN.each;
            const members = matches.filter((item) => item.group === group).slice(0, maxShown);
            return (
              <MenuSection key={group}>
                <Header>{texts.palette[group]}</Header>
                {members.map(({ id, name, path, value, isSet }) => (
                  <MenuItem key={id} id={id} textValue={name}>
                    <span className="name">
                      {markMatches(name, words).map((part, index) =>
                        part.isMatch ? <u key={index}>{part.text}</u> : <span key={index}>{part.text}</span>,
                      )}{" "}
                      <span className="quiet">{path}</span>
                    </span>
                    <span className={isSet ? "value set" : "value"}>{value}</span>
                  </MenuItem>
                ))}
              </MenuSection>
            );
          })}
        </Menu>
      </div>
      <p className="foot" aria-hidden="true">
        <kbd>
          <Icon name="up" size={10} />
          <Icon name="down" size={10} />
        </kbd>{" "}
        {texts.palette.choose} <kbd>Enter</kbd> {texts.palette.go}
        <span className="space" />
        {texts.palette.about}
      </p>
    </Autocomplete>
  );
}

/** All searchable items, with their values when the search opens. */
function usePaletteItems(shownCharts: readonly string[]): readonly PaletteItem[] {
  const { session, model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const { view: otherView, texts: otherTexts } = useOtherLanguage();
  const run = useActions();
  const howTo = useHowTo(language);
  const otherHowTo = useHowTo(language === "en" ? "nl" : "en");
  const { withSlide, showChart } = useWorkbenchNavigation();
  const areas = useListedAreas();
  const calculableAreas = useMemo(() => areas.flatMap(({ area, useable }) => (useable ? [area] : [])), [areas]);
  const nameOfArea = useAreaName();
  const openSlider = (slide: Slide, key: string): void =>
    void navigate({ to: ".", search: withSlide(slide) }).then(() => showSlider(key));
  const openChart = (key: string | null): void => {
    if (key !== null) showChart(key);
  };
  return useMemo(() => {
    const state = session.state.getState();
    const slides = model.sections.flatMap(slidesOf);
    // Slides that repeat other slides' sliders show the most important ones.
    const frequent = new Set(slides.filter(({ repeats }) => repeats).flatMap(sliderKeysOf));
    const sliderItems = sectionsWithSlides(model.sections).flatMap((section) =>
      section.slides
        .filter(({ repeats }) => !repeats)
        .flatMap((slide) =>
          sliderKeysOf(slide).map((key): PaletteItem => {
            const { title, unit, factor } = model.sliders.get(key) ?? { title: key, unit: "", factor: 1 };
            const start = inputs.get(key)?.default;
            const position = positionOf(state, key) ?? (typeof start === "boolean" ? Number(start) : start);
            return {
              id: `slider ${key}`,
              group: "sliders",
              name: title,
              path: section.title === slide.title ? section.title : `${section.title} › ${slide.title}`,
              keywords: `${key} ${section.title} ${slide.title} ${otherView?.sliders.get(key)?.title ?? ""}`,
              value: sliderValue(position ?? "", { unit, factor }, { texts, language }),
              isSet: (state.scenario.userValues[key] ?? "reset") !== "reset",
              isFrequent: frequent.has(key),
              open: () => openSlider(slide, key),
            };
          }),
        ),
    );
    const numberItems = model.headline.map((number, index): PaletteItem => {
      const { query, title, unit, factor, chart } = number;
      const value = state.answer === null ? null : valueOf(state.answer, query, number, "future");
      return {
        id: `number ${query}`,
        group: "numbers",
        name: title,
        path: "",
        keywords: `${query} ${otherView?.headline[index]?.title ?? ""}`,
        value: value === null ? texts.noValue : `${formatFigure(value * factor, language)} ${unit}`,
        isSet: false,
        open: () => openChart(chart),
      };
    });
    const chartItems = Array.from(model.charts.values(), ({ key, title, type }): PaletteItem => ({
      id: `chart ${key}`,
      group: "charts",
      name: title,
      path: "",
      keywords: `${key} ${otherView?.charts.get(key)?.title ?? ""} ${isHourly(type) ? "curve kromme" : ""}`,
      value: shownCharts.includes(key) ? texts.palette.shown : "",
      isSet: false,
      open: () => openChart(key),
    }));
    const slideItems = sectionsWithSlides(model.sections).flatMap((section) =>
      section.slides.map((slide): PaletteItem => {
        const titles = otherView?.sections.flatMap(slidesOf).find(({ key }) => key === slide.key)?.title ?? "";
        return {
          id: `slide ${slide.key}`,
          group: "slides",
          name: slide.title,
          path: section.title === slide.title ? "" : section.title,
          keywords: `${slide.key} ${section.title} ${titles}`,
          value: "",
          isSet: false,
          open: () => void navigate({ to: ".", search: withSlide(slide) }),
        };
      }),
    );
    const actionItems = ACTIONS.filter(({ id }) => id !== "find" && id !== "table").map(
      ({ id, keys }): PaletteItem => ({
        id: `action ${id}`,
        group: "actions",
        name: texts.actions[id],
        path: "",
        keywords: `${id} ${otherTexts?.actions[id] ?? ""}`,
        value: keys ?? "",
        isSet: false,
        open: () => run(id),
      }),
    );
    const areaItems = calculableAreas.map((key): PaletteItem => ({
      id: `area ${key}`,
      group: "areas",
      name: nameOfArea(key),
      path: "",
      keywords: `${key} ${otherView?.areas.get(key) ?? ""}`,
      value: texts.palette.newHere,
      isSet: false,
      open: () => void navigate({ to: "/", search: { area: key } }),
    }));
    const questionItems = ACTIONS.flatMap(({ id }): readonly PaletteItem[] => {
      const question = howTo?.[id];
      if (question === undefined) return [];
      return [
        {
          id: `question ${id}`,
          group: "howTo",
          name: question,
          path: "",
          keywords: otherHowTo?.[id] ?? "",
          value: texts.actions[id],
          isSet: false,
          open: () => run(id),
        },
      ];
    });
    return [
      ...sliderItems,
      ...numberItems,
      ...chartItems,
      ...slideItems,
      ...actionItems,
      ...questionItems,
      ...areaItems,
    ];
  }, [model, inputs, otherView, otherTexts, howTo, otherHowTo, language, calculableAreas, nameOfArea]);
}

/** Questions that actions answer, once they are loaded. */
const useHowTo = (language: Language): HowTo | undefined =>
  useQuery({ queryKey: ["how", language], queryFn: () => loadHowTo(language), staleTime: Infinity }).data;

/** The page's texts in the other language and, if the server provides its model, the interface; null until loaded. */
function useOtherLanguage(): { readonly view: InterfaceView | null; readonly texts: Texts | null } {
  const { session } = useWorkspace();
  const { language } = useTexts();
  const { area, endYear } = session.state.getState().scenario;
  const other = language === "en" ? "nl" : "en";
  const { data } = useQuery(modelQuery(area, endYear));
  const texts = useQuery({ queryKey: ["texts", other], queryFn: () => loadTexts(other), staleTime: Infinity });
  const view = useMemo(() => {
    if (data?.catalogue === undefined || data.catalogue === null) return null;
    return viewOf(data.documents, data.catalogue, other);
  }, [data, other]);
  return { view, texts: texts.data ?? null };
}
