import type { RequestHandler } from "@remix-run/node"
import { isWritingGet } from "~/http/provider-returns"
import { untilSaved } from "~/utils/until-saved.server"

const readingMethods = new Set(["GET", "HEAD"])

/** Wraps the handler so that what it saved survives a power cut before anyone is told. Only who saves waits for the disk. */
export function answerOnceSaved(handle: RequestHandler): RequestHandler {
  return async (request, context) => {
    const answer = await handle(request, context)
    if (!readingMethods.has(request.method) || isWritingGet(new URL(request.url).pathname)) await untilSaved()
    return answer
  }
}
