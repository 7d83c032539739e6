import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { type ClientRequest, get } from "node:http"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import { type Position, parsePosition } from "./position"

// What LiteFS on this machine says of itself: who leads, how far the database has come, how late it is. Its local API is
// the only source of the role: a missing `.primary` file does not mean that this node leads.

export type Role = { part: "primary" } | { part: "replica"; of: string } | { part: "unknown" }

export type LitefsSettings = {
  /** The mounted folder. */
  dir: string
  /** LiteFS's own API, on this machine. */
  url: string
  databasePath: string
  /** How long the lease lasts without being renewed, in ms. */
  leaseMs: number
  /** Ends this process; the supervisor starts LiteFS and the app anew, and they ask again who leads. */
  exit?: (reason: string) => void
}

export type Litefs = ReturnType<typeof watchLitefs>

const beatMs = 250
const askMs = 1000
const answerWithinMs = 2000
/** How long the last word counts while the stream of events is being opened again. */
const graceMs = 3000
/** A primary that sends nothing for so long hangs; LiteFS would wait for it for ever (its issue 325). */
const silentPrimaryMs = 15_000
/** A new role whose preparations failed is tried again after this. */
const againMs = 500

const isSame = (one: Role, two: Role) =>
  one.part === two.part && (one.part !== "replica" || two.part !== "replica" || one.of === two.of)

/**
 * Watches LiteFS until `close`.
 * @param prepare called before a new role counts; while it throws the role stays unknown and it is tried again
 */
export function watchLitefs(settings: LitefsSettings, prepare: (role: Role) => void) {
  const { dir, url, databasePath, leaseMs } = settings
  const exit = settings.exit ?? exitProcess
  const positionPath = `${databasePath}-pos`
  const database = basename(databasePath)

  let role: Role = { part: "unknown" }
  let said: Role = { part: "unknown" }
  let isCandidate = false
  let lagMs: number | undefined
  let heardAt = performance.now()
  let beatAt = performance.now()
  let isClosed = false
  let stream: ClientRequest | undefined
  const wakeUps = new Set<() => void>()
  const roleListeners = new Set<() => void>()

  const wake = () => {
    for (const one of wakeUps) one()
  }

  /** Waits for news, at most so long. */
  const news = (withinMs: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        wakeUps.delete(done)
        resolve()
      }
      const timer = setTimeout(done, withinMs)
      wakeUps.add(done)
    })

  function adopt(next: Role) {
    said = next
    if (isSame(role, next)) return
    role = { part: "unknown" }
    try {
      prepare(next)
      role = next
      log.info({ role: next }, "this node has another role")
      for (const listener of roleListeners) listener()
    } catch (error) {
      log.error({ err: error, role: next }, "this node could not take its role")
      setTimeout(() => isSame(said, next) && !isClosed && adopt(next), againMs).unref()
    }
    wake()
  }

  const hear = (isPrimary: boolean, hostname: string | undefined) => {
    heardAt = performance.now()
    adopt(
      isPrimary ? { part: "primary" } : hostname ? { part: "replica", of: hostname } : { part: "unknown" },
    )
  }

  /** One line of LiteFS's stream of events. */
  function take(line: string) {
    const event = JSON.parse(line) as {
      type: string
      db?: string
      data?: { isPrimary?: boolean; hostname?: string }
    }
    if (event.type === "tx") {
      if (event.db === database) wake()
    } else hear(event.data?.isPrimary === true, event.data?.hostname)
  }

  async function follow() {
    while (!isClosed) {
      await new Promise<void>((resolve) => {
        stream = get(`${url}/events`, (answer) => {
          let begun = ""
          answer.setEncoding("utf8")
          answer.on("data", (text: string) => {
            const lines = (begun + text).split("\n")
            begun = lines.pop() ?? ""
            for (const line of lines) if (line) take(line)
          })
          answer.on("error", () => undefined)
          answer.on("close", resolve)
        })
        stream.on("error", () => resolve())
      })
      if (!isClosed) await pause(100)
    }
  }

  /** Asks who leads, beside the events: an answer also says that LiteFS is alive. */
  function ask(): Promise<{ isPrimary: boolean; candidate: boolean; primary: { hostname: string } }> {
    return fetch(`${url}/info`, { signal: AbortSignal.timeout(answerWithinMs) }).then((answer) =>
      answer.json(),
    )
  }

  let asking = false
  async function look() {
    if (asking) return
    asking = true
    try {
      const info = await ask()
      isCandidate = info.candidate
      hear(info.isPrimary, info.primary.hostname || undefined)
      lagMs = await readLag()
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "LiteFS does not answer")
    } finally {
      asking = false
    }
  }

  /** Draws the consequences of silence, whether or not an answer is still awaited. */
  function judgeSilence() {
    const silentMs = performance.now() - heardAt
    if (silentMs > graceMs) adopt({ part: "unknown" })
    if (silentMs > leaseMs) exit("LiteFS has not answered for longer than its lease lasts")
    if (role.part === "replica" && lagMs !== undefined && lagMs > silentPrimaryMs && lagMs < 2 ** 31 - 1)
      exit(`the primary ${role.of} has sent nothing for ${Math.round(lagMs / 1000)} s`)
  }

  /** How long ago the primary was last heard of, in ms; 0 on the primary itself. */
  async function readLag(): Promise<number | undefined> {
    const text = await readFile(join(dir, ".lag"), "utf8").catch(() => "")
    const lag = Number.parseInt(text, 10)
    return Number.isNaN(lag) ? undefined : lag
  }

  const beats = setInterval(() => {
    const gap = performance.now() - beatAt
    beatAt = performance.now()
    if (gap > leaseMs)
      exit(`this process stood still for ${Math.round(gap / 1000)} s, longer than the lease lasts`)
  }, beatMs)
  const looks = setInterval(() => {
    judgeSilence()
    void look()
  }, askMs)
  void follow()
  void look()

  return {
    role: (): Role => role,
    isCandidate: () => isCandidate,
    /** ms behind the primary, as LiteFS counts; undefined when it cannot say. */
    lagMs: () => lagMs,
    /**
     * Whether this process stood still so long that the lease may have ended meanwhile: what it does until its next
     * beat is not to be believed.
     */
    isFenced: () => performance.now() - beatAt > leaseMs / 2,
    async position(): Promise<Position | undefined> {
      return parsePosition(await readFile(positionPath, "utf8").catch(() => ""))
    },
    /** The same at once; only where LiteFS has just answered, for it blocks the process. */
    positionNow(): Position | undefined {
      try {
        return parsePosition(readFileSync(positionPath, "utf8"))
      } catch {
        return undefined
      }
    },
    /** True as soon as the database has come so far; false when it has not in time. */
    async waitForPosition(wanted: Position, withinMs: number): Promise<boolean> {
      const until = performance.now() + withinMs
      for (;;) {
        const position = await this.position()
        if (position !== undefined && position >= wanted) return true
        const left = until - performance.now()
        if (left <= 0) return false
        await news(Math.min(left, 25))
      }
    },
    /** The role as soon as it is one of those wanted, or what it is when the time is over. */
    async waitForRole(isWanted: (role: Role) => boolean, withinMs: number): Promise<Role> {
      const until = performance.now() + withinMs
      while (!isWanted(role)) {
        const left = until - performance.now()
        if (left <= 0) break
        await news(left)
      }
      return role
    },
    /** Calls the listener after each change of the role; answers how to stop. */
    onRole(listener: () => void): () => void {
      roleListeners.add(listener)
      return () => void roleListeners.delete(listener)
    },
    /** Asks the primary, through LiteFS, to hand over to this node. */
    async promote(): Promise<boolean> {
      const answer = await fetch(`${url}/promote`, { method: "POST", signal: AbortSignal.timeout(10_000) })
      return answer.ok
    },
    close() {
      isClosed = true
      clearInterval(beats)
      clearInterval(looks)
      stream?.destroy()
      wake()
    },
  }
}

export function exitProcess(reason: string) {
  log.fatal({ reason }, "this node cannot go on and is started anew")
  process.exit(1)
}
