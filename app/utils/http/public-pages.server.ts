import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { LRUCache } from "lru-cache"

// Anonymous public pages are the same bytes for every visitor: rendered once, kept compressed, answered with an ETag.
// Any cookie bypasses them, and so does every address that is not on the list.

/** Addresses kept, each with the query parameters that change the page. */
const keptPages: Record<string, readonly string[]> = {
  "/": [],
  "/auth/login": [],
  "/login": [],
  "/simple-login": [],
  "/contact": [],
  "/auth/forgot-password": [],
  "/forgot-password": [],
  "/register-school": ["plan"],
  "/signup": ["plan"],
  "/register-solo-teacher": ["plan"],
  "/select-plan": ["plan", "type", "upgrade"],
}
const freshMs = 60_000

type Kept = { bodies: Record<"br" | "gzip" | "identity", Buffer>; headers: [string, string][]; tag: string }

export function servePublicPages(build: ServerBuild): RequestHandler {
  const render = createRequestHandler(build, "production")
  const kept = new LRUCache<string, Kept>({ max: 100, ttl: freshMs })

  return async (request, response, next) => {
    const parameters = keptPages[request.path]
    if (request.method !== "GET" || request.headers.cookie || !parameters) return next()
    const url = new URL(request.originalUrl, "http://own.invalid")
    if ([...url.searchParams.keys()].some((name) => !parameters.includes(name)) || url.search.length > 100)
      return next()
    try {
      const key = `${url.pathname}${url.search}`
      const page = kept.get(key) ?? (await keep(key))
      if (!page) return next()
      const encoding = (request.acceptsEncodings("br", "gzip", "identity") ||
        "identity") as keyof Kept["bodies"]
      const tag = `"${page.tag}-${encoding}"`
      response
        .set("ETag", tag)
        .set("Vary", "Accept-Encoding, Cookie")
        .set("Cache-Control", "private, no-cache")
      if (request.headers["if-none-match"] === tag) return void response.status(304).end()
      for (const [name, value] of page.headers) response.setHeader(name, value)
      if (encoding !== "identity") response.setHeader("Content-Encoding", encoding)
      response.setHeader("Content-Length", page.bodies[encoding].length)
      response.status(200).end(page.bodies[encoding])
    } catch (error) {
      next(error)
    }
  }

  async function keep(key: string): Promise<Kept | undefined> {
    const answer = await render(new Request(`http://own.invalid${key}`))
    if (answer.status !== 200 || answer.headers.has("Set-Cookie")) return undefined
    const identity = Buffer.from(await answer.arrayBuffer())
    const [br, gzipped] = await Promise.all([
      promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(identity, { level: 9 }),
    ])
    const headers = ["Content-Type", "Content-Security-Policy"].flatMap((name): [string, string][] => {
      const value = answer.headers.get(name)
      return value ? [[name, value]] : []
    })
    const page: Kept = {
      bodies: { br, gzip: gzipped, identity },
      headers,
      tag: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
    }
    kept.set(key, page)
    return page
  }
}
