import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Worker } from "node:worker_threads"
import { now } from "~/utils/clock.server"
import { openLanes } from "./lanes"
import type { Heard as Told } from "./questions"

// Work that takes long in one go, done in the background in a thread with a reading connection of its own, so that this process goes
// on answering. What can be done there is the table in app/jobs/background-reads.server.ts.

export type BackgroundWork<Output> = {
  name: string
  /** What the thread needs: ids and facts that can be copied. */
  input: object
  /** Whether it may take longer than a moment in a large school: short reads don't wait for it. */
  isLong?: true
  /** The same in this process: in development and tests, where there is no built thread. `left` says that no one waits any more. */
  here: (left?: AbortSignal) => Output | Promise<Output>
}

type Heard = { id: number; progress?: number; output?: unknown; error?: string; isDropped?: true }
type Waiting = {
  resolve: (output: unknown) => void
  reject: (error: Error) => void
  onProgress?: (n: number) => void
}
type Asked = Pick<BackgroundWork<unknown>, "name" | "input">
type Thread = {
  ask(work: Asked, left?: AbortSignal, onProgress?: (n: number) => void): Promise<unknown>
  end(): void
}

/** What wasn't read, since no one waited for it any more. */
export class NoOneWaits extends Error {}

const threadFile = () => resolve("build/background-read.mjs")
const hasThreads = () => process.env.NODE_ENV === "production" && existsSync(threadFile())

const readInLanes = openLanes((onEnd) => startThread(onEnd))

/**
 * Reads for a screen, in a thread that such reads share. Once `left` says that whoever asked has left, what isn't being read yet
 * won't be, and `NoOneWaits` is thrown.
 */
export async function readInBackground<Output>(
  work: BackgroundWork<Output>,
  left?: AbortSignal,
): Promise<Output> {
  if (left?.aborted) throw new NoOneWaits()
  if (!hasThreads()) return work.here(left)
  return (await readInLanes(work, left)) as Output
}

/** Does long work in a thread of its own, which ends with it or with the signal. */
export async function workInBackground<Output>(
  work: BackgroundWork<Output>,
  { onProgress, signal }: { onProgress: (n: number) => void; signal: AbortSignal },
): Promise<Output> {
  if (!hasThreads()) return work.here()
  const thread = startThread(() => undefined)
  const stop = () => thread.end()
  signal.addEventListener("abort", stop, { once: true })
  try {
    return (await thread.ask(work, undefined, onProgress)) as Output
  } finally {
    signal.removeEventListener("abort", stop)
    thread.end()
  }
}

function startThread(onEnd: () => void): Thread {
  const worker = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let asked = 0
  const fail = (error: Error) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const tell = (told: Told) => worker.postMessage(told)
  worker.on("message", ({ id, progress, output, error, isDropped }: Heard) => {
    const asker = waiting.get(id)
    if (progress !== undefined) return asker?.onProgress?.(progress)
    waiting.delete(id)
    if (isDropped) asker?.reject(new NoOneWaits())
    else if (error === undefined) asker?.resolve(output)
    else asker?.reject(new Error(error))
  })
  worker.on("error", fail)
  worker.on("exit", (code) => fail(new Error(`The thread ended with ${code}.`)))
  return {
    ask: ({ name, input }, left, onProgress) => {
      asked += 1
      const id = asked
      const leave = () => tell({ id, hasLeft: true })
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, onProgress })
        tell({ id, name, input, at: now() })
        left?.addEventListener("abort", leave, { once: true })
      }).finally(() => left?.removeEventListener("abort", leave))
    },
    end: () => void worker.terminate(),
  }
}
