/** Compares the other screens with their screenshots. */
import { SAMPLE, testScreenshots } from "./screenshots.fixture.ts";

testScreenshots((name) => !SAMPLE.includes(name));
