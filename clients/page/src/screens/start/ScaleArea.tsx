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
import { Choice } from "../../controls/Choice.tsx";
import { parseFigure, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWords } from "../../texts/own-words.ts";
import { en } from "../../texts/start/en.ts";
import { nl } from "../../texts/start/nl.ts";

/** @param props.onChange receives null while no scaling is entered, and undefined while it is invalid */
export function ScaleArea({
  sizes,
  onChange,
}: {
  readonly sizes: Readonly<Record<ScalingAttribute, number | null>>;
  readonly onChange: (scale: ScaleRequest | null | undefined) => void;
}) {
  const { language } = useTexts();
  const words = useWords({ en, nl });
  const [by, setBy] = useState<ScalingAttribute>("number_of_inhabitants");
  const [text, setText] = useState("");
  const [sectors, setSectors] = useState(DEFAULT_SECTORS);
  const requested = (
    nextBy: ScalingAttribute,
    nextText: string,
    kept: typeof sectors,
  ): ScaleRequest | null | undefined =>
    nextText.trim() === ""
      ? null
      : (scaleRequest(nextBy, parseFigure(nextText, language)?.value ?? null, sizes[nextBy], kept) ?? undefined);
  const change = (nextBy: ScalingAttribute, nextText: string, kept: typeof sectors): void => {
    setBy(nextBy);
    setText(nextText);
    setSectors(kept);
    onChange(requested(nextBy, nextText, kept));
  };
  const size = sizes[by] ?? null;
  const whole = size === null ? "" : formatDecimals(size, language, 0);
  return (
    <div className="scaling">
      <p className="hint">{words.about}</p>
      <div className="size">
        <Choice
          aria-label={words.by}
          options={SCALING_ATTRIBUTES.map((key) => ({ key, label: words.attributes[key] }))}
          selectedKey={by}
          onChoose={(key) => change(SCALING_ATTRIBUTES.find((attribute) => attribute === key) ?? by, text, sectors)}
        />
        <TextField
          value={text}
          onChange={(next) => change(by, next, sectors)}
          isInvalid={requested(by, text, sectors) === undefined}
          inputMode="numeric"
        >
          <Label className="unseen">{words.attributes[by]}</Label>
          <Input className="input" />
          <FieldError className="hint">{words.invalid(whole)}</FieldError>
        </TextField>
        {whole !== "" && <span className="quiet">{words.of(whole)}</span>}
      </div>
      {SECTORS.map((sector) => (
        <Switch
          key={sector}
          className="switch"
          isSelected={sectors[sector]}
          onChange={(isKept) => change(by, text, { ...sectors, [sector]: isKept })}
        >
          <i aria-hidden="true" />
          {words.sectors[sector]}
        </Switch>
      ))}
    </div>
  );
}
