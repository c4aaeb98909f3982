/** The scenario's settings: title and flags, template, copies for other years and areas, and ESDL file. */
import { TEXTS } from "@etesian/contracts/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form, Input, Label, Switch, TextField } from "react-aria-components";
import { readSettings, type Settings as StoredSettings, writeSettings } from "../../../calculation/settings.ts";
import { ActionButton } from "../../../controls/ActionButton.tsx";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { refusalIn } from "../../../texts/refusals.ts";
import { useIsReadOnly, useSession } from "../../session-context.tsx";
import { OtherAreas, OtherYears } from "./Copies.tsx";
import { EsdlFile } from "./EsdlFile.tsx";
import { Template } from "./Template.tsx";

export function Settings() {
  const { texts, language } = useTexts();
  const id = useSession(({ scenario }) => scenario.id);
  const version = useSession(({ scenario }) => scenario.version);
  const settings = useQuery({
    queryKey: ["settings", id, version],
    queryFn: () => readSettings(api, id),
    placeholderData: (previous) => previous,
  });
  return (
    <div className="settings">
      {settings.error !== null && <ErrorMessages messages={refusalIn(language, settings.error)} />}
      <OtherYears />
      <OtherAreas />
      {settings.data !== undefined && (
        <>
          <Flags key={settings.data.title} settings={settings.data} />
          <Template key={`template ${settings.data.template}`} stored={settings.data.template} />
        </>
      )}
      <section aria-label={texts.yours.esdl}>
        <h3>{texts.yours.esdl}</h3>
        <EsdlFile id={id} version={version} />
      </section>
    </div>
  );
}

function Flags({ settings }: { readonly settings: StoredSettings }) {
  const { yours } = useTexts().texts;
  const id = useSession(({ scenario }) => scenario.id);
  const isReadOnly = useIsReadOnly();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [title, setTitle] = useState(settings.title);
  const write = (changes: Partial<StoredSettings>): void =>
    attempt.runNext(async () => {
      await writeSettings(api, id, changes);
      await queries.invalidateQueries({ queryKey: ["settings", id] });
    });
  return (
    <section aria-label={yours.settings}>
      <h3>{yours.settings}</h3>
      <Form
        className="years"
        onSubmit={(event) => {
          event.preventDefault();
          write({ title });
        }}
      >
        <TextField value={title} onChange={setTitle} isDisabled={isReadOnly}>
          <Label>{yours.title}</Label>
          <Input className="input" maxLength={TEXTS.titleLength} />
        </TextField>
        <ActionButton
          className="button"
          type="submit"
          isDisabled={isReadOnly || title === settings.title}
          isBusy={attempt.isBusy}
        >
          {yours.rename}
        </ActionButton>
      </Form>
      <Flag
        title={yours.keepCompatible}
        isOn={settings.keepCompatible}
        isDisabled={isReadOnly}
        onChange={(keepCompatible) => write({ keepCompatible })}
      />
      <Flag
        title={yours.isPrivate}
        isOn={settings.isPrivate}
        isDisabled={isReadOnly}
        onChange={(isPrivate) => write({ isPrivate })}
      />
      <ErrorMessages messages={attempt.errors} />
    </section>
  );
}

function Flag({
  title,
  isOn,
  isDisabled,
  onChange,
}: {
  readonly title: string;
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <Switch className="switch" isSelected={isOn} isDisabled={isDisabled} onChange={onChange}>
      <i aria-hidden="true" />
      {title}
    </Switch>
  );
}
