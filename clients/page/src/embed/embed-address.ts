/** The URL of an embedded chart: `/embed/17?chart=electricity_mix.table&v=9&h=497.432-599&lang=nl&theme=dark`. */
import type { Language } from "../figures/figures.ts";

export interface EmbedAddress {
  readonly id: number;
  /** The chart, as a pane in the workbench's URL. */
  readonly chart: string;
  /** Null for the newest version. */
  readonly version: number | null;
  /** The hour and the period of hourly charts, as in the workbench's URL; null for the first week. */
  readonly hours: string | null;
  /** Null for the browser's language. */
  readonly language: Language | null;
  readonly theme: "light" | "dark";
}

/** Null if it is not the URL of a chart. */
export function readEmbedAddress({ pathname, search }: Pick<URL, "pathname" | "search">): EmbedAddress | null {
  const id = Number(/^\/embed\/(\d+)$/.exec(pathname)?.[1]);
  const query = new URLSearchParams(search);
  const chart = query.get("chart");
  if (Number.isNaN(id) || chart === null) return null;
  const version = /^\d+$/.exec(query.get("v") ?? "")?.[0];
  const language = query.get("lang");
  return {
    id,
    chart,
    version: version === undefined ? null : Number(version),
    hours: query.get("h"),
    language: language === "en" || language === "nl" ? language : null,
    theme: query.get("theme") === "dark" ? "dark" : "light",
  };
}

export function writeEmbedAddress(
  origin: string,
  { id, chart, version, hours, language, theme }: EmbedAddress,
): string {
  const url = new URL(`/embed/${id}`, origin);
  url.searchParams.set("chart", chart);
  if (version !== null) url.searchParams.set("v", String(version));
  if (hours !== null) url.searchParams.set("h", hours);
  if (language !== null) url.searchParams.set("lang", language);
  if (theme === "dark") url.searchParams.set("theme", theme);
  return url.href;
}

/** Size of a frame in pixels. */
const SIZE = { width: 760, height: 380 };

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * The HTML that embeds a chart. It has no style attribute, so that it works with a policy that forbids inline styles.
 */
export const embedCode = (address: string, title: string): string =>
  `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="${SIZE.width}" height="${SIZE.height}" frameborder="0" loading="lazy"></iframe>`;
