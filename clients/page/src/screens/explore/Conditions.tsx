/** Conditions on other headline numbers: each has a bound and can be removed. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import { Select } from "../../controls/Select.tsx";
import { Icon } from "../../controls/icons.tsx";
import { formatFigure, formatInFull, parseFigure, roundToFigure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { ValueField } from "../workbench/ValueField.tsx";
import { type Condition, isAtLeast, writeConditions } from "./conditions.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** @param props.number the number that the question is about, which cannot have another condition */
export function Conditions({
  number,
  conditions,
}: {
  readonly number: HeadlineNumber;
  readonly conditions: readonly Condition[];
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const navigate = useNavigate();
  const answer = useSession((state) => state.answer);
  const availableNumbers = model.headline.filter(
    ({ query }) => query !== number.query && conditions.every((condition) => condition.number.query !== query),
  );
  const store = (next: readonly Condition[]): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, keep: writeConditions(next) }), replace: true });
  /** The bound of a new condition is the scenario's current figure. */
  const currentValueOf = (candidate: HeadlineNumber): number => {
    const value = answer === null ? null : valueOf(answer, candidate.query, candidate, "future");
    return value === null ? 0 : roundToFigure(value * candidate.factor);
  };
  return (
    <div className="say conditions">
      {conditions.map((condition) => {
        const { query, title, unit } = condition.number;
        return (
          <span key={query} className="condition" data-condition={query}>
            <span className="quiet">
              {title} {isAtLeast(condition.number) ? exploreTexts.atLeast : exploreTexts.atMost}
            </span>
            <ValueField
              label={exploreTexts.conditionOn(title, unit)}
              text={formatFigure(condition.value, language)}
              exact={formatInFull(condition.value, language)}
              onTyped={(text) => {
                const value = parseFigure(text, language)?.value;
                if (value !== undefined)
                  store(conditions.map((other) => (other === condition ? { ...other, value } : other)));
              }}
            />
            <span className="quiet">{unit}</span>
            <Button
              className="icon small"
              aria-label={exploreTexts.removeCondition(title)}
              onPress={() => store(conditions.filter((other) => other !== condition))}
            >
              <Icon name="close" size={14} />
            </Button>
          </span>
        );
      })}
      {availableNumbers.length > 0 && (
        <Select
          aria-label={exploreTexts.addCondition}
          options={[
            { key: "", label: exploreTexts.addCondition },
            ...availableNumbers.map(({ query, title }) => ({ key: query, label: title })),
          ]}
          selectedKey=""
          onChoose={(query) => {
            const chosen = availableNumbers.find((candidate) => candidate.query === query);
            if (chosen !== undefined) store([...conditions, { number: chosen, value: currentValueOf(chosen) }]);
          }}
        />
      )}
    </div>
  );
}
