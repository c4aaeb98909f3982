/** Search over everything, at Ctrl-K: sliders, headline numbers, charts; names of both languages and keys are found. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import {
  Autocomplete,
  Button,
  Dialog,
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
import { type InterfaceView, viewOf } from "@etesian/interface";
import { Icon } from "../../controls/icons.tsx";
import { figure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { sliderValue } from "../../figures/slider-value.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { type Findable, findAll, marked, wordsOf } from "./palette-search.ts";
import { positionOf } from "./positions.ts";
import { modelQuery } from "./queries.ts";
import { showSlider } from "./show-slider.ts";
import { sectionsWithSlides, sliderKeysOf } from "./slides.ts";

const GROUPS = ["sliders", "numbers", "charts"] as const;

interface Found extends Findable {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  /** Where it is. */
  readonly path: string;
  readonly value: string;
  /** Whether the value is a person's. */
  readonly isSet: boolean;
  readonly open: () => void;
}

/** Of each group. */
const SHOWN = 25;

export function Palette({ charts }: { readonly charts: readonly string[] }) {
  const { texts } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
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
            <Results charts={charts} onDone={() => setIsOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Results({ charts, onDone }: { readonly charts: readonly string[]; readonly onDone: () => void }) {
  const { texts } = useTexts();
  const [text, setText] = useState("");
  const all = useFindable(charts);
  const words = wordsOf(text);
  const found = findAll(all, words);
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
            all.find((each) => each.id === id)?.open();
          }}
          renderEmptyState={() => <p className="empty">{texts.nothingFound}</p>}
        >
          {GROUPS.map((group) => {
            const members = found.filter((each) => each.group === group).slice(0, SHOWN);
            if (members.length === 0) return null;
            return (
              <MenuSection key={group}>
                <Header>{texts.palette[group]}</Header>
                {members.map(({ id, name, path, value, isSet }) => (
                  <MenuItem key={id} id={id} textValue={name}>
                    <span className="name">
                      {marked(name, words).map((part, index) =>
                        part.isFound ? <u key={index}>{part.text}</u> : <span key={index}>{part.text}</span>,
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

/** All that can be found, with its values as they are when the search is opened. */
function useFindable(charts: readonly string[]): readonly Found[] {
  const { session, model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const other = useOtherLanguage();
  const openSlider = (slide: string, key: string): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, view: undefined, slide }) }).then(() => showSlider(key));
  const openChart = (key: string | null): void => {
    if (key === null) return;
    const next = [key, ...charts.filter((each) => each !== key)].slice(0, Math.max(1, charts.length));
    void navigate({ to: ".", search: (search) => ({ ...search, view: undefined, charts: next.join(",") }) });
  };
  return useMemo(() => {
    const state = session.state.getState();
    const sliders = sectionsWithSlides(model.sections).flatMap((section) =>
      section.slides
        .filter(({ repeats }) => !repeats)
        .flatMap((slide) =>
          sliderKeysOf(slide).map((key): Found => {
            const { title, unit, factor } = model.sliders.get(key) ?? { title: key, unit: "", factor: 1 };
            const start = inputs.get(key)?.default;
            const position = positionOf(state, key) ?? (typeof start === "boolean" ? Number(start) : start);
            return {
              id: `slider ${key}`,
              group: "sliders",
              name: title,
              path: section.title === slide.title ? section.title : `${section.title} › ${slide.title}`,
              more: `${key} ${section.title} ${slide.title} ${other?.sliders.get(key)?.title ?? ""}`,
              value: sliderValue(position ?? "", { unit, factor }, { texts, language }),
              isSet: (state.stored.userValues[key] ?? "reset") !== "reset",
              open: () => openSlider(slide.key, key),
            };
          }),
        ),
    );
    const numbers = model.headline.map((number, index): Found => {
      const { query, title, unit, factor, chart } = number;
      const value = state.shown === null ? null : valueOf(state.shown, query, number, "future");
      return {
        id: `number ${query}`,
        group: "numbers",
        name: title,
        path: "",
        more: `${query} ${other?.headline[index]?.title ?? ""}`,
        value: value === null ? texts.noValue : `${figure(value * factor, language)} ${unit}`,
        isSet: false,
        open: () => openChart(chart),
      };
    });
    const ofCharts = Array.from(model.charts.values(), ({ key, title }): Found => ({
      id: `chart ${key}`,
      group: "charts",
      name: title,
      path: "",
      more: `${key} ${other?.charts.get(key)?.title ?? ""}`,
      value: charts.includes(key) ? texts.palette.shown : "",
      isSet: false,
      open: () => openChart(key),
    }));
    return [...sliders, ...numbers, ...ofCharts];
  }, [model, inputs, other, language]);
}

/** The interface in the language that the page is not in; null where the server keeps its model to itself. */
function useOtherLanguage(): InterfaceView | null {
  const { session } = useWorkspace();
  const { language } = useTexts();
  const { area, endYear } = session.state.getState().stored;
  const { data } = useQuery(modelQuery(area, endYear));
  return useMemo(() => {
    if (data?.catalogue === undefined || data.catalogue === null) return null;
    return viewOf(data.documents, data.catalogue, language === "en" ? "nl" : "en");
  }, [data, language]);
}
