/** The curve files that were uploaded to the reference, which recorded their names but not their contents. */

const HOURS = 8760;
const lines = (value: number | string, count = HOURS): string =>
  Array.from({ length: count }, () => String(value)).join("\n");

/** File contents by the part of the request's name after the colon. */
const FILES: { readonly [name: string]: string } = {
  price: lines(40.127),
  "too few": lines(1, HOURS - 1),
  "too many": lines(1, HOURS + 1),
  text: lines("abc"),
  "exported price csv": `Time,Price (Euros)\n${lines("2050-01-01 00:00,5")}`,
  header: `Price\n${lines(5)}`,
  "availability over 1": lines(1.5),
  availability: lines(0.5),
  profile: lines(2),
  "negative profile": lines(-1),
  "zero profile": lines(0),
  temperature: lines(9.5),
  "capacity profile": lines(0.4),
  "capacity over 1": lines(1.5),
  internal: lines(1),
  unknown: lines(1),
  "empty file": "",
  "comma decimals": lines("0,5"),
  NaN: lines("NaN"),
  exponents: lines("1e3"),
};

/** The form of an upload by the name of its request; null if the request is not an upload. */
export function uploadNamed(name: string): FormData | null {
  const [, kind = ""] = /^upload \S+: (.*)$/.exec(name) ?? [];
  const content = FILES[kind];
  return content === undefined ? null : formWith(content);
}

/** A form with a file of these values. */
export const uploadForm = (values: readonly number[]): FormData => formWith(values.join("\n"));

function formWith(content: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([content]), "my.csv");
  return form;
}
