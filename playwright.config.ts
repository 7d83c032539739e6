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

// Every step loads a page, which fades in for a quarter of a second; with scripts the few that do still fade.
const withoutScripts = {
  ...chromium,
  javaScriptEnabled: false,
  contextOptions: { reducedMotion: "reduce" as const },
}

/** Journeys that need a browser's engine without scripts, too: what's drawn, printed, or kept by the browser itself. */
const isDrawn = /@drawn/

/** Journeys that haven't been tried on parsed pages yet: without scripts they run in Chromium as a whole. */
const notYetParsed = [
  "billing-runs-by-itself",
  "family-with-a-package-leaves",
  "first-hour-to-first-invoice",
  "from-a-roster-to-a-paid-invoice",
  "holiday-comes-late",
  "nothing-typed-is-lost",
  "messages-are-seen",
  "office-acts-on-many",
  "school-waits-for-its-payment",
  "subscription-runs-its-course",
  "support-chat",
  "teacher-is-ill-for-a-week",
  "teacher-without-a-connection",
  "term-rolls-over",
  "trial-becomes-a-student",
  "two-families-swap",
  "visitor-writes-to-us",
  "week-is-planned",
  "wrong-invoice-is-corrected",
].filter(() => !process.env.ALL_PARSED).map((name) => `**/${name}.test.ts`)

/**
 * Journeys: each runs with scripts in a browser and without scripts as requests to the built server, whose answers are parsed
 * (tests/support/plain-browser). All share one built app with its sandbox.
 */
export default defineConfig<object, { isPlain: boolean }>({
  testDir: "tests/e2e",
  globalSetup: "tests/e2e/start-app.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 15_000,
    // A recording costs a quarter of the time of all journeys: `npx playwright test <file> --trace on` makes one.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/New_York",
    // Only the journeys without a connection need one; it would ask for pages behind the others.
    serviceWorkers: "block",
  },
  projects: [
    { name: "with scripts", use: { ...chromium } },
    {
      name: "without scripts",
      grepInvert: isDrawn,
      testIgnore: notYetParsed,
      use: { isPlain: true, javaScriptEnabled: false },
    },
    { name: "drawn without scripts", grep: isDrawn, testIgnore: notYetParsed, use: withoutScripts },
    { name: "not yet parsed", testMatch: notYetParsed, use: withoutScripts },
    { name: "development", testDir: "tests/development", use: { ...chromium } },
  ],
})
