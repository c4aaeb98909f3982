/** Tests the figures of a small municipality; `figures.whole.test.ts` tests a country and the reference model. */
import { describeFigures } from "./figures.fixture.ts";

describeFigures([["included", "GM0014_groningen"]]);
