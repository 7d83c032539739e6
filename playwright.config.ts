import { defineConfig } from "@playwright/test"
import { findBrowser } from "./scripts/setup.mjs"

// Tests and the servers they start don't read the developer's own settings.
process.env.ENV_FILE = ""

const chromium = {
  browserName: "chromium" as const,
  launchOptions: {
    executablePath: findBrowser(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
}

/** Journeys: each runs with and without scripts, against one built app with its sandbox. */
export default defineConfig<object, { isRead: boolean }>({
  testDir: "tests/e2e",
  globalSetup: "tests/e2e/start-app.ts",
  fullyParallel: true,
  workers: 2,
  // Long enough for a machine that is shared with other work: what takes longer than it should is the bench’s to say.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 45_000,
    // A recording costs a quarter of the time of all journeys: `npx playwright test <file> --trace on` makes one.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/New_York",
    // Only the journeys without a connection need one; it would ask for pages behind the others.
    serviceWorkers: "block",
  },
  projects: [
    { name: "with scripts", grepInvert: /@without-scripts/, use: { ...chromium } },
    // Without scripts every step loads a page: what moves on it would only be waited for.
    {
      name: "without scripts, drawn",
      grep: /@without-scripts|@drawn/,
      use: { ...chromium, javaScriptEnabled: false, contextOptions: { reducedMotion: "reduce" } },
    },
    // The other journeys without scripts are requests and forms, read as HTML (tests/e2e/reader).
    {
      name: "without scripts",
      grepInvert: /@with-scripts|@without-scripts|@drawn/,
      use: { javaScriptEnabled: false, isRead: true },
    },
    { name: "development", testDir: "tests/development", use: { ...chromium } },
  ],
})
