import type { NextFunction, Request, Response } from "express"
import { errorFacts, log } from "~/utils/log.server"
import { noteRequestFacts } from "~/utils/request-facts"
import { refuse } from "./refuse.server"

/** Hides Express's own error page and its stack. */
export function hideErrors() {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    // A client that left before the answer is not an error. Node also destroys a request once it's read.
    if (response.destroyed || (request.destroyed && !request.complete)) return response.destroy()
    const status = statusOf(error)
    if (status >= 500) {
      const requestId = String(response.getHeader("X-Request-Id") ?? "")
      log.error({ err: error, requestId }, "request failed")
      noteRequestFacts(requestId, { problem: errorFacts(error).message })
    }
    if (response.headersSent) return next(error)
    refuse(
      request,
      response,
      status,
      status >= 500
        ? "Something went wrong on our end. Try again in a moment."
        : "We can’t read this request.",
    )
  }
}

/** Express marks the client's mistakes with a status. */
function statusOf(error: unknown): number {
  const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 500
  return status >= 400 && status < 500 ? status : 500
}
