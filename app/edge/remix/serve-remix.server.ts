import type { RequestHandler as RemixHandler, ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { serveApiReads } from "./api-reads.server"
import { serveBranches } from "./branch-handler.server"
import { prepareBuild } from "./prepared-build.server"

// Remix behind Express, for development and production alike. What it does beside Remix's own adapter, and what that
// gains, is docs/decisions/0013-our-own-remix-adapter.md.

type Mode = "development" | "production"
type Build = ServerBuild & {
  entry: {
    module: {
      bringBack(handler: RemixHandler): RemixHandler
      repeatAnswers(handler: RemixHandler): RemixHandler
    }
  }
}

/** Answers every address of the app. */
export function serveRemix(build: Build, appUrl: string, mode: Mode): RequestHandler {
  const prepared = prepareBuild(build)
  const { bringBack, repeatAnswers } = prepared.entry.module
  const answerReads = serveApiReads(prepared, appUrl, repeatAnswers)
  const answer = serveBranches(prepared, mode, (handle) => repeatAnswers(bringBack(handle)))
  return (request, response, next) =>
    answerReads(request, response, (error?: unknown) =>
      error === undefined ? answer(request, response, next) : next(error),
    )
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
