/** The dictionary of the model: sliders, queries, charts and areas. The URL contains the search. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Input, SearchField } from "react-aria-components";
import { viewOf } from "@etesian/interface";
import { Figures } from "../../charts/Figures.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { formatDecimals } from "../../figures/figures.ts";
import { en } from "../../texts/dictionary/en.ts";
import { nl } from "../../texts/dictionary/nl.ts";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { useAreas } from "../start/use-areas.ts";
import { TopBar } from "../TopBar.tsx";
import { searchEntries, wordsOf } from "../workbench/palette-search.ts";
import { entriesOf } from "./entries.ts";
import { type Kind, KINDS } from "./kinds.ts";

/** Maximum number of displayed rows; the search finds the others. */
const MAX_SHOWN = 200;

export function Dictionary({ find, kind }: { readonly find: string; readonly kind: Kind }) {
  const { texts, language } = useTexts();
  const dictionaryTexts = usePartTexts({ en, nl });
  const navigate = useNavigate();
  const { choices, model, isPending, error } = useAreas();
  useEffect(() => {
    document.title = `${dictionaryTexts.title} · Etesian`;
  }, [dictionaryTexts]);
  const entries = useMemo(() => {
    if (model === null || model.catalogue === null) return null;
    const { documents, catalogue } = model;
    const otherLanguage = language === "en" ? "nl" : "en";
    return entriesOf(
      viewOf(documents, catalogue, language),
      viewOf(documents, catalogue, otherLanguage),
      catalogue,
      choices,
      dictionaryTexts.dataOf,
    );
  }, [model, choices.length, language]);
  const entriesOfKind = entries?.filter((entry) => entry.kind === kind) ?? [];
  const matches = searchEntries(entriesOfKind, wordsOf(find));
  const visibleEntries = matches.slice(0, MAX_SHOWN);
  const setSearch = (next: { readonly find?: string; readonly kind?: Kind }): void =>
    void navigate({ to: "/dictionary", search: { find, kind, ...next }, replace: true });
  return (
    <main className="begin">
      <TopBar />
      <div className="wrap dictionary">
        <h1>{dictionaryTexts.title}</h1>
        <p className="lead">{dictionaryTexts.about}</p>
        <div className="finding">
          <Segments
            label={dictionaryTexts.kind}
            selectedKey={kind}
            onChoose={(chosen) => setSearch({ kind: chosen })}
            segments={KINDS.map((key) => ({ key, label: dictionaryTexts[key] }))}
          />
          <SearchField aria-label={dictionaryTexts.find} value={find} onChange={(text) => setSearch({ find: text })}>
            <Input className="input" placeholder={dictionaryTexts.find} />
          </SearchField>
          <span role="status" className="quiet">
            {entries === null ? "" : formatDecimals(matches.length, language, 0)}
          </span>
        </div>
        <ErrorMessages
          messages={
            error !== null
              ? [error.message]
              : entries === null && !isPending && model !== null
                ? [dictionaryTexts.modelNotShared]
                : []
          }
        />
        {entries === null ? (
          <p className="empty">{texts.loading}</p>
        ) : visibleEntries.length === 0 ? (
          <p className="empty">{dictionaryTexts.none}</p>
        ) : (
          <Figures
            caption={dictionaryTexts[kind]}
            columns={[
              {
                head: dictionaryTexts.name,
                kind: "name",
                cell: ({ name, key }) => (
                  <>
                    {name}
                    {name !== key && <code>{key}</code>}
                  </>
                ),
              },
              ...(kind === "areas"
                ? []
                : [{ head: dictionaryTexts.unit, kind: "text" as const, cell: ({ unit }: Row) => unit }]),
              { head: dictionaryTexts.place, kind: "text", cell: ({ place }) => place },
              ...(kind === "queries"
                ? []
                : [{ head: dictionaryTexts.source, kind: "text" as const, cell: ({ source }: Row) => source }]),
            ]}
            rows={visibleEntries}
            attributesOf={({ key }) => ({ key, data: { "data-entry": key } })}
          />
        )}
        {matches.length > visibleEntries.length && (
          <p className="hint">{dictionaryTexts.more(matches.length - visibleEntries.length)}</p>
        )}
      </div>
    </main>
  );
}

type Row = ReturnType<typeof entriesOf>[number];
