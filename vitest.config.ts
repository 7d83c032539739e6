import tsconfigPaths from "vite-tsconfig-paths"
import { defineConfig } from "vitest/config"

// Tests and the servers they start don't read the developer's own settings.
process.env.ENV_FILE = ""

const shared = {
  plugins: [tsconfigPaths()],
  test: {
    environment: "node" as const,
    setupFiles: ["tests/support/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          ...shared.test,
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "db/**/*.test.ts",
            "tests/architecture/**/*.test.ts",
            "tests/sandbox/**/*.test.ts",
          ],
          globalSetup: ["tests/support/empty-database.ts"],
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: "routes",
          setupFiles: ["tests/support/shipped-react.ts", ...shared.test.setupFiles],
          include: ["tests/routes/**/*.test.ts"],
          server: { deps: { external: [/\/build\/server\//, /server-for-tests/] } },
          globalSetup: ["tests/support/empty-database.ts", "tests/support/built-app.ts"],
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: "replication",
          include: ["tests/replication/**/*.test.ts"],
          globalSetup: ["tests/support/empty-database.ts", "tests/support/built-app.ts"],
        },
      },
    ],
  },
})
