import { constants } from "node:zlib"
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type RequestHandler as RemixHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import compression from "compression"
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express"
import { LRUCache } from "lru-cache"
import { withinLimit } from "~/edge/request-body.server"
import { holdForm } from "~/edge/sent-form.server"
import type { Span } from "~/utils/event-loop.server"
import { prepareBuild } from "./prepared-build.server"

type Routes = ServerBuild["routes"]
type RoutePosition = { id: string; path: string | undefined; caseSensitive: boolean | undefined }
type Node = (RoutePosition & { index: true }) | (RoutePosition & { children: Node[] })

/** How many addresses are remembered with their routes. */
const remembered = 5000
/** No page of ours has a longer address; anyone may send one of 16 KB. */
const longestRemembered = 300

/** The ids of the routes that answer a path, the innermost last; none where the app has no such page. */
function routesOf(build: ServerBuild): (path: string) => readonly string[] {
  const table = treeOf(build.routes)
  const known = new LRUCache<string, readonly string[]>({ max: remembered })
  const find = (page: string) => matchRoutes(table, page)?.map(({ route }) => route.id) ?? []
  return (path) => {
    const page = pageOf(path)
    if (page.length > longestRemembered) return find(page)
    const ids = known.get(page) ?? find(page)
    known.set(page, ids)
    return ids
  }
}

/** The page whose data one of Remix's own addresses requests: `/students.data` is `/students`, `/_root.data` is `/`. */
const pageOf = (path: string): string =>
  path.endsWith(".data") ? path.replace(/\.data$/, "").replace(/^\/_root$/, "/") : path

function treeOf(routes: Routes, parentId?: string): Node[] {
  return Object.values(routes).flatMap((route): Node[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, caseSensitive } = route
    if (route.index) return [{ id, path, caseSensitive, index: true }]
    return [{ id, path, caseSensitive, children: treeOf(routes, id) }]
  })
}

/** What answers each path, made once for each of its branches, and the routes of that branch. */
export function answererOf<Handler>(
  build: ServerBuild,
  make: (branch: ServerBuild) => Handler,
): (path: string) => { ids: readonly string[]; handle: Handler } {
  const find = routesOf(build)
  const made = new Map<string, Handler>()
  return (path) => {
    const ids = find(path)
    const key = ids.join(" ")
    const handle = made.get(key) ?? make(branchOf(build, ids))
    made.set(key, handle)
    return { ids, handle }
  }
}

/**
 * The build with only the routes that answer one address. Remix walks its whole table several times for each document: of our 390
 * routes that takes more than a third of what a list does.
 */
function branchOf(build: ServerBuild, ids: readonly string[]): ServerBuild {
  if (ids.length === 0) return build
  const pick = <Value>(table: Record<string, Value>) =>
    Object.fromEntries(Object.entries(table).filter(([id]) => ids.includes(id)))
  return {
    ...build,
    routes: pick(build.routes) as Routes,
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}

// Remix behind Express, for development and production alike: its own request handler, called as `@remix-run/express` calls it.
// That adapter takes a build, ours a handler: what stands around it asks Remix more than once for one answer (bring-back, merged
// edits). It also sets again what the edge has set, and reads a body without a limit.

type Mode = "development" | "production"
type Build = ServerBuild & {
  entry: {
    module: {
      answerOnceSaved(handler: RemixHandler): RemixHandler
      bringBack(handler: RemixHandler): RemixHandler
    }
  }
}

const bodiless = new Set(["GET", "HEAD"])
const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })

/** Answers every address of the app. */
export function serveRemix(build: Build, mode: Mode): RequestHandler {
  const prepared = prepareBuild(build)
  const { answerOnceSaved, bringBack } = prepared.entry.module
  const answererFor = answererOf(prepared, (branch) =>
    answerOnceSaved(bringBack(createRequestHandler(branch, mode))),
  )
  return (request, response, next) => {
    const { span } = response.locals as { span?: Span }
    const { ids, handle } = answererFor(request.path)
    const routeId = ids.at(-1) ?? "no route"
    span?.name(`${request.method} ${routeId}`)
    response.locals.routeId = routeId
    compress(request, response, () => {
      handle(requestOf(request, response), response.locals)
        .then((answer) => send(response, answer, request.method))
        .catch(next)
    })
  }
}

/** The same for a build that changes while it is served: each one that `load` returns is served in turn. */
export function serveFreshRemix(load: () => Promise<Build>): RequestHandler {
  const served = new WeakMap<Build, RequestHandler>()
  return async (request, response, next) => {
    try {
      const build = await load()
      const answer = served.get(build) ?? serveRemix(build, "development")
      served.set(build, answer)
      answer(request, response, next)
    } catch (error) {
      next(error)
    }
  }
}

async function send(
  response: ExpressResponse,
  { status, statusText, headers, body }: Response,
  method: string,
) {
  response.statusCode = status
  if (statusText) response.statusMessage = statusText
  for (const [name, value] of headers)
    if (name === "vary") response.vary(value)
    // Express names the charset where a type has one.
    else if (name === "content-type") response.set(name, value)
    // What the edge has set before, such as which writes this browser has seen, stays.
    else if (name === "set-cookie") response.append(name, value)
    else response.setHeader(name, value)
  if (body && method !== "HEAD") return writeReadableStreamToWritable(body, response)
  await body?.cancel()
  response.end()
}

/** The request as Remix reads it. Its signal aborts when the client leaves. */
function requestOf(request: ExpressRequest, response: ExpressResponse): Request {
  const controller = new AbortController()
  response.once("close", () => {
    if (!response.writableFinished) controller.abort()
  })
  const init = { method: request.method, headers: headersOf(request), signal: controller.signal }
  const address = `${request.protocol}://${request.headers.host}${request.originalUrl}`
  if (bodiless.has(request.method)) return new Request(address, init)
  const read = withinLimit(response, createReadableStreamFromReadable(request))
  const body = holdForm(request, response, read)
  return new Request(address, { ...init, body, duplex: "half" })
}

function headersOf(request: ExpressRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value)
  return headers
}
