import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { type Answer, type Ask, askServer, freePort } from "../../support/server"
import { type LitefsConfig, litefsYaml } from "./litefs-config"

// One machine of a cluster: real LiteFS with the built app under it, in a process group of its own.

export type NodeOptions = {
  name: string
  folder: string
  litefs: string
  leaseUrl: string
  appUrl: string
  /** Addresses of all nodes' apps, as NODE_URLS has them; known once every node has its port. */
  nodeUrls: () => string
  isCandidate: boolean
  advertise?: (litefsPort: number) => Promise<string>
  retention?: string
  environment?: Record<string, string>
  /** Started again whenever it ends by itself, as a machine's supervisor does. */
  isSupervised: boolean
  /** After how long (ms); soon when absent. */
  startsAgainAfter?: number
  /** A database that the first start imports. */
  seed?: string
  /** Instead of the app. */
  command?: string
  /** LiteFS's data lies on a disk of its own, so small that it can be filled (MB). */
  diskMegabytes?: number
}

export type Health = { status: string; role?: string; node?: string; lagMs?: number; reason?: string }

export type ClusterNode = Awaited<ReturnType<typeof makeNode>>

const running = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of running) if (child.pid) tryKill(-child.pid, "SIGKILL")
})

function tryKill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}

export async function makeNode(options: NodeOptions) {
  const { name } = options
  const folder = join(options.folder, name)
  const mount = join(folder, "mount")
  const data = join(folder, "data")
  for (const path of [mount, data]) mkdirSync(path, { recursive: true })
  if (options.diskMegabytes)
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${options.diskMegabytes}m`, "tmpfs", data], {
      timeout: 5000,
    })
  const [port, litefsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${litefsPort}`
  const advertise = (await options.advertise?.(litefsPort)) ?? url
  const configPath = join(folder, "litefs.yml")
  const server = options.command ?? `${process.execPath} --max-old-space-size=256 build/server.mjs`
  const output: string[] = []
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(0)
  let wanted = false
  let isFirst = true
  let starts = 0

  const config = (commands: string[]): LitefsConfig => ({
    name,
    mount,
    data,
    port: litefsPort,
    advertise,
    leaseUrl: options.leaseUrl,
    isCandidate: options.isCandidate,
    retention: options.retention,
    commands,
  })

  function spawnLitefs() {
    spawnSync("umount", ["-l", mount], { stdio: "ignore", timeout: 5000 })
    const first = isFirst && options.seed
    const load = `${options.litefs} import -url ${url} -name app.db ${options.seed}`
    // The import needs the lease: skip-sync starts it before this node has it.
    const commands = first ? [`sh -c "until ${load}; do sleep 0.2; done"`, server] : [server]
    isFirst = false
    starts += 1
    writeFileSync(configPath, litefsYaml(config(commands)))
    const started = spawn(options.litefs, ["mount", "-config", configPath], {
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        VITEST: "",
        LITEFS_CLOUD_TOKEN: "",
        DATABASE_PATH: "",
        NODE_ENV: "production",
        DEMO: "true",
        LOG_LEVEL: "info",
        RESEND_BASE_URL: "http://localhost:9/resend",
        BACKUP_TO: join(folder, "backups"),
        ...options.environment,
        PORT: String(port),
        APP_URL: options.appUrl,
        LITEFS_DIR: mount,
        LITEFS_URL: url,
        NODE_NAME: name,
        NODE_URLS: options.nodeUrls(),
      },
    })
    child = started
    running.add(started)
    const keep = (bytes: Buffer) => void output.push(bytes.toString())
    started.stdout?.on("data", keep)
    started.stderr?.on("data", keep)
    ended = new Promise((resolve) =>
      started.once("exit", (code) => {
        running.delete(started)
        output.push(`-- ${name} ended with ${code}\n`)
        // What LiteFS leaves behind must not serve on.
        if (started.pid) tryKill(-started.pid, "SIGKILL")
        resolve(code)
        if (wanted && options.isSupervised && child === started)
          setTimeout(() => wanted && spawnLitefs(), options.startsAgainAfter ?? 300)
      }),
    )
  }

  async function until<Result>(
    what: string,
    isSo: () => Promise<Result | undefined | false>,
    withinMs = 30_000,
  ) {
    const end = Date.now() + withinMs
    for (;;) {
      const result = await isSo().catch(() => undefined)
      if (result) return result
      if (Date.now() > end) throw new Error(`${name}: ${what} did not come about\n${tail()}`)
      await pause(20)
    }
  }

  const tail = () => output.join("").split("\n").slice(-60).join("\n")
  const ask = (path: string, request?: Ask): Promise<Answer> => askServer(port, path, request)
  const signal = (name: NodeJS.Signals) => {
    if (child?.pid) tryKill(-child.pid, name)
  }
  const info = (): Promise<{ isPrimary: boolean; primary: { hostname: string } }> =>
    fetch(`${url}/info`, { signal: AbortSignal.timeout(1000) }).then((answer) => answer.json())

  return {
    name,
    port,
    litefsPort,
    litefsUrl: url,
    folder,
    mount,
    data,
    until,
    ask,
    info,
    tail,
    output: () => output.join(""),
    starts: () => starts,
    start() {
      wanted = true
      spawnLitefs()
    },
    health: (): Promise<Health> => ask("/health").then(({ text }) => JSON.parse(text)),
    /** The app answers in this role. */
    hasRole: (role: "primary" | "replica", withinMs?: number) =>
      until(`role ${role}`, async () => JSON.parse((await ask("/health")).text).role === role, withinMs),
    isUp: (withinMs?: number) => until("health", async () => (await ask("/health")).status === 200, withinMs),
    isPrimary: () =>
      info().then(
        ({ isPrimary }) => isPrimary,
        () => false,
      ),
    /** `<txid>/<checksum>`; empty before the first copy of the database has arrived here. */
    position: () => {
      const path = join(mount, "app.db-pos")
      return existsSync(path) ? readFileSync(path, "utf8").trim() : ""
    },
    /** The first copy of the database is here; a node can answer as a replica before that. */
    hasCopy: (withinMs?: number) =>
      until("a copy of the database", () => Promise.resolve(existsSync(join(mount, "app.db-pos"))), withinMs),
    /** Asks this node's copy of the database. */
    read<Row>(sql: string, ...values: unknown[]): Row[] {
      const database = new Database(join(mount, "app.db"), { readonly: true, fileMustExist: true })
      try {
        database.pragma("busy_timeout = 5000")
        return database.prepare(sql).all(...values) as Row[]
      } finally {
        database.close()
      }
    },
    promote: () => fetch(`${url}/promote`, { method: "POST" }),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    /** Dies at once, like a machine without power. It is not started again. */
    async kill() {
      wanted = false
      signal("SIGKILL")
      await ended
      spawnSync("umount", ["-l", mount], { stdio: "ignore", timeout: 5000 })
    },
    /** The app alone dies; LiteFS notices and ends. */
    async killApp() {
      const { stdout } = spawnSync("pgrep", ["-P", String(child?.pid)], { encoding: "utf8" })
      for (const pid of stdout.split("\n").filter(Boolean)) tryKill(Number(pid), "SIGKILL")
      await ended
    },
    /** Is asked to end, as a deployment does; answers its exit code. */
    async stop(): Promise<number | null> {
      wanted = false
      if (child?.pid && child.exitCode === null) tryKill(child.pid, "SIGTERM")
      const code = await ended
      spawnSync("umount", ["-l", mount], { stdio: "ignore", timeout: 5000 })
      return code
    },
    ended: () => ended,
    pid: () => child?.pid,
    /** Dies at once; a supervised node is started again. */
    crash: () => signal("SIGKILL"),
    /** Gives back what is not a folder of this machine. */
    dispose() {
      if (options.diskMegabytes) spawnSync("umount", ["-l", data], { stdio: "ignore", timeout: 5000 })
    },
  }
}
