import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { RequestHandler } from "express"
import { beginSpan, type Span } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { noteFailedRequest } from "~/utils/machine-state.server"
import { takeRequestFacts } from "~/utils/request-facts"
import { noteRequest, requestFigures } from "~/utils/request-metrics.server"
import { loggedPath } from "./logged-path"

/** What a request went to, where no route answered it. */
const withoutRoute = "other"

/** Refused on purpose, and said so. */
const refusing = "read-only"

/** A request that failed on our side. */
export type FailedRequest = {
  id: string
  schoolId?: string
  method: string
  path: string
  route: string
  status: number
  tookMs: number
  problem?: string
}

type Followed = Pick<IncomingMessage, "method" | "url">
/**
 * `locals` as Express has it: what the parts of a request leave for each other. `answeredAt` is when all was answered where more
 * of the request is read afterwards.
 */
type Answer = ServerResponse & { locals: { routeId?: string; span?: Span; answeredAt?: number } }
type KeepFailed = (failed: FailedRequest) => void

/**
 * One line a request, with an id that the answer carries too. No cookies, no bodies, no query strings (links hold tokens).
 * @param keepFailed keeps one that failed where staff find it
 */
export function logRequests(keepFailed: KeepFailed): RequestHandler {
  return (request, response, next) => {
    const requestId = randomUUID()
    response.setHeader("X-Request-Id", requestId)
    if (
      request.url !== "/health" &&
      !request.url.startsWith("/internal/") &&
      !request.url.startsWith("/assets/")
    )
      followRequest(request, response, requestId, keepFailed)
    next()
  }
}

/** Counts a request while it is answered, and logs it when its answer has left or its client has. */
export function followRequest(
  { method = "", url = "" }: Followed,
  response: Answer,
  requestId: string,
  keepFailed: KeepFailed,
) {
  const begun = performance.now()
  const path = loggedPath(url)
  const span = beginSpan(`${method} ${path}`)
  response.locals.span = span
  requestFigures().open += 1
  response.once("close", () => {
    span.end()
    requestFigures().open -= 1
    const { statusCode: status } = response
    const route: string = response.locals.routeId ?? withoutRoute
    const tookMs = (response.locals.answeredAt ?? performance.now()) - begun
    noteRequest(route, status, tookMs)
    const ms = Math.round(tookMs)
    const facts = takeRequestFacts(requestId)
    if (status >= 500) {
      noteFailedRequest()
      if (route !== refusing) keepFailed({ id: requestId, method, path, route, status, tookMs: ms, ...facts })
    }
    const level = status >= 500 ? "error" : "info"
    if (!log.isLevelEnabled(level)) return
    log[level](
      { requestId, method, path, status, ms, ...(response.writableFinished ? {} : { left: true }) },
      "request",
    )
  })
}
