import type { Response } from "express"

/** A response without what was put around it (compression, and the guard below). */
export type BareResponse = {
  setHeader(name: string, value: string | number | readonly string[]): unknown
  writeHead(status: number): unknown
  write(bytes: Uint8Array): boolean
  end(body?: string): unknown
  destroy(): unknown
  /** Resolves when more may be written, or nobody listens any more. */
  drained(): Promise<void>
}

/** The response as it is now; what wraps it later does not touch this. */
export function bareResponse(response: Response): BareResponse {
  const writeHead = response.writeHead.bind(response)
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  return {
    setHeader: (name, value) => response.setHeader(name, value),
    writeHead: (status) => writeHead(status),
    write: (bytes) => write(bytes),
    end: (body) => end(body),
    destroy: () => response.destroy(),
    drained: () =>
      new Promise((resolve) => {
        const done = () => {
          response.off("drain", done).off("close", done)
          resolve()
        }
        response.once("drain", done).once("close", done)
      }),
  }
}

/**
 * Asks, before the first byte of an answer leaves, whether it may. If not, everything the app still says is dropped, its
 * headers are taken back, and `instead` answers.
 * @param headers the names of headers that stay
 */
export function guardAnswer(
  response: Response,
  mayLeave: () => boolean,
  instead: (bare: BareResponse) => void,
) {
  const bare = bareResponse(response)
  const before = new Set(response.getHeaderNames())
  const { writeHead, write, end } = response
  let verdict: boolean | undefined

  /** Whether the app may go on; the first time it is decided. */
  const passes = () => {
    if (verdict !== undefined) return verdict
    verdict = mayLeave()
    if (!verdict) {
      for (const name of response.getHeaderNames()) if (!before.has(name)) response.removeHeader(name)
      instead(bare)
    }
    return verdict
  }
  const guarded =
    <Arguments extends unknown[], Result>(act: (...given: Arguments) => Result, dropped: Result) =>
    (...given: Arguments): Result => {
      if (passes()) return act.apply(response, given)
      const last = given.at(-1)
      if (typeof last === "function") last()
      return dropped
    }
  response.writeHead = guarded(writeHead as (...given: unknown[]) => typeof response, response)
  response.write = guarded(write as (...given: unknown[]) => boolean, true)
  response.end = guarded(end as (...given: unknown[]) => typeof response, response)
}
