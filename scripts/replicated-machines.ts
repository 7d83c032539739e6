import { spawn } from "node:child_process"
import { existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { startEdge } from "../sandbox/replication/edge"
import { startLeaseServer } from "../sandbox/replication/lease-server"
import { type ClusterNode, makeNode } from "../tests/replication/support/node"
import { buildWhenStale, isBuildFresh } from "./build-when-stale.mjs"
import { demoEnvironment, welcome } from "./demo-parts.mjs"
import { run, say } from "./setup.mjs"

// Started by demo-replicated.mjs once packages and LiteFS are there.

const folder = "data/replicated"
mkdirSync(folder, { recursive: true })
const env: NodeJS.ProcessEnv = demoEnvironment(join(folder, "seed.db"))
const nodes: ClusterNode[] = []
let isStopping = false

if (!isBuildFresh()) say("Building")
buildWhenStale()
const isNew = !existsSync(join(folder, "n1/data/dbs"))
if (isNew) {
  say("Migrating and seeding")
  run(process.execPath, ["--import", "tsx", "scripts/seed.ts"], { step: "Seeding", env })
}
run(process.execPath, ["--import", "tsx", "scripts/demo-subscriptions.ts"], {
  step: "Preparing the sandbox",
  env,
})

/** The seeded database as one file that LiteFS takes: no log beside it. */
function importable(): string {
  const path = join(folder, "import.db")
  rmSync(path, { force: true })
  const seeded = new Database(env.DATABASE_PATH)
  seeded.exec(`vacuum into '${path}'`)
  seeded.close()
  const copy = new Database(path)
  copy.pragma("journal_mode = DELETE")
  copy.close()
  return path
}

const lease = await startLeaseServer()
for (const name of ["n1", "n2", "n3"])
  nodes.push(
    await makeNode({
      name,
      folder: join(process.cwd(), folder),
      litefs: env.LITEFS_BIN ?? "",
      leaseUrl: lease.url,
      appUrl: env.APP_URL ?? "",
      nodeUrls: () => nodes.map(({ name, port }) => `${name}=http://127.0.0.1:${port}`).join(","),
      isCandidate: true,
      isSupervised: true,
      // Long enough for another to take over.
      startsAgainAfter: 20_000,
      seed: isNew && name === "n1" ? importable() : undefined,
      environment: {
        ...env,
        DATABASE_PATH: "",
        RESEND_BASE_URL: "",
        FLY_APP_NAME: "tutti-demo",
        TRUSTED_PROXIES: "fly",
        LOG_LEVEL: "warn",
      },
    }),
  )
const edge = await startEdge({
  port: Number(env.PORT),
  instances: Object.fromEntries(nodes.map(({ name, port }) => [name, `http://127.0.0.1:${port}`])),
}).catch((): never => {
  console.error(
    `Port ${env.PORT} is in use. Choose another: PORT=3010 SANDBOX_PORT=3011 npm run demo:replicated`,
  )
  process.exit(1)
})
const sandbox = spawn(process.execPath, ["--import", "tsx", "sandbox/start.ts"], {
  env: { ...env, NODE_ENV: "development" },
  stdio: ["ignore", "ignore", "inherit"],
  detached: true,
})
sandbox.once("exit", () => void stop(1))

async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  say("Stopping the machines")
  await Promise.race([Promise.all(nodes.map((node) => node.stop())), pause(25_000)])
  await Promise.all(nodes.map((node) => node.kill()))
  sandbox.kill("SIGTERM")
  await edge.close()
  await lease.close()
  process.exit(code)
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0))

function pullThePlug(number: number) {
  const node = nodes[number - 1]
  if (!node) return
  say(`${node.name} has no power; it comes back in 20 s`)
  node.crash()
}
if (process.stdin.isTTY) {
  process.stdin.setRawMode(true).resume()
  process.stdin.on("data", (keys: Buffer) => {
    if (keys.includes(3)) void stop(0)
    else pullThePlug(Number(keys.toString()))
  })
}

/** Prints which machine leads whenever that changes, and how long none did. */
async function watchLeader() {
  let leader: string | undefined
  let lostAt: number | undefined
  while (!isStopping) {
    let now: string | undefined
    for (const node of nodes) if (await node.isPrimary()) now = node.name
    if (leader && now !== leader) lostAt = Date.now()
    if (leader && !now) say(`${leader} no longer leads; the others answer reads`)
    if (now && now !== leader) {
      const after = lostAt ? ` after ${((Date.now() - lostAt) / 1000).toFixed(1)} s` : ""
      say(`${now} leads${after}`)
    }
    leader = now
    await pause(250)
  }
}

say("Starting three machines")
try {
  nodes[0]?.start()
  if (isNew) await nodes[0]?.hasRole("primary", 120_000)
  for (const node of nodes.slice(1)) node.start()
  await Promise.all(nodes.map((node) => node.isUp(120_000)))
} catch (error) {
  if (!isStopping) console.error(error)
  await stop(1)
}
console.log(
  welcome(env, [
    "  Requests go to the machines in turn. Writes are forwarded to the one that leads.",
    ...nodes.map(({ name, port, pid }) => `    ${name}  http://localhost:${port}/health  process ${pid()}`),
    process.stdin.isTTY
      ? "  Press 1, 2 or 3 to pull a machine's plug, and watch another take over."
      : "  Run kill -9 <process> to pull a machine's plug, and watch another take over.",
    "",
  ]),
)
await watchLeader()
