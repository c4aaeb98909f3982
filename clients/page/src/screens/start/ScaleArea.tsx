/** The size of a smaller area to which the new scenario is scaled, and the sectors that it keeps. */
import { useState } from "react";
import { FieldError, Input, Label, Switch, TextField } from "react-aria-components";
import {
  SCALING_ATTRIBUTES,
  type ScalingAttribute,
  scaleRequest,
  type ScaleRequest,
  SECTORS,
  DEFAULT_SECTORS,
} from "../../calculation/scaling-choice.ts";
import { Select } from "../../controls/Select.tsx";
import { parseFigure, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { en } from "../../texts/start/en.ts";
import { nl } from "../../texts/start/nl.ts";

/** @param props.onChange receives null while no size is entered, and undefined while the size is invalid */
export function ScaleArea({
  sizes,
  onChange,
}: {
  readonly sizes: Readonly<Record<ScalingAttribute, number | null>>;
  readonly onChange: (scale: ScaleRequest | null | undefined) => void;
}) {
  const { language } = useTexts();
  const startTexts = usePartTexts({ en, nl });
  const [attribute, setAttribute] = useState<ScalingAttribute>("number_of_inhabitants");
  const [text, setText] = useState("");
  const [sectors, setSectors] = useState(DEFAULT_SECTORS);
  const requestFor = (
    nextAttribute: ScalingAttribute,
    nextText: string,
    nextSectors: typeof sectors,
  ): ScaleRequest | null | undefined =>
    nextText.trim() === ""
      ? null
      : (scaleRequest(
          nextAttribute,
          parseFigure(nextText, language)?.value ?? null,
          sizes[nextAttribute],
          nextSectors,
        ) ?? undefined);
  const change = (nextAttribute: ScalingAttribute, nextText: string, nextSectors: typeof sectors): void => {
    setAttribute(nextAttribute);
    setText(nextText);
    setSectors(nextSectors);
    onChange(requestFor(nextAttribute, nextText, nextSectors));
  };
  const size = sizes[attribute] ?? null;
  const sizeText = size === null ? "" : formatDecimals(size, language, 0);
  return (
    <div className="scaling">
      <p className="hint">{startTexts.about}</p>
      <div className="size">
        <Select
          aria-label={startTexts.scaleBy}
          options={SCALING_ATTRIBUTES.map((key) => ({ key, label: startTexts.attributes[key] }))}
          selectedKey={attribute}
          onChoose={(key) =>
            change(SCALING_ATTRIBUTES.find((candidate) => candidate === key) ?? attribute, text, sectors)
          }
        />
        <TextField
          value={text}
          onChange={(next) => change(attribute, next, sectors)}
          isInvalid={requestFor(attribute, text, sectors) === undefined}
          inputMode="numeric"
        >
          <Label className="unseen">{startTexts.attributes[attribute]}</Label>
          <Input className="input" />
          <FieldError className="hint">{startTexts.invalid(sizeText)}</FieldError>
        </TextField>
        {sizeText !== "" && <span className="quiet">{startTexts.ofWhole(sizeText)}</span>}
      </div>
      {SECTORS.map((sector) => (
        <Switch
          key={sector}
          className="switch"
          isSelected={sectors[sector]}
          onChange={(isKept) => change(attribute, text, { ...sectors, [sector]: isKept })}
        >
          <i aria-hidden="true" />
          {startTexts.sectors[sector]}
        </Switch>
      ))}
    </div>
  );
}
