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

/** Journeys that need a browser's engine without scripts, too: what's drawn, printed, or kept by the browser itself. */
const isDrawn = /@drawn/

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
    { name: "without scripts", grepInvert: isDrawn, use: { isPlain: true, javaScriptEnabled: false } },
    // Every step loads a page, which fades in for a quarter of a second; with scripts the few that do still fade.
    {
      name: "drawn without scripts",
      grep: isDrawn,
      use: { ...chromium, javaScriptEnabled: false, contextOptions: { reducedMotion: "reduce" } },
    },
    { name: "development", testDir: "tests/development", use: { ...chromium } },
  ],
})
