/** Names each test that was skipped, with the reason: what the test says it lacks, or what its name says. */
import type { Reporter, TestModule } from "vitest/node";

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { children } of modules) {
      for (const test of children.allTests("skipped")) {
        const result = test.result();
        const why = result.state === "skipped" && result.note !== undefined ? ` [${result.note}]` : "";
        console.log(`↓ ${test.fullName}${why}`);
      }
    }
  }
}
