/** Compares a sample of screens with its screenshots. */
import { SAMPLE, testScreenshots } from "./screenshots.fixture.ts";

testScreenshots((name) => SAMPLE.includes(name));
