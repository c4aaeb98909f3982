/** A screen of the sample compared with its pictures. */
import { SAMPLE, testLooks } from "./looks.fixture.ts";

testLooks((name) => SAMPLE.includes(name));
