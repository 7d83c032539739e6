// The app for developing: hot reload, the stand-ins for payments and mail, and a seeded database, beside a running
// demo.
import { spawnSync } from "node:child_process"
import { demoEnvironment, onFreePorts, startBoth } from "./demo-parts.mjs"
import { installPackages, say } from "./setup.mjs"

// Its own ports and data, whatever .env says: that file is read later and doesn't replace what is set here.
const settings = demoEnvironment("data/dev/tutti.db", { port: "3100", sandboxPort: "3101", logLevel: "info" })
const env = await onFreePorts(settings, "dev")
installPackages()

say("Migrating and seeding")
const { status } = spawnSync(process.execPath, ["--import", "tsx", "scripts/seed.ts"], {
  env,
  stdio: "inherit",
})
// The app is running with it, and the seed has said so.
if (status === 3) process.exit(1)
if (status !== 0) say("Keeping the existing database")

await startBoth(env, {
  args: ["--import", "tsx", "server.ts"],
  options: { env, stdio: "inherit" },
  hasDemo: status === 0,
  // The first request compiles everything.
  seconds: 180,
})
