/** The dictionary of the model: sliders, queries, charts and areas. The address keeps the search. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Input, SearchField } from "react-aria-components";
import { viewOf } from "@etesian/interface";
import { Figures } from "../../charts/Figures.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { formatDecimals } from "../../figures/figures.ts";
import { en } from "../../texts/dictionary/en.ts";
import { nl } from "../../texts/dictionary/nl.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWords } from "../../texts/own-words.ts";
import { useAreas } from "../start/use-areas.ts";
import { TopBar } from "../TopBar.tsx";
import { findAll, wordsOf } from "../workbench/palette-search.ts";
import { entriesOf } from "./entries.ts";
import { type Kind, KINDS } from "./kinds.ts";

/** Maximum number of displayed rows; the search finds the others. */
const MAX_SHOWN = 200;

export function Dictionary({ find, kind }: { readonly find: string; readonly kind: Kind }) {
  const { texts, language } = useTexts();
  const words = useWords({ en, nl });
  const navigate = useNavigate();
  const { choices, model, isPending, error } = useAreas();
  useEffect(() => {
    document.title = `${words.title} · Etesian`;
  }, [words]);
  const entries = useMemo(() => {
    if (model === null || model.catalogue === null) return null;
    const { documents, catalogue } = model;
    const other = language === "en" ? "nl" : "en";
    return entriesOf(
      viewOf(documents, catalogue, language),
      viewOf(documents, catalogue, other),
      catalogue,
      choices,
      words.dataOf,
    );
  }, [model, choices.length, language]);
  const ofKind = entries?.filter((entry) => entry.kind === kind) ?? [];
  const matches = findAll(ofKind, wordsOf(find));
  const shown = matches.slice(0, MAX_SHOWN);
  const show = (next: { readonly find?: string; readonly kind?: Kind }): void =>
    void navigate({ to: "/dictionary", search: { find, kind, ...next }, replace: true });
  return (
    <main className="begin">
      <TopBar />
      <div className="wrap dictionary">
        <h1>{words.title}</h1>
        <p className="lead">{words.about}</p>
        <div className="finding">
          <Segments
            label={words.kind}
            selectedKey={kind}
            onChoose={(chosen) => show({ kind: chosen })}
            segments={KINDS.map((key) => ({ key, label: words[key] }))}
          />
          <SearchField aria-label={words.find} value={find} onChange={(text) => show({ find: text })}>
            <Input className="input" placeholder={words.find} />
          </SearchField>
          <span role="status" className="quiet">
            {entries === null ? "" : formatDecimals(matches.length, language, 0)}
          </span>
        </div>
        <Sentences
          sentences={
            error !== null
              ? [error.message]
              : entries === null && !isPending && model !== null
                ? [words.documentedBy]
                : []
          }
        />
        {entries === null ? (
          <p className="empty">{texts.loading}</p>
        ) : shown.length === 0 ? (
          <p className="empty">{words.none}</p>
        ) : (
          <Figures
            caption={words[kind]}
            columns={[
              {
                head: words.name,
                kind: "name",
                cell: ({ name, key }) => (
                  <>
                    {name}
                    {name !== key && <code>{key}</code>}
                  </>
                ),
              },
              ...(kind === "areas" ? [] : [{ head: words.unit, kind: "text" as const, cell: ({ unit }: Row) => unit }]),
              { head: words.place, kind: "text", cell: ({ place }) => place },
              ...(kind === "queries"
                ? []
                : [{ head: words.source, kind: "text" as const, cell: ({ source }: Row) => source }]),
            ]}
            rows={shown}
            attributesOf={({ key }) => ({ key, data: { "data-entry": key } })}
          />
        )}
        {matches.length > shown.length && <p className="hint">{words.more(matches.length - shown.length)}</p>}
      </div>
    </main>
  );
}

type Row = ReturnType<typeof entriesOf>[number];
