// The whole product on this machine: installs what is missing, builds, migrates, seeds two schools, starts the stand-ins
// for the provider of plans and the mail service and the app. A second run keeps everything and starts at once.
import "./load-env-file.mjs"
import { isBuildFresh } from "./build-when-stale.mjs"
import { demoEnvironment, onFreePorts, startBoth } from "./demo-parts.mjs"
import { end, installPackages, runInBackground, say } from "./setup.mjs"

const env = await onFreePorts(demoEnvironment("data/tutti.db"), "demo")
installPackages()

/** What of the demo is made first; the two don't need each other. */
const build = () => {
  if (isBuildFresh()) return undefined
  say("Building")
  return runInBackground(process.execPath, ["scripts/build.mjs", "--quiet"], { step: "Building" })
}
const seed = () => {
  say("Migrating and seeding")
  return runInBackground(process.execPath, ["--import", "tsx", "scripts/seed.ts"], { step: "Seeding", env })
}
for (const failure of await Promise.all([build(), seed()])) if (failure) end(failure)

await startBoth(env, {
  args: ["--max-old-space-size=384", "--max-semi-space-size=8", "build/server.mjs"],
  options: { env: { ...env, NODE_ENV: "production" }, stdio: ["ignore", "ignore", "inherit"] },
})
