import { createHash, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import type { Request, RequestHandler } from "express"
import { LRUCache } from "lru-cache"
import { routeOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { planIntervals, planKeys } from "~/models/accounts/plan/plan-catalogue"
import { wholeHead } from "./answer-headers.server"
import { type FailedRequest, followRequest } from "./request-log.server"

type Encoding = "br" | "gzip" | "identity"

/** What was chosen for each header that was sent; browsers send few different ones. */
const chosen = new LRUCache<string, Encoding>({ max: 100 })

/** Brotli wherever it is understood: browsers name gzip first, so their own order would choose the larger. */
function encodingFor(request: Request): Encoding {
  const sent = request.headers["accept-encoding"]
  if (sent === undefined) return "identity"
  const text = String(sent)
  const known = chosen.get(text)
  if (known) return known
  const encoding =
    (["br", "gzip"] as const).find((encoding) => request.acceptsEncodings(encoding)) ?? "identity"
  chosen.set(text, encoding)
  return encoding
}

/** The same where a request with this header was answered before; undefined for the first one. */
const encodingKnownFor = (sent: string | string[] | undefined): Encoding | undefined =>
  sent === undefined ? "identity" : chosen.get(String(sent))

// Anonymous public pages have the same bytes for every visitor: rendered once, cached compressed, answered with an
// ETag. Any cookie bypasses the cache, and so does every address that isn't listed. A page that is kept is answered in
// front of Express: nothing that it does with a request would change that answer.

const choices: Record<string, readonly string[]> = { plan: planKeys, interval: planIntervals }
/** The cached addresses, each with what may be added that changes the page, and its values. */
const cachedPages: Record<string, Record<string, readonly string[]>> = Object.fromEntries(
  screens.flatMap(({ path, cached }) => (cached ? [[routeOf(path), valuesOf(path)]] : [])),
)

/** What may be added has values of its own or those of a choice; a page with anything else isn't kept. */
function valuesOf(path: string): Record<string, readonly string[]> {
  const added = path.split("?")[1]?.split("&") ?? []
  return Object.fromEntries(
    added.map((one) => {
      const [name = "", values] = one.replace(":", "").split("=")
      return [name, values?.split("|") ?? choices[name] ?? []]
    }),
  )
}
const freshMs = 60_000
/** Node encodes a text up to 16 KB with its head in place, and makes room for a longer one. */
const shortBytes = 14_000
/** Headers of a request that may want another answer than the whole page. */
const asksMore = ["if-none-match", "if-modified-since", "content-length", "transfer-encoding"] as const

const route = "cached public page"

type CachedPage = {
  bodies: Record<Encoding, Buffer>
  headers: [string, string][]
  tag: string
  /** What an answer without Express says: its whole head, and its body, by the encodings that were asked for. */
  whole: Partial<Record<Encoding, { head: string[]; body: string | Buffer }>>
}
type Kept = { promise: Promise<CachedPage | undefined>; page?: CachedPage }

type Parts = {
  appUrl: string
  /** Addresses of the help articles, which only the build knows. */
  articles: readonly string[]
  isAnyAddressBlocked: () => boolean
  keepFailed: (failed: FailedRequest) => void
}
type PublicPages = {
  serve: RequestHandler
  /** Answers a plain request for a page that is kept, and says whether it did. It runs in front of Express. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean
}

/**
 * Serves the public pages, each drawn once a minute at most: by Express, and in front of it where the page is kept, the
 * request asks for nothing else and no address is blocked.
 */
export function keepPublicPages(
  build: ServerBuild,
  { appUrl, articles, isAnyAddressBlocked, keepFailed }: Parts,
): PublicPages {
  for (const path of articles) cachedPages[path] = {}
  const render = createRequestHandler(build, "production")
  const cache = new LRUCache<string, Kept>({ max: 200, ttl: freshMs })

  const serve: RequestHandler = async (request, response, next) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || request.headers.cookie) return next()
    const key = keyOf(request.originalUrl)
    if (key === undefined) return next()
    try {
      const page = await (cache.get(key)?.promise ?? keep(key))
      if (!page) return next()
      response.locals.routeId = route
      const encoding = encodingFor(request)
      // Also sent with 304: a browser copies these headers to the page in its cache.
      for (const [name, value] of headOf(page, encoding)) response.setHeader(name, value)
      if (request.fresh) return void response.status(304).end()
      if (encoding !== "identity") response.setHeader("Content-Encoding", encoding)
      response.setHeader("Content-Length", page.bodies[encoding].length)
      response.status(200).end(page.bodies[encoding])
    } catch (error) {
      next(error)
    }
  }

  return {
    serve,
    answerAtOnce(request, response) {
      const { method, url = "", headers } = request
      // Whatever else a request may ask for is Express's.
      if (method !== "GET" || headers.cookie || asksMore.some((name) => headers[name] !== undefined))
        return false
      const key = keyOf(url)
      const page = key === undefined ? undefined : cache.get(key)?.page
      const encoding = encodingKnownFor(headers["accept-encoding"])
      if (!page || !encoding || !blocksNoOne()) return false
      const requestId = randomUUID()
      const answer = Object.assign(response, { locals: { routeId: route } })
      followRequest(request, answer, requestId, keepFailed)
      page.whole[encoding] ??= wholeAnswer(page, encoding)
      const { head, body } = page.whole[encoding]
      response.writeHead(200, [...head, "X-Request-Id", requestId])
      response.end(body, "latin1")
      return true
    },
  }

  /** A database that doesn't answer is told by whoever asks it next. */
  function blocksNoOne(): boolean {
    try {
      return !isAnyAddressBlocked()
    } catch {
      return false
    }
  }

  function wholeAnswer(page: CachedPage, encoding: Encoding) {
    const body = page.bodies[encoding]
    const own = [...headOf(page, encoding), ["Content-Length", String(body.length)] as [string, string]]
    if (encoding !== "identity") own.push(["Content-Encoding", encoding])
    return {
      head: wholeHead(appUrl, own).flat(),
      // A letter for each byte: node sends a head and a short text together, a head and bytes in two parts.
      body: body.length <= shortBytes ? body.toString("latin1") : body,
    }
  }

  /** Two visitors at once share one rendering; a failed rendering is tried again by the next one. */
  function keep(key: string): Promise<CachedPage | undefined> {
    const kept: Kept = { promise: make(key) }
    cache.set(key, kept)
    const forget = () => void cache.delete(key)
    kept.promise.then((page) => {
      kept.page = page
      if (!page) forget()
    }, forget)
    return kept.promise
  }

  async function make(key: string): Promise<CachedPage | undefined> {
    const answer = await render(new globalThis.Request(`http://own.invalid${key}`))
    if (answer.status !== 200 || answer.headers.has("Set-Cookie")) return undefined
    const identity = Buffer.from(await answer.arrayBuffer())
    const [br, gzipped] = await Promise.all([
      promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(identity, { level: 9 }),
    ])
    const headers = ["Content-Type", "Content-Security-Policy", "Tutti-Viewer"].flatMap(
      (name): [string, string][] => {
        const value = answer.headers.get(name)
        return value ? [[name, value]] : []
      },
    )
    return {
      bodies: { br, gzip: gzipped, identity },
      headers,
      tag: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
      whole: {},
    }
  }
}

const headOf = ({ headers, tag }: CachedPage, encoding: Encoding): [string, string][] => [
  ...headers,
  ["ETag", `"${tag}-${encoding}"`],
  ["Vary", "Accept-Encoding, Cookie"],
  ["Cache-Control", "private, no-cache"],
]

/** The cache key of an address, or undefined for an unlisted one, so that requests can't fill the memory. */
function keyOf(address: string): string | undefined {
  if (Object.hasOwn(cachedPages, address)) return address
  const [path = "", search = "", ...rest] = address.split("?")
  const parameters = Object.hasOwn(cachedPages, path) ? cachedPages[path] : undefined
  if (!parameters || rest.length > 0) return undefined
  const given = new URLSearchParams(search)
  const names = [...given.keys()]
  const isKnown = names.every(
    (name) => Object.hasOwn(parameters, name) && parameters[name]?.includes(given.get(name) ?? ""),
  )
  if (!isKnown || new Set(names).size < names.length) return undefined
  given.sort()
  return names.length === 0 ? path : `${path}?${given}`
}
