/** Selects a chart: lists all charts by subject, searchable by any word in their titles. */
import { useState } from "react";
import {
  Autocomplete,
  Button,
  DialogTrigger,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  SearchField,
} from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { Dialog } from "../controls/Dialog.tsx";
import { Icon } from "../controls/icons.tsx";
import { useTexts } from "../texts/language.tsx";
import { chartGroupsOf } from "./chart-groups.ts";
import { useWorkspace } from "./session-context.tsx";
import { searchEntries, wordsOf } from "./workbench/palette-search.ts";

/** Next to the title of a pane: replaces its chart. */
export function ChartSelect({
  chart,
  others,
  onChoose,
}: {
  readonly chart: Chart;
  /** Charts that the pane can show instead. */
  readonly others: readonly Chart[];
  readonly onChoose: (key: string) => void;
}) {
  const { texts } = useTexts();
  return (
    <Picker
      className="other"
      label={`${texts.chart}: ${chart.title}`}
      icon="chevron"
      charts={[chart, ...others]}
      chosen={chart.key}
      onChoose={onChoose}
    />
  );
}

/** Chooses the chart of an additional pane. */
export function ChartAdder({
  others,
  onAdd,
}: {
  readonly others: readonly Chart[];
  readonly onAdd: (key: string) => void;
}) {
  const { texts } = useTexts();
  return (
    <Picker className="icon small" label={texts.addChart} icon="plus" charts={others} chosen={null} onChoose={onAdd} />
  );
}

interface PickerProps {
  readonly label: string;
  readonly charts: readonly Chart[];
  /** Null if no chart is chosen. */
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

function Picker({
  className,
  icon,
  ...choice
}: PickerProps & { readonly className: string; readonly icon: "chevron" | "plus" }) {
  return (
    <DialogTrigger>
      <Button className={className} aria-label={choice.label}>
        <Icon name={icon} size={icon === "plus" ? 15 : 12} />
      </Button>
      <Popover className="chartPicker" placement="bottom start">
        <Dialog aria-label={choice.label}>{({ close }) => <ChartList {...choice} close={close} />}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ChartList({ label, charts, chosen, onChoose, close }: PickerProps & { readonly close: () => void }) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const [text, setText] = useState("");
  const matching = new Set(
    searchEntries(
      charts.map(({ key, title, about }) => ({ key, name: title, keywords: `${key} ${about ?? ""}` })),
      wordsOf(text),
    ).map(({ key }) => key),
  );
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={texts.findChart} autoFocus>
        <Icon name="search" />
        <Input className="query" placeholder={texts.findChart} />
      </SearchField>
      <ListBox
        className="charts"
        aria-label={label}
        selectionMode="single"
        selectedKeys={chosen === null ? [] : [chosen]}
        disallowEmptySelection={chosen !== null}
        onSelectionChange={(keys) => {
          const [key] = keys === "all" ? [] : keys;
          close();
          if (key !== undefined) onChoose(String(key));
        }}
        renderEmptyState={() => <p className="empty">{texts.nothingFound}</p>}
      >
        {chartGroupsOf(model, texts).flatMap(({ key, title, charts: members }) => {
          const shown = members.filter((chart) => matching.has(chart.key));
          return shown.length === 0
            ? []
            : [
                <ListBoxSection key={key} id={key}>
                  <Header>{title}</Header>
                  {shown.map((chart) => (
                    <ListBoxItem key={chart.key} id={chart.key} textValue={chart.title}>
                      {chart.title}
                    </ListBoxItem>
                  ))}
                </ListBoxSection>,
              ];
        })}
      </ListBox>
    </Autocomplete>
  );
}
