import { expect, test } from "vitest";
import { embedCode, type EmbedAddress, readEmbedAddress, writeEmbedAddress } from "./embed-address.ts";

const ADDRESS: EmbedAddress = {
  id: 17,
  chart: "electricity_mix.table",
  version: 9,
  hours: "497.432-599",
  language: "nl",
  theme: "dark",
};

test("the URL of an embedded chart contains the chart's view, version, hours, language and theme", () => {
  const address = writeEmbedAddress("https://etesian.example", ADDRESS);
  expect(address).toBe(
    "https://etesian.example/embed/17?chart=electricity_mix.table&v=9&h=497.432-599&lang=nl&theme=dark",
  );
  expect(readEmbedAddress(new URL(address))).toEqual(ADDRESS);
});

test("a URL without options shows the newest version in the light theme", () => {
  const plain: EmbedAddress = { ...ADDRESS, version: null, hours: null, language: null, theme: "light" };
  const address = writeEmbedAddress("https://etesian.example", plain);
  expect(address).toBe("https://etesian.example/embed/17?chart=electricity_mix.table");
  expect(readEmbedAddress(new URL(address))).toEqual(plain);
  expect(readEmbedAddress(new URL(`${address}&v=latest&lang=de&theme=blue`))).toEqual(plain);
});

test("a URL without a scenario or a chart is invalid", () => {
  for (const path of ["/embed/x?chart=a", "/embed/17", "/embed/17/x?chart=a"])
    expect(readEmbedAddress(new URL(path, "https://etesian.example"))).toBeNull();
});

test("the code to copy escapes URLs and titles", () => {
  expect(embedCode("https://etesian.example/embed/17?chart=a&v=9", 'Use of "gas" & <oil>')).toBe(
    '<iframe src="https://etesian.example/embed/17?chart=a&amp;v=9" title="Use of &quot;gas&quot; &amp; &lt;oil&gt;"' +
      ' width="760" height="380" frameborder="0" loading="lazy"></iframe>',
  );
});
