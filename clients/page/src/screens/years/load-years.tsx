/** Loads the components of the years screen as one file. */
import { lazyComponent } from "../../controls/lazily.tsx";

const load = () => import("./years.ts");

export const YearsHeader = lazyComponent(
  async () => (await load()).YearsHeader,
  <section className="sides" aria-busy />,
);
export const YearsPane = lazyComponent(async () => (await load()).YearsPane, <section className="pane" aria-busy />);
