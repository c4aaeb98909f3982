/** The scenario itself: its title and flags, copies for other years, and its ESDL file. */
import { TEXTS } from "@etesian/contracts/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Form, Input, Label, Switch, TextField } from "react-aria-components";
import {
  interpolateTo,
  copyToYear,
  readSettings,
  type Settings as Stored,
  writeSettings,
} from "../../../calculation/settings.ts";
import { Sentences } from "../../../controls/Sentences.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { useIsMounted } from "../../../controls/use-is-mounted.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { refusalIn } from "../../../texts/refusals.ts";
import { useIsReadOnly, useSession } from "../../session-context.tsx";
import { endYearTyped } from "../../start/areas.ts";
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
      {settings.data !== undefined && <Flags key={settings.data.title} settings={settings.data} />}
      <section aria-label={texts.yours.esdl}>
        <h3>{texts.yours.esdl}</h3>
        <EsdlFile id={id} version={version} />
      </section>
    </div>
  );
}

function OtherYears() {
  const { yours } = useTexts().texts;
  const { id, startYear, endYear } = useSession(({ stored }) => stored);
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const attempt = useAttempt();
  const [typed, setTyped] = useState("");
  const [incomplete, setIncomplete] = useState<readonly string[]>([]);
  const year = endYearTyped(typed, startYear);
  const isPossible = year !== null && year !== endYear;
  const open = async (created: number): Promise<void> => {
    if (isMounted()) await navigate({ to: "/s/$id", params: { id: String(created) }, search: (search) => search });
  };
  return (
    <section aria-label={yours.otherYears}>
      <h3>{yours.otherYears}</h3>
      <p className="hint">{yours.otherYearsAbout(startYear, endYear)}</p>
      <Form className="years" onSubmit={(event) => event.preventDefault()}>
        <TextField value={typed} onChange={setTyped} inputMode="numeric">
          <Label>{yours.endYear}</Label>
          <Input className="input" maxLength={4} />
        </TextField>
        <Button
          className="button"
          isDisabled={!isPossible || attempt.isBusy}
          onPress={() =>
            attempt.run(async () => {
              const copy = await copyToYear(api, id, year!);
              setIncomplete(copy.refused);
              if (copy.refused.length === 0) await open(copy.id);
            })
          }
        >
          {yours.copySettings}
        </Button>
        <Button
          className="button"
          isDisabled={!isPossible || year >= endYear || attempt.isBusy}
          onPress={() => attempt.run(async () => open(await interpolateTo(api, id, year!)))}
        >
          {yours.interpolate}
        </Button>
      </Form>
      <Sentences sentences={[...attempt.refused, ...incomplete]} />
    </section>
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
