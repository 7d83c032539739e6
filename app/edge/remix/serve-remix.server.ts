import type { RequestHandler as RemixHandler, ServerBuild } from "@remix-run/node"
import type { Request, RequestHandler, Response } from "express"
import { endAsBefore } from "~/edge/compressed-text.server"
import type { Span } from "~/utils/event-loop.server"
import { serveApiReads } from "./api-reads.server"
import { serveBranches } from "./branch-handler.server"
import { prepareBuild } from "./prepared-build.server"
import { carryOver } from "./remix-answers.server"
import type { Kept, PlainRequest } from "./repeated-answers.server"

// Remix behind Express, for development and production alike. What it does beside Remix's own adapter, and what that
// gains, is docs/decisions/0013-our-own-remix-adapter.md.

type Mode = "development" | "production"
type Build = ServerBuild & {
  entry: {
    module: {
      answerOnceSaved(handler: RemixHandler): RemixHandler
      bringBack(handler: RemixHandler): RemixHandler
      repeatAnswers(handler: RemixHandler): RemixHandler
      findRepeated(request: PlainRequest): { key?: string; kept?: Kept }
    }
  }
}

/** Answers every address of the app. */
export function serveRemix(build: Build, appUrl: string, mode: Mode): RequestHandler {
  const prepared = prepareBuild(build)
  const { answerOnceSaved, bringBack, repeatAnswers, findRepeated } = prepared.entry.module
  const answerReads = serveApiReads(prepared, appUrl, repeatAnswers)
  const answer = serveBranches(prepared, mode, (handle) => answerOnceSaved(repeatAnswers(bringBack(handle))))
  return (request, response, next) => {
    const { key, kept } = findRepeated(request)
    if (kept) return repeat(request, response, kept)
    response.locals.repeatKey = key
    answerReads(request, response, (error?: unknown) =>
      error === undefined ? answer(request, response, next) : next(error),
    )
  }
}

/** Answers with what is kept, without making a Request and a Response of it first. */
function repeat(request: Request, response: Response, { headers, body, routeId }: Kept) {
  const { span } = response.locals as { span?: Span }
  if (routeId) span?.name(`${request.method} ${routeId}`)
  response.locals.routeId = routeId
  carryOver(response, 200, headers)
  endAsBefore(request, response, body)
}

/** The same for a build that changes while it is served: each one that `load` returns is served in turn. */
export function serveFreshRemix(load: () => Promise<Build>, appUrl: string): RequestHandler {
  const served = new WeakMap<Build, RequestHandler>()
  return async (request, response, next) => {
    try {
      const build = await load()
      const answer = served.get(build) ?? serveRemix(build, appUrl, "development")
      served.set(build, answer)
      answer(request, response, next)
    } catch (error) {
      next(error)
    }
  }
}
