import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

// Tries the commands on real Nodes, in a fresh clone in a folder with blanks, with no compiler on the path, and prints a table. Each
// argument is a folder with a `node`; the first of them installs and builds: npx tsx scripts/rehearse-nodes.ts <folder> …
// Started by root it is tried as another user, and without a network once the packages are there. Takes 10 to 30 minutes.

const nodes = process.argv.slice(2).map((folder) => resolve(folder))
const isRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), "tutti nodes "))
const project = join(root, "a clone")
const tools = join(root, "tools")

type Attempt = {
  what: string
  command: string
  until?: RegExp
  wrap?: string[]
  env?: Record<string, string>
}

/** Runs a command until it ends, or until it says what is waited for. */
async function attempt(node: string, { what, command, until, wrap = [], env = {} }: Attempt) {
  const version = spawnSync(join(node, "node"), ["--version"], { encoding: "utf8" }).stdout.trim()
  const begun = Date.now()
  const [file = "", ...args] = [...wrap, "npm", "run", "-s", ...command.split(" ")]
  const child = spawn(file, args, {
    cwd: project,
    env: { ...cleanEnvironment, HOME: join(root, "home"), PATH: `${node}:${tools}`, ...env },
    detached: true,
  })
  let output = ""
  let isThere = false
  const end = (signal: NodeJS.Signals) => child.pid && process.kill(-child.pid, signal)
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => {
      output += bytes
      if (isThere || !until?.test(output)) return
      isThere = true
      seconds = (Date.now() - begun) / 1000
      end("SIGTERM")
    })
  let seconds: number | undefined
  const code = await new Promise<number | null>((ended) => child.once("close", ended))
  seconds ??= (Date.now() - begun) / 1000
  const isGood = until ? isThere : code === 0
  console.log(`| ${what} | ${version} | ${isGood ? "works" : `fails (${code})`} | ${seconds.toFixed(1)} |`)
  const told = output.split("\n").filter((line) => line.includes("\u2022"))
  console.log((isGood ? told : [output.slice(-2000)]).map((line) => `    ${line}`).join("\n"))
}

/** Without what the npm that started us has set. */
const cleanEnvironment = { ...process.env }
for (const name of Object.keys(cleanEnvironment))
  if (/^(npm_|NODE$|PORT$|DATABASE_PATH$)/i.test(name)) delete cleanEnvironment[name]

/** What a command needs of the system: neither a compiler nor another Node is among it. */
function gatherTools() {
  mkdirSync(tools)
  for (const name of ["sh", "env", "git", "npm", "unshare", "ip", "setpriv", "uname", "getconf", "ldd"]) {
    const path = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim()
    if (path) symlinkSync(path, join(tools, name))
  }
}

const up = /Press Ctrl\+C to stop/
const ports = { PORT: "4100", SANDBOX_PORT: "4101" }
const offline = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]

gatherTools()
mkdirSync(join(root, "home"))
spawnSync("git", ["clone", "-q", ".", project], { stdio: "inherit" })
const own = isRoot ? ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"] : []
if (isRoot) spawnSync("chown", ["-R", "1000:1000", root])

console.log("| what | Node | outcome | seconds |\n|---|---|---|---|")
const [first = "", ...others] = nodes
const taken = createServer().listen(4110)
await attempt(first, { what: "first demo", command: "demo", until: up, env: ports, wrap: own })
for (const node of [first, ...others]) {
  await attempt(node, { what: "second demo", command: "demo", until: up, env: ports, wrap: own })
  await attempt(node, {
    what: "demo, port taken",
    command: "demo",
    until: up,
    env: { PORT: "4110", SANDBOX_PORT: "4111" },
    wrap: own,
  })
  if (isRoot)
    await attempt(node, {
      what: "demo, no network",
      command: "demo",
      until: up,
      env: ports,
      wrap: [...offline, ...own],
    })
  // Without settings it says what is missing.
  await attempt(node, {
    what: "check-settings",
    command: "check-settings",
    until: /Fix the lines marked missing/,
    wrap: own,
  })
  for (const command of ["lint", "test:unit -- app/utils/money.test.ts", "backup", "restore:rehearsal"])
    await attempt(node, { what: command, command, wrap: own })
}
taken.close()
rmSync(root, { recursive: true, force: true })
