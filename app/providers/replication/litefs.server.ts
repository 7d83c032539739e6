import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { log } from "~/utils/log.server"
import { askAround, followEvents, promote } from "./litefs-api.server"
import { keepRole, type Leader, type Role, roleUnder } from "./litefs-role.server"
import { type Position, parsePosition } from "./position"

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
