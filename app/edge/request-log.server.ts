import { randomUUID } from "node:crypto"
import type { RequestHandler } from "express"
import { beginSpan } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { noteFailedRequest } from "~/utils/machine-state.server"
import { noteRequest, requestFigures } from "~/utils/request-metrics.server"
import { loggedPath } from "./logged-path"

/** What a request went to, where no route answered it. */
const withoutRoute = "other"

/** One line a request, with an id that the answer carries too. No cookies, no bodies, no query strings (links hold tokens). */
export function logRequests(): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now()
    const requestId = randomUUID()
    response.setHeader("X-Request-Id", requestId)
    if (
      request.url !== "/health" &&
      !request.url.startsWith("/internal/") &&
      !request.url.startsWith("/assets/")
    ) {
      const { method } = request
      const path = loggedPath(request.originalUrl)
      const span = beginSpan(`${method} ${path}`)
      response.locals.span = span
      requestFigures().open += 1
      response.once("close", () => {
        span.end()
        requestFigures().open -= 1
        const { statusCode: status } = response
        noteRequest(response.locals.routeId ?? withoutRoute, status, performance.now() - begun)
        if (status >= 500) noteFailedRequest()
        const level = status >= 500 ? "error" : "info"
        if (!log.isLevelEnabled(level)) return
        const ms = Math.round(performance.now() - begun)
        log[level](
          { requestId, method, path, status, ms, ...(response.writableFinished ? {} : { left: true }) },
          "request",
        )
      })
    }
    next()
  }
}
