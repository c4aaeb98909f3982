/** Tables and hourly curves of the scenario as files, and the current view as code. */
import { useState } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import type { Chart } from "@etesian/interface";
import { isHourly, queriesOf } from "@etesian/interface";
import { forSpreadsheet } from "../../../charts/csv.ts";
import { save } from "../../../charts/picture.ts";
import { CopyButton } from "../../../controls/CopyButton.tsx";
import { Icon } from "../../../controls/icons.tsx";
import { Segments } from "../../../controls/Segments.tsx";
import type { Language } from "../../../figures/figures.ts";
import { visitor } from "../../../server.ts";
import { en } from "../../../texts/files/en.ts";
import { type FileName, HOURLY, TABLES } from "../../../texts/files/names.ts";
import { nl } from "../../../texts/files/nl.ts";
import { useTexts } from "../../../texts/language.tsx";
import { useSession, useWorkspace } from "../../session-context.tsx";
import { fileNameOf } from "./file-names.ts";
import { RunWorkbook } from "./RunWorkbook.tsx";
import { csvOfSliders } from "./sliders-file.ts";
import { LANGUAGES, snippet, type SnippetLanguage } from "./snippets.ts";

const FILE_TEXTS = { en, nl };

export function Downloads({ charts }: { readonly charts: readonly Chart[] }) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const { session, inputs, model } = useWorkspace();
  const id = useSession(({ scenario }) => scenario.id);
  const slidersFile = (): Blob =>
    forSpreadsheet(csvOfSliders(session.state.getState().scenario, { inputs, sliders: model.sliders }), language);
  const path = `/api/v3/scenarios/${id}`;
  return (
    <div className="downloads">
      <Files title={yours.tables} names={TABLES} hrefOf={(name) => `${path}/${name}.csv`} />
      <div>
        <Files title={yours.hourly} names={HOURLY} hrefOf={(name) => `${path}/curves/${name}.csv`} />
        <section aria-label={yours.scenarioFiles}>
          <h3>{yours.scenarioFiles}</h3>
          <ul className="files">
            <li>
              <DownloadLink href={`${path}/dump`} content="scenario" kind="json">
                {yours.dump}
              </DownloadLink>
            </li>
            <li>
              <DownloadLink href={`${path}/workbook.xlsx?language=${language}`} content="everything" kind="xlsx">
                {yours.workbook}
              </DownloadLink>
            </li>
            <li>
              <RunWorkbook />
            </li>
            <li>
              <Button
                onPress={() => save(fileNameOf(session.state.getState().scenario, "sliders", "csv"), slidersFile())}
              >
                <Icon name="download" size={14} />
                {yours.changedSliders}
              </Button>
            </li>
          </ul>
        </section>
      </div>
      <Snippets charts={charts} />
    </div>
  );
}

/** Saves a file under a name with the scenario and the area, which the name in the server's response lacks. */
async function download(href: string, name: string, language: Language): Promise<void> {
  const response = await fetch(href).catch(() => null);
  // If there is no table, the browser opens the URL, which shows the server's reason.
  if (response?.ok !== true) window.location.assign(href);
  else save(name, name.endsWith(".csv") ? forSpreadsheet(await response.text(), language) : await response.blob());
}

function DownloadLink({
  href,
  content,
  kind,
  children,
}: {
  readonly href: string;
  readonly content: string;
  readonly kind: "csv" | "json" | "xlsx";
  readonly children: string;
}) {
  const stored = useSession((state) => state.scenario);
  const { language } = useTexts();
  return (
    <a
      href={href}
      title={`${content}.${kind}`}
      onClick={(event) => {
        event.preventDefault();
        void download(href, fileNameOf(stored, content, kind), language);
      }}
    >
      <Icon name="download" size={14} />
      {children}
    </a>
  );
}

function Files({
  title,
  names,
  hrefOf,
}: {
  readonly title: string;
  readonly names: readonly FileName[];
  readonly hrefOf: (name: FileName) => string;
}) {
  const { language } = useTexts();
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="files">
        {names.map((name) => (
          <li key={name}>
            <DownloadLink href={hrefOf(name)} content={name} kind="csv">
              {FILE_TEXTS[language][name].title}
            </DownloadLink>
            <p className="hint">{FILE_TEXTS[language][name].about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Snippets({ charts }: { readonly charts: readonly Chart[] }) {
  const { yours } = useTexts().texts;
  const { model } = useWorkspace();
  const scenario = useSession(({ scenario }) => scenario.id);
  const isSignedIn = useStore(visitor.state, ({ person }) => person !== null);
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const annual = charts.filter(({ type }) => !isHourly(type));
  const queries = [...new Set([...model.headline.map(({ query }) => query), ...annual.flatMap(queriesOf)])];
  const text = snippet(language, { url: location.origin, scenario, queries, needsToken: isSignedIn });
  return (
    <section className="snippets" aria-labelledby="snippets-title">
      <h3 id="snippets-title">{yours.snippets}</h3>
      <p className="hint">{yours.snippetsAbout}</p>
      <div className="buttons">
        <Segments
          label={yours.snippets}
          selectedKey={language}
          onChoose={setLanguage}
          segments={LANGUAGES.map((language) => ({ key: language, label: language }))}
        />
        <span className="space" />
        <CopyButton text={text} />
      </div>
      <pre tabIndex={0} aria-label={language}>
        {text}
      </pre>
    </section>
  );
}
