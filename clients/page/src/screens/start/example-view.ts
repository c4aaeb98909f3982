/** Key figures and charts in the cards of examples. */
import { type Chart, type HeadlineNumber, type InterfaceView, isHourly } from "@etesian/interface";

/** Number of headline numbers on a card. */
const MAX_NUMBERS = 2;

export interface ExampleView {
  readonly numbers: readonly HeadlineNumber[];
  /** The chart whose stack is shown: the first stack among the initial charts. */
  readonly mix: Chart | null;
  /** The first hourly chart of a price. */
  readonly price: Chart | null;
}

export function exampleView({ board, charts, headline }: InterfaceView): ExampleView {
  const initialCharts = board.flatMap((key) => charts.get(key) ?? []);
  return {
    numbers: headline.slice(0, MAX_NUMBERS),
    mix: initialCharts.find(({ type }) => type === "stacked_bars") ?? null,
    price: [...charts.values()].find(({ type, unit }) => isHourly(type) && unit === "€/MWh") ?? null,
  };
}
