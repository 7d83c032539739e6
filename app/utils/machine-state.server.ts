// What has gone wrong on this machine since this process began. A global, because the server and the build are bundled
// apart. Only memory: on a full disk nothing else can be written.

export type Certificate = {
  host: string
  /** UTC ms; absent while it was never read. */
  endsAt?: number
  /** Why it could not be read or trusted, and how often in a row. */
  problem?: string
  failures: number
}

type MachineState = {
  /** Requests answered with 500 or above, by the minute of this process's own clock. */
  failures: Map<number, number>
  /** When a write was last refused for want of room (ms of this process's clock). */
  refusedAt?: number
  /** A write failed as on a disk that the kernel made read-only. */
  refusesWrites?: boolean
  /** What SQLite said when it found the database damaged. */
  damage?: string
  clock?: { running: number; wall: number; jumpedAt?: number; jumpedMs?: number }
  /** What the outside sees of our address, as it was read last. */
  certificate?: Certificate
  /** When each message was last logged (ms of this process's clock). */
  logged: Map<string, number>
}

const shared = globalThis as typeof globalThis & { tuttiMachine?: MachineState }

/** The state of this process's machine. */
export function machineState(): MachineState {
  shared.tuttiMachine ??= { failures: new Map(), logged: new Map() }
  return shared.tuttiMachine
}

const minute = 60_000
const hour = 60 * minute
const minuteNow = () => Math.floor(performance.now() / minute)

/** Counts a request that failed on our side. */
export function noteFailedRequest() {
  const { failures } = machineState()
  const at = minuteNow()
  failures.set(at, (failures.get(at) ?? 0) + 1)
  if (failures.size > 60) for (const each of failures.keys()) if (each <= at - 60) failures.delete(each)
}

/** How many requests failed on our side within the last hour. */
export function countFailedRequests(): number {
  const since = minuteNow() - 60
  return [...machineState().failures].reduce((sum, [at, n]) => (at > since ? sum + n : sum), 0)
}

/** How long a refused write counts: the worker tries to write more often than this. */
const refusalMs = 15_000

/** Whether an error means that there is no room on the disk. */
export function isWantOfRoom(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (code === "ENOSPC" || (typeof code === "string" && code.startsWith("SQLITE_FULL"))) return true
  return cause !== undefined && cause !== error && isWantOfRoom(cause)
}

/** Remembers what an error says about the disk and the database; every place that catches one calls it. */
export function noteDatabaseError(error: unknown): void {
  if (isWantOfRoom(error)) machineState().refusedAt = performance.now()
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown }
  if (
    typeof code === "string" &&
    /^SQLITE_(IOERR_(WRITE|FSYNC|TRUNCATE|DELETE|LOCK)|READONLY|CANTOPEN)/.test(code)
  )
    machineState().refusesWrites = true
  if (typeof code === "string" && /^SQLITE_(CORRUPT|NOTADB)/.test(code))
    machineState().damage ??= String(message)
  if (cause !== undefined && cause !== error) noteDatabaseError(cause)
}

/** Whether a write was refused for want of room in the last seconds. */
export function wasRefusedRoom(): boolean {
  const { refusedAt } = machineState()
  return refusedAt !== undefined && performance.now() - refusedAt < refusalMs
}

/** A step of the clock below this is the ordinary setting of a clock. */
const jumpMs = minute

/**
 * By how much the wall clock jumped (ms) when it did so within the last hour. The clock that only runs forward is what
 * tells; it stands still while a virtual machine is paused, which is a jump as well.
 */
export function findClockJump(wall = Date.now(), running = performance.now()): number | undefined {
  const state = machineState()
  const known = state.clock ?? { running, wall }
  const jumpedMs = wall - known.wall - (running - known.running)
  const jump =
    Math.abs(jumpedMs) > jumpMs
      ? { jumpedAt: running, jumpedMs }
      : { jumpedAt: known.jumpedAt, jumpedMs: known.jumpedMs }
  state.clock = {
    running,
    wall,
    ...(jump.jumpedAt !== undefined && jump.jumpedMs !== undefined && running - jump.jumpedAt < hour
      ? { jumpedAt: jump.jumpedAt, jumpedMs: jump.jumpedMs }
      : {}),
  }
  return state.clock.jumpedMs
}

/** Whether a message that repeats may be logged again: once a minute, so that a log does not fill a disk that is full. */
export function mayLogAgain(message: string, everyMs = minute): boolean {
  const { logged } = machineState()
  const at = performance.now()
  const last = logged.get(message)
  if (last !== undefined && at - last < everyMs) return false
  if (logged.size > 500) logged.clear()
  logged.set(message, at)
  return true
}
