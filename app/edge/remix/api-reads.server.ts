import type { ServerBuild } from "@remix-run/node"
import type { Response as ExpressResponse, RequestHandler } from "express"
import { endWithText } from "~/edge/compressed-text.server"
import { isData } from "./call-failures.server"
import { carryOver, headersOf } from "./remix-answers.server"

// Reads of the JSON API: the loader of the same resource route, called without matching the whole table twice and
// without streams. What a loader answers or throws becomes the same answer that Remix makes of it.

type Loader = (call: {
  request: Request
  params: Record<string, never>
  context: ExpressResponse["locals"]
}) => unknown

/** Answers GET for the API's fixed addresses; passes everything else to Remix. */
export function serveApiReads(build: ServerBuild, appUrl: string): RequestHandler {
  const loaders = loadersOf(build)
  return async (request, response, next) => {
    const found = request.method === "GET" ? loaders.get(request.path) : undefined
    if (!found) return next()
    const { loader, routeId } = found
    response.locals.routeId = routeId
    const apiRequest = new Request(`${appUrl}${request.originalUrl}`, { headers: headersOf(request) })
    await endWithText(request, response, await bodyOf(response, loader, apiRequest))
  }
}

/** Puts what a loader answers, or throws on purpose, into the response's head and returns its body. */
async function bodyOf(response: ExpressResponse, loader: Loader, request: Request): Promise<string> {
  let answer: unknown
  try {
    answer = await loader({ request, params: {}, context: response.locals })
  } catch (thrown) {
    if (!(thrown instanceof Response) && !isData(thrown)) throw thrown
    answer = thrown
  }
  if (answer instanceof Response) {
    carryOver(response, answer.status, answer.headers)
    return answer.text()
  }
  const { data, init } = isData(answer) ? answer : { data: answer, init: null }
  carryOver(response, init?.status ?? 200, new Headers(init?.headers))
  if (!response.hasHeader("Content-Type")) response.type("json")
  return JSON.stringify(data)
}

/** Path and loader of every route under /api that shows no page and has no parameters. */
function loadersOf(build: ServerBuild): Map<string, { loader: Loader; routeId: string }> {
  return new Map(
    Object.values(build.routes).flatMap((route): [string, { loader: Loader; routeId: string }][] => {
      if (!route?.path || !/^\/?api\/[^:*?]+$/.test(route.path)) return []
      const { loader, default: page } = route.module
      if (!loader || page) return []
      return [[`/${route.path.replace(/^\//, "")}`, { loader: loader as Loader, routeId: route.id }]]
    }),
  )
}
