import { type Agent, request as httpRequest } from "node:http"

// Requests that arrive whether or not the ones before were answered, as people's do.

export type Request = {
  kind: string
  method: "GET" | "POST"
  path: string
  headers: Record<string, string>
  body?: string
}
export type Done = { kind: string; status: number; isGood: boolean; ms: number }
export type Target = { port: number; origin: string; agent: Agent }

/** How long the end waits for what is still open. */
const graceMs = 20_000

/** Sends `rate` requests a second for so many seconds. `openAtEnd`: how many were not answered when the last was sent. */
export async function arrive(
  target: Target,
  { rate, seconds, nextRequest }: { rate: number; seconds: number; nextRequest: (index: number) => Request },
): Promise<{ done: Done[]; openAtEnd: number }> {
  const done: Done[] = []
  const waiting = new Set<Promise<void>>()
  const begun = performance.now()
  for (let index = 0; index < rate * seconds; index += 1) {
    const pauseMs = begun + (index * 1000) / rate - performance.now()
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const answer: Promise<void> = ask(target, nextRequest(index)).then((found) => {
      done.push(found)
      waiting.delete(answer)
    })
    waiting.add(answer)
  }
  const openAtEnd = waiting.size
  await Promise.race([Promise.all(waiting), new Promise((resolve) => setTimeout(resolve, graceMs))])
  return { done, openAtEnd }
}

function ask({ port, origin, agent }: Target, { kind, method, path, headers, body }: Request): Promise<Done> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) =>
      resolve({ kind, status, isGood: status >= 200 && status < 400, ms: performance.now() - begun })
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent,
        headers: {
          "Accept-Encoding": "br",
          ...headers,
          ...(body === undefined
            ? {}
            : {
                Origin: origin,
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": String(Buffer.byteLength(body)),
              }),
        },
      },
      (response) => {
        response.resume()
        response.once("end", () => end(response.statusCode ?? 0))
        response.once("error", () => end(0))
      },
    )
    request.once("error", () => end(0))
    request.end(body)
  })
}

/** The milliseconds that a share of the requests stayed within. */
export function shareOf(done: readonly Pick<Done, "ms">[], share: number): number {
  const sorted = done.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** One figure of /metrics; 0 when there is none. */
export const readMetric = (text: string, name: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? 0,
  )
