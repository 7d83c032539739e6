import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { LRUCache } from "lru-cache"
import { planIntervals, planKeys } from "~/models/accounts/plan/plan-catalogue"
import { type Encoding, encodingFor } from "./compressed-text.server"

// Anonymous public pages have the same bytes for every visitor: rendered once, cached compressed, answered with an
// ETag. Any cookie bypasses the cache, and so does every address that isn't listed.

const choice: Record<string, readonly string[]> = { plan: planKeys, interval: planIntervals }
/** The cached addresses, each with the query parameters that change the page and their values. */
const cachedPages: Record<string, Record<string, readonly string[]>> = {
  "/": {},
  "/auth/login": {},
  "/login": {},
  "/simple-login": {},
  "/auth/register": choice,
  "/register": choice,
  "/about": {},
  "/contact": {},
  "/help": {},
  "/privacy": {},
  "/terms": {},
  "/auth/forgot-password": {},
  "/forgot-password": {},
  "/register-school": choice,
  "/signup": choice,
  "/register-solo-teacher": choice,
  "/select-plan": { ...choice, type: ["solo"], upgrade: ["true"] },
}
const freshMs = 60_000

type CachedPage = { bodies: Record<Encoding, Buffer>; headers: [string, string][]; tag: string }

/** @param articles addresses of the help articles, which only the build knows */
export function servePublicPages(build: ServerBuild, articles: readonly string[]): RequestHandler {
  for (const path of articles) cachedPages[path] = {}
  const render = createRequestHandler(build, "production")
  const cache = new LRUCache<string, Promise<CachedPage | undefined>>({ max: 200, ttl: freshMs })

  return async (request, response, next) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || request.headers.cookie) return next()
    const key = keyOf(request.originalUrl)
    if (key === undefined) return next()
    try {
      const page = await (cache.get(key) ?? keep(key))
      if (!page) return next()
      response.locals.routeId = "cached public page"
      const encoding = encodingFor(request)
      // Also sent with 304: a browser copies these headers to the page in its cache.
      for (const [name, value] of page.headers) response.setHeader(name, value)
      response
        .set("ETag", `"${page.tag}-${encoding}"`)
        .set("Vary", "Accept-Encoding, Cookie")
        .set("Cache-Control", "private, no-cache")
      if (request.fresh) return void response.status(304).end()
      if (encoding !== "identity") response.setHeader("Content-Encoding", encoding)
      response.setHeader("Content-Length", page.bodies[encoding].length)
      response.status(200).end(page.bodies[encoding])
    } catch (error) {
      next(error)
    }
  }

  /** Two visitors at once share one rendering; a failed rendering is tried again by the next one. */
  function keep(key: string): Promise<CachedPage | undefined> {
    const page = make(key)
    cache.set(key, page)
    const forget = () => void cache.delete(key)
    page.then((made) => made ?? forget(), forget)
    return page
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
    }
  }
}

/** The cache key of an address, or undefined for an unlisted one, so that requests can't fill the memory. */
function keyOf(address: string): string | undefined {
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
