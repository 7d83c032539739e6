import { readFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { log } from "./log.server"
import { mayLogAgain } from "./machine-state.server"

// How long this process lets others wait: while JavaScript or SQLite runs, no other request is read. A histogram counts
// every delay; one longer than the limit is logged with the route and the statement that held the process. A global,
// because the server and the build are bundled apart.

/** A delay longer than this is logged. */
const limitMs = 50
/** How often the process looks whether it was held. */
const lookEveryMs = 20
/** A statement shorter than this never holds anyone. */
const slowStatementMs = 10
const resolutionMs = 10

/** Something the process does: a request, a job. It may wait in between. */
type Work = { name: string; begun: number; ended: number | undefined }
type Statement = { text: string; at: number; ms: number }

type Loop = {
  histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  spans: Set<Work>
  statements: Statement[]
  /** How often and how long at most each route or job held the process, by its name. */
  holds: Map<string, { times: number; mostMs: number }>
}

const shared = globalThis as typeof globalThis & { tuttiEventLoop?: Loop }

function loop(): Loop {
  shared.tuttiEventLoop ??= { histogram: undefined, spans: new Set(), statements: [], holds: new Map() }
  return shared.tuttiEventLoop
}

/** A request or a job that has begun: it is named again once its route is known, and ended. */
export type Span = { name(name: string): void; end(): void }

/** Notes that a request or a job begins. */
export function beginSpan(name: string): Span {
  const { spans } = loop()
  const span: Work = { name, begun: performance.now(), ended: undefined }
  if (spans.size > 200) forgetEnded(Number.POSITIVE_INFINITY)
  spans.add(span)
  return {
    name(known) {
      span.name = known
    },
    end() {
      span.ended = performance.now()
    },
  }
}

/** Notes a statement that took `ms` and has just ended. Its text holds no values: those are parameters. */
export function noteStatement(text: string, ms: number) {
  if (ms < slowStatementMs) return
  const { statements } = loop()
  statements.push({ text, at: performance.now(), ms })
  if (statements.length > 50) statements.shift()
}

export type LoopDelay = { meanMs: number; p50Ms: number; p99Ms: number; p999Ms: number; maxMs: number }

/**
 * The delays since the process began, or since they were last taken with `reset`. All 0 until the watch begins.
 */
export function readLoopDelay({ reset = false } = {}): LoopDelay {
  const { histogram } = loop()
  // The histogram measures from one look to the next, so each value has the time between them in it.
  const ms = (nanoseconds: number) => (histogram?.count ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0)
  const delay = {
    meanMs: ms(histogram?.mean ?? 0),
    p50Ms: ms(histogram?.percentile(50) ?? 0),
    p99Ms: ms(histogram?.percentile(99) ?? 0),
    p999Ms: ms(histogram?.percentile(99.9) ?? 0),
    maxMs: ms(histogram?.max ?? 0),
  }
  if (reset) histogram?.reset()
  return delay
}

/** What held the process longer than 50 ms, by route or job: how often, and how long at most. */
export const listHolds = (): { name: string; times: number; mostMs: number }[] =>
  [...loop().holds].map(([name, hold]) => ({ name, ...hold }))

/** Watches from now on. Returns what ends the watch. */
export function watchEventLoop(): () => void {
  const { histogram } = loop()
  if (histogram) return () => undefined
  const started = monitorEventLoopDelay({ resolution: resolutionMs })
  loop().histogram = started
  started.enable()
  let last = performance.now()
  let waited = waitedForProcessor()
  const timer = setInterval(() => {
    const at = performance.now()
    const waitedNow = waitedForProcessor()
    noteDelay({ from: last, to: at, heldMs: at - last - lookEveryMs - (waitedNow - waited) })
    last = at
    waited = waitedNow
  }, lookEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    started.disable()
    loop().histogram = undefined
  }
}

/** How long this thread was ready and other processes had the processor (ms): a delay, but none of our making. */
function waitedForProcessor(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[1]) / 1e6 || 0
  } catch {
    // Only Linux tells.
    return 0
  }
}

/** Logs who held the process between two looks, when that was long. Exported for its test. */
export function noteDelay({ from, to, heldMs }: { from: number; to: number; heldMs: number }) {
  const { spans, statements, holds } = loop()
  if (heldMs > limitMs) {
    const [first, ...beside] = holdersOf([...spans], from, to)
    const name = first?.name ?? "no request or job"
    const statement = statements
      .filter(({ at }) => at > from && at <= to)
      .sort((one, other) => other.ms - one.ms)[0]
    const known = holds.get(name) ?? { times: 0, mostMs: 0 }
    if (holds.size < 500 || holds.has(name))
      holds.set(name, { times: known.times + 1, mostMs: Math.max(known.mostMs, Math.round(heldMs)) })
    if (mayLogAgain(`held by ${name}`))
      log.warn(
        {
          heldMs: Math.round(heldMs),
          by: name,
          ...(beside.length > 0 ? { beside: beside.slice(0, 3).map((span) => span.name) } : {}),
          ...(statement
            ? { statement: shortened(statement.text), statementMs: Math.round(statement.ms) }
            : {}),
        },
        "the event loop was held",
      )
  }
  forgetEnded(to)
}

function forgetEnded(until: number) {
  const { spans } = loop()
  for (const span of spans) if (span.ended !== undefined && span.ended <= until) spans.delete(span)
}

/**
 * What ran in that time. Whatever began in it comes first, because nothing else could begin while it ran; of the rest
 * the one that ran longest.
 */
function holdersOf(spans: readonly Work[], from: number, to: number): Work[] {
  const overlap = ({ begun, ended = to }: Work) => Math.min(ended, to) - Math.max(begun, from)
  const isNew = ({ begun }: Work) => Number(begun >= from)
  return spans
    .filter((span) => overlap(span) > 0)
    .sort((one, other) => isNew(other) - isNew(one) || overlap(other) - overlap(one))
}

const shortened = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 300)
