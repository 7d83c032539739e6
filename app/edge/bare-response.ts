import type { Response } from "express"

/** A response without what was put around it (compression, and the guard below). */
export type BareResponse = {
  setHeader(name: string, value: string | number | readonly string[]): unknown
  writeHead(status: number): unknown
  write(bytes: Uint8Array): boolean
  end(body?: string): unknown
  destroy(): unknown
  /** Resolves when more may be written, or the client has left. */
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
 * @Holds an answer back until its first byte may leave. If it may not, everything the app writes is dropped, its
 * headers are removed, and `instead` answers.
 * @param headers the names of headers that stay
 */
export function guardAnswer(
  response: Response,
  mayLeave: () => boolean | Promise<boolean>,
  instead: (bare: BareResponse) => void,
) {
  const bare = bareResponse(response)
  const before = new Set(response.getHeaderNames())
  const { writeHead, write, end } = response
  let verdict: boolean | "open" | undefined
  const held: { act: (...given: unknown[]) => unknown; given: unknown[] }[] = []

  const decide = (mayGo: boolean) => {
    verdict = mayGo
    if (!mayGo) {
      for (const name of response.getHeaderNames()) if (!before.has(name)) response.removeHeader(name)
      instead(bare)
    }
    for (const { act, given } of held.splice(0)) {
      if (!mayGo || response.destroyed) drop(given)
      else act.apply(response, given)
    }
  }
  const ask = () => {
    verdict = "open"
    const answer = mayLeave()
    if (typeof answer === "boolean") decide(answer)
    else answer.then(decide, (error) => response.destroy(error))
  }
  /** Node's writing functions say by a callback that they are done. */
  const drop = (given: unknown[]) => {
    const last = given.at(-1)
    if (typeof last === "function") last()
  }
  const guarded =
    <Arguments extends unknown[], Result>(act: (...given: Arguments) => Result, meanwhile: Result) =>
    (...given: Arguments): Result => {
      if (verdict === undefined) ask()
      if (verdict === true) return act.apply(response, given)
      if (verdict === false) drop(given)
      else {
        const one = { act: act as (...given: unknown[]) => unknown, given }
        // While the head is held back it counts as unsent, and the app writes it again.
        if (act !== (writeHead as unknown) || held.every(({ act }) => act !== one.act)) held.push(one)
      }
      return meanwhile
    }
  response.writeHead = guarded(writeHead as (...given: unknown[]) => typeof response, response)
  response.write = guarded(write as (...given: unknown[]) => boolean, true)
  response.end = guarded(end as (...given: unknown[]) => typeof response, response)
}
