/** Creates the weighted mean of the compared scenarios. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { LETTERS } from "../../charts/compared.ts";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { parseFigure } from "../../figures/figures.ts";
import { mergeScenarios } from "../../saved/own-scenarios.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";

export interface MergeableScenario {
  readonly id: number;
  readonly name: string;
}

/** @param props.scenarios scenarios with the same area and end year, this scenario first */
export function MergeButton({ scenarios }: { readonly scenarios: readonly MergeableScenario[] }) {
  const { compare } = useTexts().texts;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="button" onPress={() => setIsOpen(true)}>
        {compare.merge}
      </Button>
      <Popup title={compare.mergeTitle} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <MergeForm scenarios={scenarios} />
      </Popup>
    </>
  );
}

function MergeForm({ scenarios }: { readonly scenarios: readonly MergeableScenario[] }) {
  const { texts, language } = useTexts();
  const { compare } = texts;
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const attempt = useAttempt();
  const [enteredWeights, setEnteredWeights] = useState<readonly string[]>(() => scenarios.map(() => "1"));
  const weights = enteredWeights.map((text) => parseFigure(text, language)?.value ?? Number.NaN);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const isValid = weights.every((weight) => weight >= 0) && sum > 0;
  const merge = (): void =>
    attempt.run(async () => {
      const parts = scenarios.map(({ id }, index) => ({ id, weight: weights[index]! }));
      const id = await mergeScenarios(api, parts);
      if (isMounted()) await navigate({ to: "/s/$id", params: { id: String(id) } });
    });
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) merge();
      }}
    >
      <p className="hint">{compare.mergeAbout}</p>
      {scenarios.map(({ id, name }, index) => (
        <TextField
          key={id}
          value={enteredWeights[index]!}
          onChange={(text) => setEnteredWeights(enteredWeights.with(index, text))}
          inputMode="decimal"
          isInvalid={!(weights[index]! >= 0)}
        >
          <Label>{compare.weightOf(`${LETTERS[index]!} ${name}`)}</Label>
          <Input className="input" />
        </TextField>
      ))}
      <ErrorMessages messages={attempt.errors} />
      <div className="buttons">
        <ActionButton className="button primary" type="submit" isDisabled={!isValid} isBusy={attempt.isBusy}>
          {compare.merge}
        </ActionButton>
      </div>
    </Form>
  );
}
