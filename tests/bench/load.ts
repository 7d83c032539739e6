import { readFileSync } from "node:fs"
import autocannon from "autocannon"

/** `each` are the headers of one request after the other. */
export type Target = {
  url: string
  headers?: Record<string, string>
  each?: Record<string, string>[]
  connections?: number
}

const asks = ({ url, headers, each, connections = 10 }: Target) => ({
  ...{ url, headers, connections },
  requests: each?.map((more) => ({ headers: more })),
})

/** Requests per second over some seconds. Throws when an answer was not 2xx: fast failures are no speed. */
export async function requestsPerSecond(target: Target, seconds: number): Promise<number> {
  const result = await autocannon({ ...asks(target), duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** Sends exactly so many requests. */
export const send = (target: Target, amount: number) => autocannon({ ...asks(target), amount })

/** Both, in turns, so that a noisy machine is noisy for both; the medians. */
export async function inTurns(
  one: Target,
  other: Target,
  { turns, seconds }: { turns: number; seconds: number },
) {
  const found: [number[], number[]] = [[], []]
  for (const target of [one, other]) await requestsPerSecond(target, 1)
  for (let turn = 0; turn < turns; turn += 1) {
    found[0].push(await requestsPerSecond(one, seconds))
    found[1].push(await requestsPerSecond(other, seconds))
  }
  return [median(found[0]), median(found[1])] as const
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Milliseconds one after the other takes, each. */
export async function timed(times: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < times; index += 1) {
    const begun = performance.now()
    await work(index)
    found.push(performance.now() - begun)
  }
  return found
}

/** Resident memory of a process now and at its peak, in MB. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
  return { now: read("VmRSS"), peak: read("VmHWM") }
}
