// The whole product on three machines that are all this one: LiteFS with the app on each, a stand-in for the lease server
// and one for Fly's edge in front. Pull a machine's plug and watch another take over. Needs Linux, root and /dev/fuse.
import "./load-env-file.mjs"
import { spawn } from "node:child_process"
import { demoEnvironment, onFreePorts } from "./demo-parts.mjs"
import { findLitefs } from "./litefs.mjs"
import { installPackages, say } from "./setup.mjs"

const { PORT, SANDBOX_PORT, APP_URL } = await onFreePorts(
  demoEnvironment("data/replicated/seed.db"),
  "demo:replicated",
)
installPackages()
say("Looking for LiteFS (built once, about a minute)")
const { path, missing } = findLitefs()
if (!path) {
  console.error(`The demo on three machines can't run here: ${missing}. Run it on one: npm run demo`)
  process.exit(1)
}

const machines = spawn(process.execPath, ["--import", "tsx", "scripts/replicated-machines.ts"], {
  stdio: "inherit",
  env: { ...process.env, PORT, SANDBOX_PORT, APP_URL, LITEFS_BIN: path },
})
// The terminal tells both; a signal sent to this process alone is handed on.
process.on("SIGINT", () => undefined)
process.on("SIGTERM", () => machines.kill("SIGTERM"))
machines.on("exit", (code) => {
  process.exitCode = code ?? 1
})
