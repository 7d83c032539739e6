// The app for developing: hot reload, the stand-ins for PayPal and mail, and a seeded database, beside a running demo.
import { spawn, spawnSync } from "node:child_process"
import { answers, demoEnvironment, welcome } from "./demo-parts.mjs"
import { installPackages, run, say } from "./setup.mjs"

installPackages()

// Its own ports and data, whatever .env says: that file is read later and doesn't replace what is set here.
const env = demoEnvironment("data/dev/tutti.db", {
  port: "3100",
  sandboxPort: "3101",
  logLevel: "info",
})

say("Migrating and seeding")
const seeded = spawnSync(process.execPath, ["--import", "tsx", "scripts/seed.ts"], { env, stdio: "inherit" })
if (seeded.status === 0) run(process.execPath, ["--import", "tsx", "scripts/demo-subscriptions.ts"], { env })
else say("Keeping the existing database")

const children = [
  spawn(process.execPath, ["--import", "tsx", "sandbox/start.ts"], { env, stdio: "inherit" }),
  spawn(process.execPath, ["--import", "tsx", "server.ts"], { env, stdio: "inherit" }),
]
let stopping = false
const stop = (code) => {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill("SIGTERM")
}
for (const child of children) child.on("exit", (code) => stop(code ?? 0))
process.on("SIGINT", () => stop(0))
process.on("SIGTERM", () => stop(0))

const isUp =
  (await answers(`${env.APP_URL}/health`, () => stopping, 180)) &&
  (await answers(`http://localhost:${env.SANDBOX_PORT}/health`, () => stopping))
if (isUp) console.log(welcome(env))
else stop(1)
