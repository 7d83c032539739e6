import type { AppLoadContext, RequestHandler as RemixHandler, ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { endAsBefore, endWithText } from "~/edge/compressed-text.server"
import { pageRepeats } from "~/utils/repeated-page"
import { isData } from "./call-failures.server"
import { carryOver, type DocumentContext, headersOf } from "./remix-answers.server"

// Reads of the JSON API: the loader of the same resource route, called without matching the whole table twice and
// without streams. What a loader answers or throws becomes the same answer that Remix makes of it.

type Loader = (call: { request: Request; params: Record<string, never>; context: AppLoadContext }) => unknown
type ApiRead = { loader: Loader; routeId: string; repeats: boolean }

/** Answers GET for the API's fixed addresses; passes everything else to Remix. */
export function serveApiReads(
  build: ServerBuild,
  appUrl: string,
  repeatAnswers: (handle: RemixHandler) => RemixHandler,
): RequestHandler {
  const reads = new Map(
    [...loadersOf(build)].map(([path, { loader, routeId, repeats }]) => [
      path,
      { answer: repeatAnswers(answerWith(loader, repeats)), routeId },
    ]),
  )
  return async (request, response, next) => {
    const found = request.method === "GET" ? reads.get(request.path) : undefined
    if (!found) return next()
    const context: AppLoadContext & DocumentContext = response.locals
    context.routeId = found.routeId
    context.takesDocument = true
    const apiRequest = new Request(`${appUrl}${request.originalUrl}`, { headers: headersOf(request) })
    const { status, headers } = await found.answer(apiRequest, context)
    carryOver(response, status, headers)
    const { body, document = [], keep } = context
    if (body === undefined) await endWithText(request, response, document, keep)
    else endAsBefore(request, response, body)
  }
}

/** What a loader answers, or throws on purpose: its head as the answer, its text as the context's document. */
const answerWith =
  (loader: Loader, repeats: boolean): RemixHandler =>
  async (request, context: AppLoadContext & DocumentContext = {}) => {
    let said: unknown
    try {
      said = await loader({ request, params: {}, context })
    } catch (thrown) {
      if (!(thrown instanceof Response) && !isData(thrown)) throw thrown
      said = thrown
    }
    context.repeats = repeats
    if (said instanceof Response) {
      context.document = [await said.text()]
      return new Response(null, { status: said.status, headers: said.headers })
    }
    const { data, init } = isData(said) ? said : { data: said, init: null }
    const headers = new Headers(init?.headers)
    if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json; charset=utf-8")
    context.document = [JSON.stringify(data)]
    return new Response(null, { status: init?.status ?? 200, headers })
  }

/** Path and loader of every route under /api that shows no page and has no parameters. */
function loadersOf(build: ServerBuild): Map<string, ApiRead> {
  return new Map(
    Object.values(build.routes).flatMap((route): [string, ApiRead][] => {
      if (!route?.path || !/^\/?api\/[^:*?]+$/.test(route.path)) return []
      const { loader, default: page, handle } = route.module
      if (!loader || page) return []
      return [
        [
          `/${route.path.replace(/^\//, "")}`,
          { loader: loader as Loader, routeId: route.id, repeats: pageRepeats(handle) },
        ],
      ]
    }),
  )
}
