/** The template of a scenario: the scenario to whose values its sliders are reset. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form, Input, Label, TextField } from "react-aria-components";
import { writeSettings } from "../../../calculation/settings.ts";
import { ActionButton } from "../../../controls/ActionButton.tsx";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { useIsReadOnly, useSession, useWorkspace } from "../../session-context.tsx";
import { templateQuery } from "../queries.ts";

/** @param stored the ID of the current template; null if there is none */
export function Template({ stored }: { readonly stored: number | null }) {
  const { yours } = useTexts().texts;
  const id = useSession((state) => state.scenario.id);
  const { inputs } = useWorkspace();
  const isReadOnly = useIsReadOnly();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [number, setNumber] = useState(stored === null ? "" : String(stored));
  const write = (template: number | null): void =>
    attempt.run(async () => {
      await writeSettings(api, id, { template });
      const query = templateQuery(id, inputs);
      if (template === null) queries.setQueryData(query.queryKey, new Map());
      else await queries.fetchQuery({ ...query, staleTime: 0 });
      await queries.invalidateQueries({ queryKey: ["settings", id] });
    });
  return (
    <section aria-label={yours.template}>
      <h3>{yours.template}</h3>
      <p className="hint">{yours.templateAbout}</p>
      <Form
        className="years"
        onSubmit={(event) => {
          event.preventDefault();
          write(Number(number));
        }}
      >
        <TextField value={number} onChange={setNumber} isDisabled={isReadOnly}>
          <Label>{yours.templateNumber}</Label>
          <Input className="input" inputMode="numeric" />
        </TextField>
        <ActionButton
          className="button"
          type="submit"
          isDisabled={isReadOnly || !/^[1-9]\d*$/.test(number) || Number(number) === stored}
          isBusy={attempt.isBusy}
        >
          {yours.useTemplate}
        </ActionButton>
        <ActionButton
          className="button"
          isDisabled={isReadOnly || stored === null}
          isBusy={attempt.isBusy}
          onPress={() => write(null)}
        >
          {yours.removeTemplate}
        </ActionButton>
      </Form>
      <ErrorMessages messages={attempt.errors} />
    </section>
  );
}
