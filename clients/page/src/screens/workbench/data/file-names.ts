/** Names of downloaded files: scenario, area and year before the content, so that files of two scenarios differ. */
export interface FileOrigin {
  readonly title: string;
  readonly area: string;
  readonly endYear: number;
}

const slugOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join("-");

/** As in `nuclear-power-copy_nl_2050_electricity_mix.csv`. */
export const fileNameOf = ({ title, area, endYear }: FileOrigin, content: string, kind: string): string =>
  `${[slugOf(title), area.toLowerCase(), String(endYear), content].filter((part) => part !== "").join("_")}.${kind}`;
