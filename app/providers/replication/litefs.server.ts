import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { type ClientRequest, get } from "node:http"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import { type Position, parsePosition } from "./position"

export type Role = { part: "primary" } | { part: "replica"; of: string } | { part: "unknown" }

/** The leader according to LiteFS: this node, another one by its name, or unknown. */
type Leader = { isPrimary: boolean; hostname: string | undefined }

/** How long to wait before a new role whose preparation failed is tried again. */
const againMs = 500

function roleUnder({ isPrimary, hostname }: Leader): Role {
  if (isPrimary) return { part: "primary" }
  return hostname ? { part: "replica", of: hostname } : { part: "unknown" }
}

/**
 * Keeps the role of this node.
 * @param prepare called before a new role counts; while it throws the role stays unknown and it is tried again
 * @param onDecided called after each try to take another role, whether or not it succeeded
 */
function keepRole(prepare: (role: Role) => void, onDecided: () => void) {
  let role: Role = { part: "unknown" }
  let latest: Role = { part: "unknown" }
  let isClosed = false
  const listeners = new Set<() => void>()

  function adopt(next: Role) {
    latest = next
    if (isSame(role, next)) return
    role = { part: "unknown" }
    try {
      prepare(next)
      role = next
      log.info({ role: next }, "this node has another role")
      for (const listener of listeners) listener()
    } catch (error) {
      log.error({ err: error, role: next }, "this node could not take its role")
      setTimeout(() => isSame(latest, next) && !isClosed && adopt(next), againMs).unref()
    }
    onDecided()
  }

  return {
    current: (): Role => role,
    adopt,
    /** Calls the listener after each change of the role; answers how to stop. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
    },
  }
}

const isSame = (one: Role, two: Role) =>
  one.part === two.part && (one.part !== "replica" || two.part !== "replica" || one.of === two.of)

// The three sources of LiteFS on this machine: its event stream, its answers to requests, and its file with the
// replication lag.

const answerWithinMs = 2000
const openAgainMs = 100
const promoteWithinMs = 10_000

type EventListeners = {
  /** The leader, at the beginning of the stream and whenever it changes. */
  onLeader: (leader: Leader) => void
  /** The database has come further. */
  onTransaction: (database: string | undefined) => void
}

/** Reads the stream of events until `close`, and opens it again whenever it ends. */
function followEvents(url: string, { onLeader, onTransaction }: EventListeners) {
  let isClosed = false
  let stream: ClientRequest | undefined

  function take(line: string) {
    const event = JSON.parse(line) as {
      type: string
      db?: string
      data?: { isPrimary?: boolean; hostname?: string }
    }
    if (event.type === "tx") onTransaction(event.db)
    else onLeader({ isPrimary: event.data?.isPrimary === true, hostname: event.data?.hostname })
  }

  const readOnce = () =>
    new Promise<void>((resolve) => {
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

  async function follow() {
    while (!isClosed) {
      await readOnce()
      if (!isClosed) await pause(openAgainMs)
    }
  }
  void follow()

  return {
    close() {
      isClosed = true
      stream?.destroy()
    },
  }
}

/** Requests the leader besides the events, because an answer also proves that LiteFS is alive. */
function askAround({ dir, url }: { dir: string; url: string }, onLeader: (leader: Leader) => void) {
  let isCandidate = false
  let lagMs: number | undefined
  let isAsking = false
  let isClosed = false

  async function ask() {
    if (isAsking) return
    isAsking = true
    try {
      const info = await readInfo(url)
      isCandidate = info.candidate
      onLeader({ isPrimary: info.isPrimary, hostname: info.primary.hostname || undefined })
      lagMs = await readLag(dir)
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "LiteFS does not answer")
    } finally {
      isAsking = false
    }
  }

  return {
    ask,
    isCandidate: () => isCandidate,
    lagMs: () => lagMs,
    close() {
      isClosed = true
    },
  }
}

type Info = { isPrimary: boolean; candidate: boolean; primary: { hostname: string } }

async function readInfo(url: string): Promise<Info> {
  const answer = await fetch(`${url}/info`, { signal: AbortSignal.timeout(answerWithinMs) })
  return answer.json()
}

/** How long ago the primary was last heard of, in ms; 0 on the primary itself. */
async function readLag(dir: string): Promise<number | undefined> {
  const text = await readFile(join(dir, ".lag"), "utf8").catch(() => "")
  const lag = Number.parseInt(text, 10)
  return Number.isNaN(lag) ? undefined : lag
}

/** Asks the primary, through LiteFS, to hand over to this node. */
async function promote(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/promote`, {
    method: "POST",
    signal: AbortSignal.timeout(promoteWithinMs),
  })
  return answer.ok
}

// The state of LiteFS on this machine: the leader, the database's position and its lag. Its local API is the only
// source of the role: a missing `.primary` file doesn't mean that this node leads.

export type LitefsSettings = {
  /** The mounted folder. */
  dir: string
  /** LiteFS's own API, on this machine. */
  url: string
  databasePath: string
  /** How long the lease lasts without being renewed, in ms. */
  leaseMs: number
  /** Ends this process; the supervisor restarts LiteFS and the app, which then look up the leader again. */
  exit?: (reason: string) => void
}

export type Litefs = ReturnType<typeof watchLitefs>

const beatMs = 250
const askMs = 1000
/** How long the last state counts while the event stream reconnects. */
const graceMs = 3000
/** A primary that sends nothing for so long hangs; LiteFS itself would wait without end (its issue 325). */
const silentPrimaryMs = 15_000

/**
 * Watches LiteFS until `close`.
 * @param prepare called before a new role counts; while it throws the role stays unknown and it is tried again
 */
export function watchLitefs(settings: LitefsSettings, prepare: (role: Role) => void) {
  const { url, databasePath, leaseMs } = settings
  const exit = settings.exit ?? exitProcess
  const database = basename(databasePath)
  const news = openNews()
  const role = keepRole(prepare, news.wake)

  let heardAt = performance.now()
  const hear = (leader: Leader) => {
    heardAt = performance.now()
    role.adopt(roleUnder(leader))
  }
  const inquiry = askAround(settings, hear)

  /** Draws the consequences of silence, whether or not an answer is still awaited. */
  function judgeSilence() {
    const silentMs = performance.now() - heardAt
    if (silentMs > graceMs) role.adopt({ part: "unknown" })
    if (silentMs > leaseMs) exit("LiteFS has not answered for longer than its lease lasts")
    const reason = hangingPrimary(role.current(), inquiry.lagMs())
    if (reason) exit(reason)
  }

  const pulse = startPulse(leaseMs, exit)
  const looks = setInterval(() => {
    judgeSilence()
    void inquiry.ask()
  }, askMs)
  const events = followEvents(url, {
    onLeader: hear,
    onTransaction: (of) => {
      if (of === database) news.wake()
    },
  })
  void inquiry.ask()

  return {
    role: role.current,
    isCandidate: inquiry.isCandidate,
    /** ms behind the primary, as LiteFS counts; undefined when it cannot say. */
    lagMs: inquiry.lagMs,
    isFenced: pulse.isFenced,
    ...positionsOf(databasePath, news),
    /** Resolves with the role once it matches, or with the current one after the time limit. */
    async waitForRole(isWanted: (role: Role) => boolean, withinMs: number): Promise<Role> {
      const until = performance.now() + withinMs
      while (!isWanted(role.current())) {
        const left = until - performance.now()
        if (left <= 0) break
        await news.next(left)
      }
      return role.current()
    },
    /** Calls the listener after each change of the role; answers how to stop. */
    onRole: role.onChange,
    /** Asks the primary, through LiteFS, to hand over to this node. */
    promote: () => promote(url),
    close() {
      role.close()
      inquiry.close()
      pulse.close()
      clearInterval(looks)
      events.close()
      news.wake()
    },
  }
}

/** Why a replica has to let go of its primary; undefined while that sends, or when LiteFS cannot say. */
function hangingPrimary(role: Role, lagMs: number | undefined): string | undefined {
  if (role.part !== "replica" || lagMs === undefined) return undefined
  if (lagMs <= silentPrimaryMs || lagMs >= 2 ** 31 - 1) return undefined
  return `the primary ${role.of} has sent nothing for ${Math.round(lagMs / 1000)} s`
}

type News = ReturnType<typeof openNews>

/** Lets any number of callers wait until something changed. */
function openNews() {
  const wakeUps = new Set<() => void>()
  return {
    wake() {
      for (const one of wakeUps) one()
    },
    /** Waits for news, at most so long. */
    next: (withinMs: number) =>
      new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          wakeUps.delete(done)
          resolve()
        }
        const timer = setTimeout(done, withinMs)
        wakeUps.add(done)
      }),
  }
}

/** Notices when this process stood still for longer than the lease lasts, and ends it. */
function startPulse(leaseMs: number, exit: (reason: string) => void) {
  let beatAt = performance.now()
  const beats = setInterval(() => {
    const gap = performance.now() - beatAt
    beatAt = performance.now()
    if (gap > leaseMs)
      exit(`this process stood still for ${Math.round(gap / 1000)} s, longer than the lease lasts`)
  }, beatMs)
  return {
    /**
     * Whether this process was suspended for so long that the lease may have ended; its state can't be trusted until
     * the next heartbeat.
     */
    isFenced: () => performance.now() - beatAt > leaseMs / 2,
    close: () => clearInterval(beats),
  }
}

/** How far this node's copy of the database has come. */
function positionsOf(databasePath: string, news: News) {
  const path = `${databasePath}-pos`
  const position = async (): Promise<Position | undefined> =>
    parsePosition(await readFile(path, "utf8").catch(() => ""))
  return {
    position,
    /** The same synchronously; only right after an answer of LiteFS, because it blocks the process. */
    positionNow(): Position | undefined {
      try {
        return parsePosition(readFileSync(path, "utf8"))
      } catch {
        return undefined
      }
    },
    /** True as soon as the database has come so far; false when it has not in time. */
    async waitForPosition(target: Position, withinMs: number): Promise<boolean> {
      const until = performance.now() + withinMs
      for (;;) {
        const reached = await position()
        if (reached !== undefined && reached >= target) return true
        const left = until - performance.now()
        if (left <= 0) return false
        await news.next(Math.min(left, 25))
      }
    },
  }
}

export function exitProcess(reason: string) {
  log.fatal({ reason }, "this node can’t continue and restarts")
  process.exit(1)
}
