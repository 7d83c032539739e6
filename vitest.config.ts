import tsconfigPaths from "vite-tsconfig-paths"
import { defineConfig } from "vitest/config"
import { refuseOtherNodes } from "./scripts/usable-node.mjs"

// `npx vitest` on an old Node.
refuseOtherNodes()

// Tests and the servers they start don't read the developer's own settings.
process.env.ENV_FILE = ""

/**
 * Files that follow each other in one process: what they begin, a server, a thread or a timer, ends with them.
 * `tests/support/shared-process.ts` lets each begin anew and fails one that leaves something behind.
 */
const inOneProcess = [
  "app/{components,http,jobs,texts,utils}/**",
  "app/models/!(platform)/**",
  // Backups ask a store of their own, which closes what it reads when it likes.
  "app/models/platform/!(backup)/**",
  "db/**",
  "tests/{architecture,sandbox}/**",
].map((files) => `${files}/*.test.{ts,tsx}`)

const shared = {
  plugins: [tsconfigPaths()],
  test: {
    environment: "node" as const,
    setupFiles: ["tests/support/setup.ts"],
    sequence: { setupFiles: "list" as const },
    // A limit for what never ends. It says nothing of how long a test may take: the machine may have other work, and
    // `npm run test:long` lives many more histories.
    testTimeout: process.env.HISTORIES ? 7_200_000 : 240_000,
    hookTimeout: 240_000,
    // Sweeps and histories make much that is gone at once: with more room for it, a fifth of their time is spared.
    execArgv: ["--max-semi-space-size=64"],
  },
}

const ofRoutes = {
  ...shared.test,
  // Where nothing listens, whether or not a demo runs on this machine: its PayPal would answer for a test's school.
  env: { SANDBOX_PORT: "1" },
  setupFiles: ["tests/support/shipped-react.ts", ...shared.test.setupFiles],
  server: { deps: { external: [/\/build\/server\//, /server-for-tests/] } },
  globalSetup: ["tests/support/empty-database.ts", "tests/support/built-app.ts"],
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
          isolate: false,
          setupFiles: ["tests/support/shared-process.ts", ...shared.test.setupFiles],
          include: inOneProcess,
          globalSetup: ["tests/support/empty-database.ts"],
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: "unit-apart",
          include: ["app/**/*.test.{ts,tsx}"],
          exclude: inOneProcess,
          globalSetup: ["tests/support/empty-database.ts"],
        },
      },
      {
        ...shared,
        test: {
          ...ofRoutes,
          name: "routes",
          isolate: false,
          provide: { keepsModules: true },
          setupFiles: ["tests/support/shared-process.ts", ...ofRoutes.setupFiles],
          include: ["tests/routes/**/*.test.ts"],
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
