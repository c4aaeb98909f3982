/** Prints each skipped test with its reason: the note of the test, or its name. */
import type { Reporter, TestModule } from "vitest/node";

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { children } of modules) {
      for (const test of children.allTests("skipped")) {
        const result = test.result();
        const reason = result.state === "skipped" && result.note !== undefined ? ` [${result.note}]` : "";
        console.log(`↓ ${test.fullName}${reason}`);
      }
    }
  }
}
