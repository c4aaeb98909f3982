/** The other screens compared with their pictures. */
import { SAMPLE, testLooks } from "./looks.fixture.ts";

testLooks((name) => !SAMPLE.includes(name));
