/** The parts of the screen of years. They are one file. */
import { lazily } from "../../controls/lazily.tsx";

const load = () => import("./years.ts");

export const YearsHeader = lazily(async () => (await load()).YearsHeader, <section className="sides" aria-busy />);
export const YearsPane = lazily(async () => (await load()).YearsPane, <section className="pane" aria-busy />);
