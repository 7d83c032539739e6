// The whole product on this machine: installs what is missing, builds, migrates, seeds two schools, starts the stand-ins
// for PayPal and the mail service and the app. A second run keeps everything and starts at once.
import "./load-env-file.mjs"
import { spawn } from "node:child_process"
import { buildWhenStale } from "./build-when-stale.mjs"
import { answers, demoEnvironment, welcome } from "./demo-parts.mjs"
import { installPackages, run, say } from "./setup.mjs"

installPackages()

const env = demoEnvironment("data/tutti.db")

say("Building")
buildWhenStale()
say("Migrating and seeding")
run(process.execPath, ["--import", "tsx", "scripts/seed.ts"], { env })
run(process.execPath, ["--import", "tsx", "scripts/demo-subscriptions.ts"], { env })

const children = [
  spawn(process.execPath, ["--import", "tsx", "sandbox/start.ts"], { env, stdio: "inherit" }),
  spawn(process.execPath, ["--max-old-space-size=384", "build/server.mjs"], {
    env: { ...env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  }),
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
  (await answers(`${env.APP_URL}/health`, () => stopping)) &&
  (await answers(`http://localhost:${env.SANDBOX_PORT}/health`, () => stopping))
if (isUp) console.log(welcome(env))
else stop(1)
