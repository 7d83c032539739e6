import { readFileSync } from "node:fs"
import autocannon from "autocannon"

export type Target = { url: string; headers?: Record<string, string>; connections?: number }

/** Requests per second over some seconds. Throws when an answer was not 2xx: fast failures are no speed. */
export async function requestsPerSecond(
  { url, headers, connections = 10 }: Target,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** Sends exactly so many requests. */
export const send = ({ url, headers, connections = 10 }: Target, amount: number) =>
  autocannon({ url, headers, connections, amount })

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
