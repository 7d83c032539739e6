import type { RequestHandler } from "@remix-run/node"
import { isWritingGet } from "~/http/provider-returns"
import { untilSaved } from "~/utils/until-saved.server"

const readingMethods = new Set(["GET", "HEAD"])

/** Wraps the handler so that a request that writes is answered once its commit is durable. Requests that read don't wait. */
export function answerOnceSaved(handle: RequestHandler): RequestHandler {
  return async (request, context) => {
    const answer = await handle(request, context)
    if (!readingMethods.has(request.method) || isWritingGet(new URL(request.url).pathname)) await untilSaved()
    return answer
  }
}
