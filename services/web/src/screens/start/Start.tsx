/** Where everything begins: an area and a year, or an example. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Input, ListBox, ListBoxItem, TextField } from "react-aria-components";
import type { Area } from "@etesian/client";
import { api } from "../../server.ts";
import { type Beginning, createScenario } from "../../calculation/http.ts";
import { Segments } from "../../controls/Segments.tsx";
import { opensOffline } from "../../offline/service-worker.ts";
import { useTexts } from "../../texts/language.tsx";
import { TopBar } from "../TopBar.tsx";
import { GoOn } from "../yours/GoOn.tsx";

const YEARS = ["2030", "2040", "2050"] as const;

export function Start() {
  const { texts } = useTexts();
  const navigate = useNavigate();
  const areas = useQuery({
    queryKey: ["areas"],
    queryFn: async () =>
      (await api.GET("/api/v3/areas", { params: { query: { detailed: false } } })).data as readonly Area[],
    staleTime: Infinity,
  });
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [year, setYear] = useState<(typeof YEARS)[number]>("2050");
  const [problem, setProblem] = useState<string | null>(null);

  const useable = areas.data?.filter((area) => area.useable) ?? [];
  const found = useable.filter(({ area }) => area.toLowerCase().includes(name.trim().toLowerCase()));
  const area = useable.find((each) => each.area === chosen) ?? found[0] ?? null;
  const sentence = problem ?? areas.error?.message ?? null;
  const begin = async (beginning: Beginning): Promise<void> => {
    try {
      const id = await createScenario(api, beginning);
      await navigate({ to: "/s/$id", params: { id: String(id) } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <main className="begin">
      <TopBar />
      <div className="wrap">
        <h1>{texts.startTitle}</h1>
        <p className="lead">{texts.startAbout}</p>
        <div className="columns">
          <section className="card" aria-labelledby="area-title">
            <h2 id="area-title">{texts.area}</h2>
            <TextField aria-label={texts.findArea} value={name} onChange={setName}>
              <Input className="input" placeholder={texts.findArea} />
            </TextField>
            <ListBox
              className="areas"
              aria-label={texts.area}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={area === null ? [] : [area.area]}
              onSelectionChange={(keys) => {
                const [key] = keys;
                if (key !== undefined) setChosen(String(key));
              }}
              renderEmptyState={() => <p className="empty">{areas.isPending ? texts.loading : texts.noAreas}</p>}
              items={found.map((each) => ({ ...each, id: each.area }))}
            >
              {(each) => (
                <ListBoxItem id={each.area} textValue={each.area}>
                  {each.area} <span className="quiet">{texts.startYearData(each.analysis_year)}</span>
                </ListBoxItem>
              )}
            </ListBox>
            <div className="go">
              <Segments
                label={texts.endYear}
                chosen={year}
                onChoose={setYear}
                segments={YEARS.map((each) => ({ key: each, label: each }))}
              />
              <span className="space" />
              <Button
                className="button primary"
                isDisabled={area === null}
                onPress={() => area !== null && void begin({ area_code: area.area, end_year: Number(year) })}
              >
                {texts.start}
              </Button>
            </div>
            {sentence !== null && (
              <p className="notice fault" role="alert">
                {sentence}
              </p>
            )}
          </section>
          <div className="beginnings">
            <Examples onOpen={(id) => void begin({ scenario_id: id })} />
            <GoOn />
          </div>
        </div>
        <p className="hint">{opensOffline ? texts.yours.keptOffline : texts.yours.keptOfflineNot}</p>
      </div>
    </main>
  );
}

interface Example {
  readonly id: number;
  readonly title_en: string;
  readonly title_nl: string;
  readonly area_code: string;
  readonly end_year: number;
}

/** Scenarios to begin from; each is opened as a copy. */
function Examples({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const { texts, language } = useTexts();
  const examples = useQuery({
    queryKey: ["examples"],
    queryFn: async () =>
      (
        (await api.GET("/api/v1/featured_scenarios")).data as unknown as {
          readonly featured_scenarios: readonly Example[];
        }
      ).featured_scenarios,
    staleTime: Infinity,
  });
  if (examples.data === undefined || examples.data.length === 0) return null;
  return (
    <section aria-labelledby="examples-title">
      <h2 id="examples-title">{texts.examples}</h2>
      <div className="examples">
        {examples.data.map(({ id, title_en, title_nl, area_code, end_year }) => (
          <Button key={id} className="card" onPress={() => onOpen(id)}>
            <b>{language === "nl" ? title_nl : title_en}</b>
            <span className="quiet">{`${area_code} · ${end_year}`}</span>
          </Button>
        ))}
      </div>
    </section>
  );
}
