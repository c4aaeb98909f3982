/** Selects an area (by typing, on the map or in the list) and an end year. */
import { useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading, Input, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { ScaleRequest } from "../../calculation/scaling-choice.ts";
import type { PlacedArea } from "../../charts/area-map.ts";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { en } from "../../texts/start/en.ts";
import { nl } from "../../texts/start/nl.ts";
import { AreaList } from "./AreaList.tsx";
import { AreaMap } from "./AreaMap.tsx";
import { type AreaChoice, parseEndYear, initialAreaIn, searchAreas } from "./areas.ts";
import { ScaleArea } from "./ScaleArea.tsx";
import { useAreas } from "./use-areas.ts";

/** The suggested end years. */
const YEARS = ["2030", "2040", "2050"] as const;
/** Any year after the area's data; only the server knows the last permitted one. */
const OTHER_YEAR = "other";

export function ChooseArea({
  initial,
  refusals,
  onCreate,
}: {
  /** The key of the initially selected area; null for the first one. */
  readonly initial: string | null;
  /** Why the latest attempt was refused. */
  readonly refusals: readonly string[];
  readonly onCreate: (area: string, year: number, scale: ScaleRequest | null) => void;
}) {
  const { texts, language } = useTexts();
  const startTexts = usePartTexts({ en, nl });
  const { choices, isModelPending, error } = useAreas();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(initial);
  const [year, setYear] = useState<(typeof YEARS)[number] | typeof OTHER_YEAR>("2050");
  const [typedYear, setTypedYear] = useState("");
  const [isScaling, setIsScaling] = useState(false);
  /** The scaling of an area; `scale` is undefined while the typed size is invalid. */
  const [scaled, setScaled] = useState<{ readonly area: string; readonly scale: ScaleRequest | null | undefined }>();

  const groups = searchAreas(choices, text, language);
  const matchingKeys = new Set(groups.flatMap((group) => group.areas.map(({ key }) => key)));
  const isCalculable = ({ problem }: AreaChoice): boolean => problem === null;
  const area = choices.find((choice) => choice.key === chosen && matchingKeys.has(choice.key)) ?? initialAreaIn(groups);
  const scale = scaled !== undefined && scaled.area === area?.key ? scaled.scale : null;
  const endYear = year !== OTHER_YEAR ? Number(year) : parseEndYear(typedYear, area?.year ?? 0);
  const placedAreas = choices
    .filter(isCalculable)
    .flatMap(({ key, name, place }): readonly PlacedArea[] => (place === null ? [] : [{ key, label: name, place }]));
  return (
    <section className="card" aria-labelledby="area-title">
      <h2 id="area-title">{texts.area}</h2>
      <TextField aria-label={texts.findArea} value={text} onChange={setText}>
        <Input className="input" placeholder={texts.findArea} />
      </TextField>
      {placedAreas.length > 1 && (
        <AreaMap
          areas={placedAreas}
          chosen={area?.key ?? null}
          matches={matchingKeys}
          onChoose={(key) => {
            // The typed text, which may not match the clicked area, is cleared.
            if (!matchingKeys.has(key)) setText("");
            setChosen(key);
          }}
        />
      )}
      <AreaList
        choices={choices}
        groups={groups}
        chosen={area?.key ?? null}
        isPending={isModelPending}
        onChoose={setChosen}
      />
      <div className="go">
        <div className="chosen" aria-live="polite">
          <b>{area?.name ?? ""}</b>
          <span className="quiet">{area === null ? "" : texts.startYearData(area.year)}</span>
        </div>
        <Segments
          label={texts.endYear}
          selectedKey={year}
          onChoose={setYear}
          segments={[...YEARS.map((year) => ({ key: year, label: year })), { key: OTHER_YEAR, label: texts.otherYear }]}
        />
        {year === OTHER_YEAR && (
          <TextField
            aria-label={area === null ? texts.endYear : texts.yearAfter(area.year)}
            value={typedYear}
            onChange={setTypedYear}
          >
            <Input className="input year" inputMode="numeric" maxLength={4} placeholder="2035" />
          </TextField>
        )}
        <ActionButton
          className="button primary"
          isDisabled={area === null || endYear === null || scale === undefined}
          onPress={() => area !== null && endYear !== null && scale !== undefined && onCreate(area.key, endYear, scale)}
        >
          {texts.start}
        </ActionButton>
      </div>
      {area !== null && (
        <Disclosure
          isExpanded={isScaling}
          onExpandedChange={(isOpen) => {
            setIsScaling(isOpen);
            setScaled(undefined);
          }}
        >
          <Heading level={3} className="scaled">
            <Button slot="trigger" className="link">
              <Icon name="chevron" size={12} />
              {startTexts.title}
            </Button>
          </Heading>
          <DisclosurePanel>
            {isScaling && (
              <ScaleArea
                key={area.key}
                sizes={area.sizes}
                onChange={(next) => setScaled({ area: area.key, scale: next })}
              />
            )}
          </DisclosurePanel>
        </Disclosure>
      )}
      <ErrorMessages messages={error === null ? refusals : [error.message]} />
    </section>
  );
}
