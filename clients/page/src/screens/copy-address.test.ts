import { expect, test } from "vitest";
import { copyAddress } from "./copy-address.ts";

test("the URL of a copy has the view of the screen, without the presentation", () => {
  const address = "https://etesian.example/s/17?slide=wind&charts=electricity_mix&view=present&chart=electricity_mix";
  expect(copyAddress(address)).toBe("https://etesian.example/s/17?slide=wind&charts=electricity_mix&copy=true");
});
