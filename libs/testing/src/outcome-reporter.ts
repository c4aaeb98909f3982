/**
 * Prints each skipped test with its reason (the note of the test, or its name), and then each failed test and each
 * other error with its first line, so that the end of a long output names them all.
 */
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

const reasonOf = (test: TestCase): string => {
  const result = test.result();
  return result.state === "skipped" && result.note !== undefined ? ` [${result.note}]` : "";
};

const firstLineOf = (error: SerializedError | undefined): string => error?.message.split("\n")[0] ?? "";

export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errorsOutsideTests: readonly SerializedError[]): void {
    for (const { children } of modules)
      for (const test of children.allTests("skipped")) console.log(`↓ ${test.fullName}${reasonOf(test)}`);
    for (const module of modules) {
      for (const test of module.children.allTests("failed"))
        console.log(`✗ ${module.relativeModuleId} > ${test.fullName}: ${firstLineOf(test.result().errors?.[0])}`);
      for (const error of module.errors()) console.log(`✗ ${module.relativeModuleId}: ${firstLineOf(error)}`);
    }
    for (const error of errorsOutsideTests) console.log(`✗ outside tests: ${firstLineOf(error)}`);
  }
}
