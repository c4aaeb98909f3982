import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{libs,services}/*/src/**/*.test.ts", "{fidelity,bench,scripts}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
