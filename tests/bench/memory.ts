import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServer } from "../support/server"
import { send } from "./load"
import { workersOf } from "./processes"
import { buildSchools, colleagues, signedIn } from "./schools"

// What two processes and the one that starts them hold under load, and whether it grows: a hundred thousand requests, a tenth
// of them lists of fifty rows, the rest calls. Prints a line every ten thousand.

/** Megabytes of all three processes together, and how much the second half may be above the first. */
const most = 300
const growth = 1.1
const rounds = Number(process.env.ROUNDS ?? 10)
const perRound = 10_000

const folder = mkdtempSync(join(tmpdir(), "tutti-memory-"))
const path = join(folder, "app.db")
buildSchools(path, 2)
const server = await startServer({ DATABASE_PATH: path, LOG_LEVEL: "warn", WORKERS: "2" })

const workers = workersOf(server.pid)
const processes = [server.pid, ...workers]

/** What each holds for itself, and once what they share: node's own code. */
function together(): number {
  const each = processes.map(factsOf)
  const shared = Math.max(...each.map(({ all, own }) => all - own))
  return each.reduce((sum, { own }) => sum + own, shared)
}

function factsOf(pid: number): { all: number; own: number } {
  const facts = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(facts)?.[1]) / 1024
  return { all: read("Rss"), own: read("Private_Dirty") + read("Private_Clean") }
}

const held: number[] = []
try {
  console.log(`${workers.length} workers, ${Math.round(together())} MB at the start`)
  for (let round = 1; round <= rounds; round += 1) {
    await send({ url: `${server.url}/students`, headers: signedIn, connections: 16 }, perRound / 10)
    await send({ url: `${server.url}/api/user`, each: colleagues, connections: 16 }, (perRound * 9) / 10)
    held.push(together())
    console.log(`after ${round * perRound} requests: ${Math.round(together())} MB together`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
const peak = Math.max(...held)
const half = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const grown = half(held.slice(rounds / 2)) / half(held.slice(1, rounds / 2))
const isOk = peak <= most && grown <= growth
console.log(
  `at most ${Math.round(peak)} MB (budget ${most}), second half ${grown.toFixed(2)} × the first (budget ${growth}): ${isOk ? "ok" : "over"}`,
)
process.exitCode = isOk ? 0 : 1
