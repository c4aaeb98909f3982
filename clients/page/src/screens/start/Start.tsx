/** The start page: an area and a year, an example, or an existing scenario. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { type Prefixes, viewOf } from "@etesian/interface";
import { createScenario, type ScenarioStart } from "../../calculation/http.ts";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { canOpenOffline } from "../../offline/service-worker.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { startTour } from "../tour/steps.ts";
import { TopBar } from "../TopBar.tsx";
import { lazyComponent } from "../../controls/lazily.tsx";
import { examplesQuery } from "../workbench/queries.ts";
import { ContinueList } from "../yours/ContinueList.tsx";
import { initialAreaIn } from "./areas.ts";
import { ChooseArea } from "./ChooseArea.tsx";
import { OpenScenario } from "./OpenScenario.tsx";
import { exampleView } from "./example-view.ts";
import { useAreas } from "./use-areas.ts";

/** Loaded after the first paint, which shows text and a map without it. */
const ExampleFigures = lazyComponent(
  async () => (await import("./ExampleFigures.tsx")).ExampleFigures,
  <span className="figures" />,
);

/** Reserves space for the examples until they have arrived. */
const PENDING_CARDS = ["first", "second", "third", "fourth", "fifth", "sixth"] as const;

/** End year of the scenario that the tour shows. */
const TOUR_YEAR = 2050;

/** @param area the key of the initially selected area; null for the model's first */
export function Start({ area }: { readonly area: string | null }) {
  const { texts } = useTexts();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const attempt = useAttempt();
  const firstArea = initialAreaIn([{ group: "", areas: useAreas().choices }]);
  const create = (start: ScenarioStart, onCreated = (): void => {}): void =>
    attempt.run(async () => {
      const id = await createScenario(api, start);
      if (!isMounted()) return;
      onCreated();
      await navigate({ to: "/s/$id", params: { id: String(id) } });
    });
  useEffect(() => {
    document.title = "Etesian";
  }, []);
  return (
    <main className="begin">
      <TopBar />
      <div className="wrap">
        <h1>{texts.startTitle}</h1>
        <p className="lead">{texts.startAbout}</p>
        <div className="columns">
          <ContinueList />
          <ChooseArea
            initial={area}
            refusals={attempt.errors}
            onCreate={(area, year, scale) =>
              create({ area_code: area, end_year: year, ...(scale === null ? {} : { scale }) })
            }
          />
          <div className="beginnings">
            <Examples onOpen={(id, title) => create({ scenario_id: id, title: texts.copyOf(title) })} />
            <OpenScenario />
          </div>
        </div>
        <p className="hint learn">
          <ActionButton
            className="link"
            isDisabled={firstArea === null}
            isBusy={attempt.isBusy}
            onPress={() => firstArea !== null && create({ area_code: firstArea.key, end_year: TOUR_YEAR }, startTour)}
          >
            {texts.actions.tour}
          </ActionButton>
          <Link className="link" to="/dictionary">
            {texts.actions.dictionary}
          </Link>
        </p>
        <p className="hint">
          {canOpenOffline ? texts.yours.availableOffline : texts.yours.unavailableOffline}{" "}
          <a href="/assets/licenses.txt">{texts.yours.licences}</a>
        </p>
      </div>
    </main>
  );
}

/** Scenarios to start from; each is opened as a copy. */
function Examples({ onOpen }: { readonly onOpen: (id: number, title: string) => void }) {
  const { texts, language } = useTexts();
  const { formatAreaAndYear, model, isModelPending } = useAreas();
  // A model without documents has no charts to draw.
  const viewIn = useMemo(() => {
    if (model === null || model.catalogue === null || model.documents.headline.length === 0) return null;
    const { documents, catalogue } = model;
    return (prefixes: Prefixes) => exampleView(viewOf(documents, catalogue, language, prefixes));
  }, [model, language]);
  const examples = useQuery(examplesQuery());
  if (!examples.isPending && (examples.data ?? []).length === 0) return null;
  return (
    <section aria-labelledby="examples-title" aria-busy={examples.isPending}>
      <h2 id="examples-title">{texts.examples}</h2>
      <div className="examples">
        {examples.isPending && PENDING_CARDS.map((card) => <span key={card} className="card pending" />)}
        {examples.data?.map((example) => (
          <Button key={example.id} className="card" onPress={() => onOpen(example.id, example[`title_${language}`])}>
            <b>{example[`title_${language}`]}</b>
            <span className="quiet">{formatAreaAndYear(example.area_code, example.end_year)}</span>
            {example[`description_${language}`] !== null && (
              <span className="about">{example[`description_${language}`]}</span>
            )}
            {viewIn !== null && <ExampleFigures id={example.id} viewIn={viewIn} />}
            {viewIn === null && isModelPending && <span className="figures" />}
          </Button>
        ))}
      </div>
    </section>
  );
}
