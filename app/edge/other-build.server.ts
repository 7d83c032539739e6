import type { RequestHandler } from "express"
import { buildHeader } from "~/utils/sender-header"

/**
 * Answers a tab that another build drew, when it opens a page: with nothing but this build's name, and the tab loads the page as a
 * document. Its own scripts may not know this build's data. No loader runs, so the message for the next page is still there.
 */
export const leadToThisBuild =
  (version: string): RequestHandler =>
  (request, response, next) => {
    const drawnBy = request.headers[buildHeader.toLowerCase()]
    if (drawnBy === undefined || drawnBy === version) return next()
    response
      .status(204)
      .set({ [buildHeader]: version, "Cache-Control": "no-store" })
      .end()
  }
