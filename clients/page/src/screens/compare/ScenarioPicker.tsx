/** Chooses a scenario to compare with: by ID or URL, one of the user's own, or an example. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  Button,
  DialogTrigger,
  Form,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  TextField,
} from "react-aria-components";
import { Dialog } from "../../controls/Dialog.tsx";
import { parseId } from "../../calculation/comparison.ts";
import { type Choice, readChoices } from "../../calculation/http.ts";
import { Icon } from "../../controls/icons.tsx";
import { readRecent } from "../../saved/recent.ts";
import { api, storage } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useAreaName } from "../start/use-area-name.ts";

export function ScenarioPicker({
  label,
  excludedIds,
  onPick,
}: {
  /** Label of the button, if not the default. */
  readonly label?: string;
  /** Scenarios that are already chosen. */
  readonly excludedIds: readonly number[];
  readonly onPick: (id: number) => void;
}) {
  const { texts } = useTexts();
  return (
    <DialogTrigger>
      <Button className="button">
        {label === undefined && <Icon name="plus" size={14} />}
        {label ?? texts.compare.add}
      </Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="palette">
          <Dialog className="picker">
            {({ close }) => (
              <Choices
                excludedIds={excludedIds}
                onPick={(id) => {
                  close();
                  onPick(id);
                }}
              />
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Choices({
  excludedIds,
  onPick,
}: {
  readonly excludedIds: readonly number[];
  readonly onPick: (id: number) => void;
}) {
  const { texts, language } = useTexts();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const nameOfArea = useAreaName();
  const choices = useQuery({ queryKey: ["choices", language], queryFn: () => readChoices(api, language) });
  const recent = readRecent(storage).map(({ title, ...scenario }) => ({
    ...scenario,
    name: title === "API" ? "" : title,
  }));
  const submit = (): void => {
    const id = parseId(text);
    if (id === null) setProblem(texts.compare.noNumber(text.trim()));
    else if (excludedIds.includes(id)) setProblem(texts.compare.alreadyCompared(id));
    else onPick(id);
  };
  const renderList = (title: string, scenarios: readonly Choice[]): ReactNode => {
    const available = scenarios.filter(({ id }) => !excludedIds.includes(id));
    return (
      available.length > 0 && (
        <section aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {available.map(({ id, name, area, endYear }) => (
              <li key={id}>
                <Button onPress={() => onPick(id)}>
                  <span>{name === "" ? `${texts.scenario} ${id}` : name}</span>
                  <span className="quiet">{`${nameOfArea(area)} · ${endYear}`}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )
    );
  };
  return (
    <>
      <Heading slot="title">{texts.compare.compareWith}</Heading>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField value={text} onChange={setText} autoFocus>
          <Label>{texts.compare.number}</Label>
          <Input className="input" placeholder={`${location.origin}/s/12`} />
        </TextField>
        <Button className="button primary" type="submit">
          {texts.compare.startComparison}
        </Button>
      </Form>
      {problem !== null && (
        <p className="notice fault" role="alert">
          {problem}
        </p>
      )}
      {renderList(texts.compare.saved, choices.data?.saved ?? [])}
      {renderList(texts.compare.yours, choices.data?.unsaved ?? [])}
      {renderList(texts.compare.recent, recent)}
      {renderList(texts.examples, choices.data?.examples ?? [])}
    </>
  );
}
