/** Loads the components of a comparison as one file, because most visits do not need them. */
import { lazyComponent } from "../../controls/lazily.tsx";

const load = () => import("./parts.ts");

export const CompareHeader = lazyComponent(
  async () => (await load()).CompareHeader,
  <section className="sides" aria-busy />,
);
export const Differences = lazyComponent(
  async () => (await load()).Differences,
  <section className="pane differences" aria-busy />,
);
export const ComparedPane = lazyComponent(
  async () => (await load()).ComparedPane,
  <section className="pane" aria-busy />,
);
