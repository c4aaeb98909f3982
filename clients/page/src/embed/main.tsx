/** Draws the chart in the URL inside a frame. It sends no messages to the surrounding page. */
import { createRoot } from "react-dom/client";
import "uplot/dist/uPlot.min.css";
import "../styles/embed.css";
import { LanguageContext } from "../texts/language.tsx";
import { loadTexts } from "../texts/load.ts";
import { UNLOADED } from "../texts/unloaded.ts";
import { readEmbedAddress } from "./embed-address.ts";
import { EmbeddedChart, NotAvailable } from "./EmbeddedChart.tsx";
import { readEmbedData } from "./read-embedded.ts";

const address = readEmbedAddress(new URL(location.href));
const language = address?.language ?? (navigator.language.startsWith("nl") ? "nl" : "en");
const { documentElement: root } = document;
root.lang = language;
root.dataset["theme"] = address?.theme ?? "light";
const container = document.querySelector("#page")!;

const pendingData = address === null ? null : readEmbedData(location.origin, address, language).catch(() => null);
Promise.all([loadTexts(language), pendingData]).then(
  ([texts, data]) =>
    createRoot(container).render(
      <LanguageContext value={{ language, texts, setLanguage: () => {} }}>
        {data === null || address === null ? <NotAvailable /> : <EmbeddedChart data={data} address={address} />}
      </LanguageContext>,
    ),
  () => (container.textContent = UNLOADED[language]),
);
