/** The scenario itself: its title and flags, copies for other years and areas, and its ESDL file. */
import { TEXTS } from "@etesian/contracts/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Form, Input, Label, Switch, TextField } from "react-aria-components";
import { readSettings, type Settings as Stored, writeSettings } from "../../../calculation/settings.ts";
import { Sentences } from "../../../controls/Sentences.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { refusalIn } from "../../../texts/refusals.ts";
import { useIsReadOnly, useSession } from "../../session-context.tsx";
import { OtherAreas, OtherYears } from "./Copies.tsx";
import { EsdlFile } from "./EsdlFile.tsx";

export function Settings() {
  const { texts, language } = useTexts();
  const id = useSession(({ stored }) => stored.id);
  const version = useSession(({ stored }) => stored.version);
  const settings = useQuery({
    queryKey: ["settings", id, version],
    queryFn: () => readSettings(api, id),
    placeholderData: (before) => before,
  });
  return (
    <div className="settings">
      {settings.error !== null && <Sentences sentences={refusalIn(language, settings.error)} />}
      <OtherYears />
      <OtherAreas />
      {settings.data !== undefined && <Flags key={settings.data.title} settings={settings.data} />}
      <section aria-label={texts.yours.esdl}>
        <h3>{texts.yours.esdl}</h3>
        <EsdlFile id={id} version={version} />
      </section>
    </div>
  );
}

function Flags({ settings }: { readonly settings: Stored }) {
  const { yours } = useTexts().texts;
  const id = useSession(({ stored }) => stored.id);
  const isReadOnly = useIsReadOnly();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [title, setTitle] = useState(settings.title);
  const write = (changes: Partial<Stored>): void =>
    attempt.run(async () => {
      await writeSettings(api, id, changes);
      await queries.invalidateQueries({ queryKey: ["settings", id] });
    });
  const isDisabled = isReadOnly || attempt.isBusy;
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
        <TextField value={title} onChange={setTitle} isDisabled={isDisabled}>
          <Label>{yours.title}</Label>
          <Input className="input" maxLength={TEXTS.titleLength} />
        </TextField>
        <Button className="button" type="submit" isDisabled={isDisabled || title === settings.title}>
          {yours.rename}
        </Button>
      </Form>
      <Flag
        title={yours.keepCompatible}
        isOn={settings.keepCompatible}
        isDisabled={isDisabled}
        onChange={(keepCompatible) => write({ keepCompatible })}
      />
      <Flag
        title={yours.byPrivate}
        isOn={settings.isPrivate}
        isDisabled={isDisabled}
        onChange={(isPrivate) => write({ isPrivate })}
      />
      <Sentences sentences={attempt.refused} />
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
