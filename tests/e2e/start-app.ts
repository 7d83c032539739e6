import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildWhenStale } from "../../scripts/build-when-stale.mjs"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { testNow } from "../support/clock"
import { freePort } from "../support/server"
import { secrets } from "./secrets"

/** Starts the built app and its sandbox on free ports, over a freshly seeded database, at the tests' own time. */
export default async function startApp() {
  buildWhenStale()
  const folder = mkdtempSync(join(tmpdir(), "tutti-e2e-"))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const appUrl = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    APP_URL: appUrl,
    DATABASE_PATH: join(folder, "tutti.db"),
    SANDBOX_DATABASE_PATH: join(folder, "sandbox.db"),
    ...secrets,
    CLOCK_START: new Date(testNow).toISOString(),
    DEMO: "true",
    LOG_LEVEL: "error",
  }
  const children: ChildProcess[] = []
  const start = (args: string[], more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, {
      env: { ...env, ...more },
      stdio: ["ignore", "ignore", "inherit"],
    })
    children.push(child)
    return child
  }
  const prepared = prepareIn(join(folder, "prepared"), env)
  cpSync(prepared, folder, { recursive: true })
  // The benches run as in production, where no practice payments are.
  start(["--import", "tsx", "sandbox/start.ts"], { NODE_ENV: "development" })
  start(["build/server.mjs"], { NODE_ENV: "production" })
  process.env.E2E_APP_URL = appUrl
  process.env.E2E_SANDBOX_URL = `http://localhost:${sandboxPort}`
  process.env.E2E_PREPARED = prepared
  await Promise.all([answers(`${appUrl}/health`), answers(`http://localhost:${sandboxPort}/health`)])

  return async () => {
    for (const child of children) child.kill("SIGTERM")
    await Promise.all(
      children.map(
        (child) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.on("exit", done)),
      ),
    )
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The seeded database, and what the sandbox has to know of it: made once, and copied for each app of a journey's own. */
function prepareIn(folder: string, env: NodeJS.ProcessEnv): string {
  mkdirSync(folder)
  const seeded = seedWhenStale(testNow)
  const databases = {
    DATABASE_PATH: join(folder, "tutti.db"),
    SANDBOX_DATABASE_PATH: join(folder, "sandbox.db"),
  }
  copyFileSync(seeded, databases.DATABASE_PATH)
  cpSync(seeded.replace(/\.db$/, ".files"), join(folder, "tutti.files"), { recursive: true })
  execFileSync(process.execPath, ["--import", "tsx", "scripts/demo-subscriptions.ts"], {
    env: { ...env, ...databases },
  })
  return folder
}

async function answers(address: string) {
  for (let tries = 0; tries < 300; tries += 1) {
    const up = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${address} did not answer.`)
}
