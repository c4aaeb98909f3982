/** Selects and orders headline numbers. */
import { Switch } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useNavigate } from "@tanstack/react-router";
import type { HeadlineNumber } from "@etesian/interface";
import { Icon } from "../../controls/icons.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { moveBy } from "./data/order-moves.ts";
import { overlay } from "./overlay.ts";
import { writeChoice } from "./chosen-numbers.ts";
import { storeNumbers } from "./stored-numbers.ts";
import type { WorkbenchSearch } from "./search.ts";

export function NumbersDialog() {
  const { texts } = useTexts();
  const numberTexts = texts.numbers;
  const { model, numbers } = useWorkspace();
  const navigate = useNavigate();
  const storeNumbersChoice = (chosen: readonly HeadlineNumber[]): void => {
    const text = writeChoice(model.headline, chosen);
    storeNumbers(text);
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({ ...search, numbers: text ?? undefined }),
      replace: true,
    });
  };
  const queries = numbers.map(({ query }) => query);
  const byQuery = new Map(model.headline.map((number) => [number.query, number]));
  const setOrder = (order: readonly string[]): void =>
    storeNumbersChoice(order.flatMap((query) => byQuery.get(query) ?? []));
  const others = model.headline.filter(({ query }) => !queries.includes(query));
  return (
    <Popup title={numberTexts.title} isOpen onClose={() => overlay.setState({ shown: null })}>
      <p className="hint">{numberTexts.about}</p>
      <ul className="numberChoices">
        {[...numbers, ...others].map(({ query, title, unit }) => {
          const index = queries.indexOf(query);
          return (
            <li key={query} data-query={query}>
              <Switch
                className="switch"
                isSelected={index !== -1}
                // At least one number is always shown.
                isDisabled={index !== -1 && queries.length === 1}
                onChange={(isOn) => setOrder(isOn ? [...queries, query] : queries.filter((other) => other !== query))}
              >
                <i aria-hidden="true" />
                {title} <span className="quiet">{unit}</span>
              </Switch>
              <span className="space" />
              {([-1, 1] as const).map((by) => (
                <ActionButton
                  key={by}
                  className="icon small"
                  aria-label={by === -1 ? numberTexts.earlier(title) : numberTexts.later(title)}
                  isDisabled={index === -1 || queries[index + by] === undefined}
                  onPress={() => setOrder(moveBy(queries, index, by))}
                >
                  <Icon name={by === -1 ? "up" : "down"} size={14} />
                </ActionButton>
              ))}
            </li>
          );
        })}
      </ul>
      <div className="buttons">
        <ActionButton
          className="button"
          isDisabled={others.length === 0 && writeChoice(model.headline, numbers) === null}
          onPress={() => storeNumbersChoice(model.headline)}
        >
          {numberTexts.reset}
        </ActionButton>
      </div>
    </Popup>
  );
}
