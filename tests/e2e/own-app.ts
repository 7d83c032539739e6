import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testNow } from "../support/clock"
import { freePort, type RunningServer, startServer } from "../support/server"
import { test as journey } from "./journey"
import { secrets } from "./secrets"

// An app of a journey's own, with its database and its sandbox: days pass there, and what a school's app does on its own
// happens on them. The other journeys never leave their day.

type OwnApp = {
  url: string
  sandboxUrl: string
  databasePath: string
  /** Starts the app again at another time. Pages that are open must be left before. */
  wakeAt(instant: string): Promise<void>
  /** What it has written to its log since it started last. */
  output(): string
  close(): Promise<void>
}

export const test = journey.extend<{ app: OwnApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter as a pattern
  app: async ({}, use, testInfo) => {
    const app = await openApp()
    await use(app)
    // What the app said of itself is needed where a journey fails only elsewhere.
    if (testInfo.status !== testInfo.expectedStatus) console.error(app.output())
    await app.close()
  },
  appUrl: async ({ app }, use) => use(app.url),
  sandboxUrl: async ({ app }, use) => use(app.sandboxUrl),
})

async function openApp(): Promise<OwnApp> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-own-app-"))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const env = {
    ENV_FILE: "",
    APP_URL: url,
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_PATH: join(folder, "tutti.db"),
    SANDBOX_DATABASE_PATH: join(folder, "sandbox.db"),
    ...secrets,
    LOG_LEVEL: "error",
  }
  cpSync(process.env.E2E_PREPARED ?? "", folder, { recursive: true })
  const own = { ...process.env, ...env, CLOCK_START: new Date(testNow).toISOString() }
  const sandbox = spawn(process.execPath, ["--import", "tsx", "sandbox/start.ts"], {
    env: own,
    stdio: ["ignore", "ignore", "inherit"],
  })
  let server: RunningServer = await startServer(env, port)
  return {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databasePath: env.DATABASE_PATH,
    async wakeAt(instant) {
      await server.stop()
      server = await startServer({ ...env, CLOCK_START: new Date(instant).toISOString() }, port)
    },
    output: () => server.output(),
    async close() {
      await server.stop()
      await ended(sandbox)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ended(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null
  return new Promise((done) => {
    if (isOver) return done()
    child.once("exit", () => done())
    child.kill("SIGTERM")
  })
}
