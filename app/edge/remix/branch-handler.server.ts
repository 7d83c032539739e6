import { createRequestHandler, type RequestHandler as RemixHandler, type ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import type { Span } from "~/utils/event-loop.server"
import { findBranches } from "./branches.server"
import { answerFrom } from "./remix-answers.server"

/** Answers every address as `createRequestHandler` with the whole build would; `around` is put around each handler. */
export function serveBranches(
  build: ServerBuild,
  mode: "development" | "production",
  around: (handler: RemixHandler) => RemixHandler = (handler) => handler,
): RequestHandler {
  const find = findBranches(build, (branch) => answerFrom(around(createRequestHandler(branch, mode))))
  return (request, response, next) => {
    const { handler, routeId } = find(request.path)
    const { span } = response.locals as { span?: Span }
    span?.name(`${request.method} ${routeId}`)
    response.locals.routeId = routeId
    return handler(request, response, next)
  }
}
