/** Draws the chart of an address in a frame. It sends nothing to the page around the frame. */
import { createRoot } from "react-dom/client";
import "uplot/dist/uPlot.min.css";
import "../styles/embed.css";
import { Speaking } from "../texts/language.tsx";
import { loadTexts } from "../texts/load.ts";
import { UNLOADED } from "../texts/unloaded.ts";
import { readEmbedAddress } from "./embed-address.ts";
import { EmbeddedChart, NotAvailable } from "./EmbeddedChart.tsx";
import { readEmbedded } from "./read-embedded.ts";

const address = readEmbedAddress(new URL(location.href));
const language = address?.language ?? (navigator.language.startsWith("nl") ? "nl" : "en");
const { documentElement: root } = document;
root.lang = language;
root.dataset["theme"] = address?.theme ?? "light";
const place = document.querySelector("#page")!;

const reading = address === null ? null : readEmbedded(location.origin, address, language).catch(() => null);
Promise.all([loadTexts(language), reading]).then(
  ([texts, embedded]) =>
    createRoot(place).render(
      <Speaking value={{ language, texts, speak: () => {} }}>
        {embedded === null || address === null ? (
          <NotAvailable />
        ) : (
          <EmbeddedChart embedded={embedded} address={address} />
        )}
      </Speaking>,
    ),
  () => (place.textContent = UNLOADED[language]),
);
