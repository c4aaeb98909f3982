/** Copies of the scenario for another year or another area, with the parts that a copy lacks. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../../controls/ActionButton.tsx";
import { copyToArea, readInputTable } from "../../../calculation/copied-area.ts";
import { copyToYear, interpolateTo } from "../../../calculation/settings.ts";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { useIsMounted } from "../../../controls/use-is-mounted.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { useSession, useWorkspace } from "../../session-context.tsx";
import { AreaList } from "../../start/AreaList.tsx";
import { refusalText } from "../../start/refusal-text.ts";
import { parseEndYear, searchAreas } from "../../start/areas.ts";
import { useAreas } from "../../start/use-areas.ts";
import { keepView } from "../search.ts";

/** A copy that lacks some parts of the scenario. */
interface IncompleteCopy {
  readonly id: number;
  readonly sentences: readonly string[];
}

function useOpenScenario(): (id: number) => Promise<void> {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  return async (id) => {
    if (isMounted()) await navigate({ to: "/s/$id", params: { id: String(id) }, search: keepView });
  };
}

function MissingParts({ copy }: { readonly copy: IncompleteCopy | null }) {
  const { yours } = useTexts().texts;
  const open = useOpenScenario();
  if (copy === null) return null;
  return (
    <div className="lacking" role="status">
      <p>{yours.copyLacks}</p>
      <ul>
        {copy.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button className="button" onPress={() => void open(copy.id)}>
        {yours.openCopy}
      </Button>
    </div>
  );
}

export function OtherYears() {
  const { texts } = useTexts();
  const { yours } = texts;
  const { id, startYear, endYear } = useSession(({ scenario }) => scenario);
  const open = useOpenScenario();
  const attempt = useAttempt();
  const [typed, setTyped] = useState("");
  const [incomplete, setIncomplete] = useState<IncompleteCopy | null>(null);
  const year = parseEndYear(typed, startYear);
  const isPossible = year !== null && year !== endYear;
  return (
    <section aria-label={yours.otherYears}>
      <h3>{yours.otherYears}</h3>
      <p className="hint">{yours.otherYearsAbout(startYear, endYear)}</p>
      <Form className="years" onSubmit={(event) => event.preventDefault()}>
        <TextField value={typed} onChange={setTyped} inputMode="numeric">
          <Label>{yours.endYear}</Label>
          <Input className="input" maxLength={4} />
        </TextField>
        <ActionButton
          className="button"
          isDisabled={!isPossible}
          isBusy={attempt.isBusy}
          onPress={() =>
            attempt.run(async () => {
              const { id: copy, refusedParts } = await copyToYear(api, id, year!);
              if (refusedParts.length === 0) await open(copy);
              else setIncomplete({ id: copy, sentences: refusedParts.map((part) => refusalText(part, texts)) });
            })
          }
        >
          {yours.copySettings}
        </ActionButton>
        <ActionButton
          className="button"
          isDisabled={!isPossible || year >= endYear}
          isBusy={attempt.isBusy}
          onPress={() => attempt.run(async () => open(await interpolateTo(api, id, year!)))}
        >
          {yours.interpolate}
        </ActionButton>
      </Form>
      <ErrorMessages messages={attempt.errors} />
      <MissingParts copy={incomplete} />
    </section>
  );
}

/** Absent for a scaled scenario, and if the server does not provide its model. */
export function OtherAreas() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const { model, modelHash } = useWorkspace();
  const stored = useSession((state) => state.scenario);
  const { choices, isModelPending } = useAreas();
  const open = useOpenScenario();
  const attempt = useAttempt();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState<IncompleteCopy | null>(null);
  if (stored.scaling !== null || modelHash === null) return null;
  const others = choices.filter(({ key, problem }) => key !== stored.area && problem === null);
  const groups = searchAreas(others, text, language);
  const area = groups.flatMap(({ areas }) => areas).find(({ key }) => key === chosen) ?? null;
  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  return (
    <section aria-label={yours.otherAreas}>
      <h3>{yours.otherAreas}</h3>
      <p className="hint">{yours.otherAreasAbout}</p>
      <TextField aria-label={texts.findArea} value={text} onChange={setText}>
        <Input className="input" placeholder={texts.findArea} />
      </TextField>
      <AreaList
        choices={others}
        groups={groups}
        chosen={area?.key ?? null}
        isPending={isModelPending}
        onChoose={setChosen}
      />
      <div className="years">
        <ActionButton
          className="button"
          isDisabled={area === null}
          isBusy={attempt.isBusy}
          onPress={() =>
            attempt.run(async () => {
              const { id, omittedSliders, limitedSliders, refusedParts } = await copyToArea(
                api,
                stored,
                area!.key,
                readInputTable,
              );
              const sentences = [
                ...omittedSliders.map((key) => yours.notInArea(titleOf(key))),
                ...limitedSliders.map((key) => yours.atEndOfRange(titleOf(key))),
                ...refusedParts.map((part) => refusalText(part, texts)),
              ];
              if (sentences.length === 0) await open(id);
              else setIncomplete({ id, sentences });
            })
          }
        >
          {yours.copyToArea}
        </ActionButton>
      </div>
      <ErrorMessages messages={attempt.errors} />
      <MissingParts copy={incomplete} />
    </section>
  );
}
