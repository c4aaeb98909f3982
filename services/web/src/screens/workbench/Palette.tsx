/** Search over everything, at Ctrl-K: sliders, charts, headline numbers; names of both languages and keys are found. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { Icon } from "../../controls/icons.tsx";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { slidesOf } from "./Rail.tsx";
import { showSlider } from "./show-slider.ts";

interface Found {
  readonly id: string;
  readonly name: string;
  /** Where it is. */
  readonly path: string;
  readonly slide?: string;
  readonly chart?: string;
}

const SHOWN = 40;

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
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const all: readonly Found[] = [
    ...model.sections.flatMap((section) =>
      slidesOf(section).flatMap((slide) =>
        slide.items.flatMap((item): readonly Found[] =>
          item.kind === "slider"
            ? [
                {
                  id: `slider ${item.key}`,
                  name: model.sliders.get(item.key)?.title ?? item.key,
                  path: `${section.title} › ${slide.title}`,
                  slide: slide.key,
                },
              ]
            : [],
        ),
      ),
    ),
    ...Array.from(model.charts.values(), ({ key, title }) => ({
      id: `chart ${key}`,
      name: title,
      path: texts.chart,
      chart: key,
    })),
  ];
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = all
    .filter(({ id, name, path }) => words.every((word) => `${id} ${name} ${path}`.toLowerCase().includes(word)))
    .slice(0, SHOWN);
  const open = (id: string): void => {
    const one = all.find((each) => each.id === id);
    if (one === undefined) return;
    onDone();
    if (one.slide !== undefined) {
      void navigate({ to: ".", search: (search) => ({ ...search, view: undefined, slide: one.slide }) }).then(() =>
        showSlider(one.id.split(" ")[1]!),
      );
    } else if (one.chart !== undefined) {
      const next = [one.chart, ...charts.filter((key) => key !== one.chart)].slice(0, Math.max(1, charts.length));
      void navigate({ to: ".", search: (search) => ({ ...search, charts: next.join(",") }) });
    }
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={texts.find} autoFocus>
        <Input className="query" placeholder={texts.find} />
      </SearchField>
      <div className="found" tabIndex={0} role="group" aria-label={texts.find}>
        <Menu
          aria-label={texts.find}
          items={found}
          onAction={(key) => open(String(key))}
          renderEmptyState={() => <p className="empty">{texts.nothingFound}</p>}
        >
          {({ id, name, path }) => (
            <MenuItem id={id} textValue={name}>
              <span>{name}</span>
              <span className="quiet">{path}</span>
            </MenuItem>
          )}
        </Menu>
      </div>
    </Autocomplete>
  );
}
