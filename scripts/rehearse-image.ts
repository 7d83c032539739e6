import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { startLeaseServer } from "../sandbox/replication/lease-server"
import { findLitefs } from "./litefs.mjs"

// Carries out the Dockerfile without Docker: each stage in a folder of its own, from nothing but what .dockerignore lets
// through. Debian's packages are those of this machine, and node is the one that runs this. Then it starts what the image
// would start: that for one machine as its user, and where there is a LiteFS the other, litefs.yml and all, as one machine of one;
// it asks each for its health. Takes a minute or two; needs Linux, root and the network for npm.

const say = (line: string) => console.log(`• ${line}`)
const found = findLitefs()
const litefs = found.path
const home = mkdtempSync(join(tmpdir(), "tutti-image-"))
chmodSync(home, 0o755)

type Stage = { root: string; workdir: string; env: Record<string, string> }

/** Instructions of a Dockerfile, continued lines joined. */
const instructions = readFileSync("Dockerfile", "utf8")
  .replace(/^\s*#.*\n/gm, "")
  .replace(/\\\n\s*/g, " ")
  .split("\n")
  .map((line) => line.trim())
  .filter(Boolean)
  .map((line) => ({ verb: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1).trim() }))

/** What the builder is given: the files of the repository that .dockerignore lets through. */
function makeContext(): string {
  const context = join(home, "context")
  const patterns = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), shape: shapeOf(line.replace(/^!/, "")) }))
  const files = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  }).stdout.split("\n")
  for (const file of files) {
    if (!file || !existsSync(file)) continue
    const last = patterns.filter(({ shape }) => shape.test(file)).at(-1)
    if (last && !last.keeps) continue
    mkdirSync(dirname(join(context, file)), { recursive: true })
    cpSync(file, join(context, file))
  }
  return context
}

function shapeOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]]/g, "\\$&")
    .replaceAll("**/", "\0")
    .replaceAll("*", "[^/]*")
    .replaceAll("\0", "(.*/)?")
  return new RegExp(`^${source}(/|$)`)
}

function run(command: string, { root, workdir, env }: Stage) {
  const commands = command.split("&&").map((part) => part.trim())
  for (const part of commands) {
    if (/^apt-get|^rm -rf \/var\/lib\/apt/.test(part)) continue
    say(part)
    // What it names from the image's root lies in the stage's folder.
    const { status } = spawnSync("sh", ["-c", part.replaceAll(" /data", ` ${root}/data`)], {
      cwd: join(root, workdir),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
      stdio: ["ignore", "ignore", "inherit"],
    })
    if (status !== 0) throw new Error(`"${part}" ended with ${status}`)
  }
}

function copy(rest: string, stage: Stage, stages: Map<string, Stage>, context: string) {
  const [, from, list = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
  const parts = list.split(/\s+/)
  const target = parts.pop() ?? ""
  const source = from ? stages.get(from)?.root : context
  if (!source) throw new Error(`COPY knows no stage ${from}`)
  for (const word of parts) {
    const path = join(source, word)
    const into = resolve("/", stage.workdir, target)
    const isFolder = statSync(path).isDirectory()
    const to =
      !isFolder && (target.endsWith("/") || target === ".") ? join(into, word.split("/").at(-1) ?? "") : into
    mkdirSync(dirname(join(stage.root, to)), { recursive: true })
    cpSync(path, join(stage.root, to), { recursive: true, verbatimSymlinks: true })
  }
}

function build(): Map<string, Stage> {
  const context = makeContext()
  const stages = new Map<string, Stage>()
  let stage: Stage = { root: "", workdir: "/", env: {} }
  for (const { verb, rest } of instructions) {
    if (verb === "FROM") {
      const [image = "", , name = ""] = rest.split(" ")
      const base = stages.get(image)
      stage = { root: join(home, name), workdir: base?.workdir ?? "/", env: { ...base?.env } }
      mkdirSync(stage.root)
      if (base) spawnSync("cp", ["-al", `${base.root}/.`, stage.root])
      if (image.startsWith("flyio/litefs:")) {
        mkdirSync(join(stage.root, "usr/local/bin"), { recursive: true })
        writeFileSync(join(stage.root, "usr/local/bin/litefs"), "")
      }
      stages.set(name, stage)
    } else if (verb === "WORKDIR") {
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    } else if (verb === "ENV")
      for (const pair of rest.split(" "))
        stage.env[pair.slice(0, pair.indexOf("="))] = pair.slice(pair.indexOf("=") + 1)
    else if (verb === "RUN") run(rest, stage)
    else if (verb === "COPY") copy(rest, stage, stages, context)
    else if (!["CMD", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "USER", "VOLUME"].includes(verb))
      throw new Error(`${verb} is not rehearsed`)
  }
  return stages
}

const stageNamed = (stages: Map<string, Stage>, name: string): Stage => {
  const stage = stages.get(name)
  if (!stage) throw new Error(`The Dockerfile has no stage ${name}`)
  return stage
}

const [, healthcheck = ""] =
  /CMD (\[.*\])$/.exec(instructions.find(({ verb }) => verb === "HEALTHCHECK")?.rest ?? "") ?? []

/** Waits for the image's own health check. */
async function untilHealthy(env: NodeJS.ProcessEnv, child: ChildProcess) {
  const [command = "", ...parts] = JSON.parse(healthcheck) as string[]
  for (let tries = 0; ; tries += 1) {
    if (spawnSync(command, parts, { env, stdio: "ignore" }).status === 0) break
    if (tries === 120 || child.exitCode !== null) throw new Error("the image did not become healthy")
    await pause(500)
  }
  say(`healthy: ${await (await fetch(`http://127.0.0.1:${env.PORT}/health`)).text()}`)
}

/** The image for one machine: its own command, as its user, with nothing to write to but the volume. */
async function startAlone(image: Stage) {
  const tutti = join(image.root, "usr/local/bin/tutti")
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    ...image.env,
    TUTTI_HOME: join(image.root, "app"),
    DATABASE_PATH: join(image.root, "data/tutti.db"),
    PORT: String(await freePort()),
    DEMO: "true",
    LOG_LEVEL: "warn",
  }
  env.APP_URL = `http://localhost:${env.PORT}`
  const user = { uid: 1000, gid: 1000 }
  const call = (...words: string[]) => spawnSync(tutti, words, { env, encoding: "utf8", ...user })
  const child = spawn(tutti, ["start"], { env, stdio: ["ignore", "inherit", "inherit"], ...user })
  const ended = new Promise<number | null>((done) => child.once("exit", done))
  try {
    await untilHealthy(env, child)
    const page = await fetch(`${env.APP_URL}/login`)
    if (page.status !== 200) throw new Error(`/login answered ${page.status}`)
    for (const words of [["backup"], ["restore", "--rehearsal"]]) {
      const { status, stdout, stderr } = call(...words)
      if (status !== 0) throw new Error(`tutti ${words.join(" ")} ended with ${status}: ${stdout}${stderr}`)
    }
    if (call("nonsense").status !== 2) throw new Error("tutti takes any word for a command")
    say("a backup was made, proven and rehearsed by the wrapper")
    child.kill("SIGTERM")
    const code = await ended
    if (code !== 0) throw new Error(`it ended with ${code} when asked to stop`)
    say("the image for one machine starts as user 1000 and ends as it should")
  } finally {
    child.kill("SIGKILL")
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

/** Starts the image's own litefs.yml, with this machine's folders and ports instead of a machine's. */
async function start(image: Stage, litefs: string) {
  cpSync(litefs, join(image.root, "usr/local/bin/litefs"))
  const lease = await startLeaseServer()
  const [port, api] = [await freePort(), await freePort()]
  const mount = join(image.root, "litefs")
  mkdirSync(mount)
  const path = join(image.root, "etc/litefs.yml")
  const config = readFileSync(path, "utf8")
    .replace('dir: "/litefs"', `dir: "${mount}"`)
    .replace('dir: "/var/lib/litefs"', `dir: "${join(image.root, "var/lib/litefs")}"`)
    .replace('addr: ":20202"', `addr: "127.0.0.1:${api}"`)
    .replace(/advertise-url: .*/, `advertise-url: "http://127.0.0.1:${api}"`)
  writeFileSync(path, config)
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: `${join(image.root, "usr/local/bin")}:${process.env.PATH}`,
    ...image.env,
    FLY_APP_NAME: "tutti",
    FLY_MACHINE_ID: "rehearsal",
    FLY_REGION: "ams",
    PRIMARY_REGION: "ams",
    FLY_CONSUL_URL: lease.url,
    LITEFS_DIR: mount,
    LITEFS_URL: `http://127.0.0.1:${api}`,
    BACKUP_TO: join(home, "backups"),
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    DEMO: "true",
    LOG_LEVEL: "warn",
  }
  const child = spawn(join(image.root, "usr/local/bin/litefs"), ["mount", "-config", path], {
    cwd: join(image.root, image.workdir),
    env,
    stdio: ["ignore", "inherit", "inherit"],
  })
  const ended = new Promise<number | null>((done) => child.once("exit", done))
  try {
    await untilHealthy(env, child)
    const owner = spawnSync("ps", ["-o", "uid=,args=", "--ppid", String(child.pid)], {
      encoding: "utf8",
    }).stdout.trim()
    say(`runs as ${owner}`)
    if (!/^1000 /.test(owner)) throw new Error("the app does not run as the user without rights")
    const page = await fetch(`http://localhost:${port}/login`)
    if (page.status !== 200) throw new Error(`/login answered ${page.status}`)
    const backup = spawnSync("node", ["build/backup.mjs"], {
      cwd: join(image.root, image.workdir),
      env,
      encoding: "utf8",
    })
    if (backup.status !== 0) throw new Error(`a backup cannot be made: ${backup.stdout}${backup.stderr}`)
    say("a backup was made and proven")
    child.kill("SIGTERM")
    const code = await ended
    if (code !== 0) throw new Error(`it ended with ${code} when asked to stop`)
    say("ended as it should")
  } finally {
    child.kill("SIGKILL")
    spawnSync("umount", ["-l", mount], { stdio: "ignore" })
    await lease.close()
  }
}

const begun = Date.now()
try {
  const stages = build()
  await startAlone(stageNamed(stages, "one-machine"))
  if (litefs) await start(stageNamed(stages, "several-machines"), litefs)
  else say(`the image with LiteFS was not started: ${found.missing}`)
  say(`The images build and start. It took ${((Date.now() - begun) / 1000).toFixed(0)} s.`)
} finally {
  spawnSync("rm", ["-rf", home])
}
