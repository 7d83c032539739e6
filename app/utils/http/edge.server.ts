import { randomUUID } from "node:crypto"
import type { NextFunction, Request, RequestHandler, Response } from "express"
import helmet from "helmet"
import { pino } from "pino"
import { pinoHttp } from "pino-http"
import { closedPolicy } from "./content-security.server"
import { unprovenOrigin } from "./form-token.server"

// The middlewares in front of Remix. Express facts only; no page knows them.

const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"])

/** One line a request, with an id that the answer carries too. No cookies, no bodies, no query strings (links hold tokens). */
export function logRequests(): RequestHandler {
  const logger = pino({ level: process.env.LOG_LEVEL ?? "info" })
  return pinoHttp({
    logger,
    genReqId(_request, response) {
      const id = randomUUID()
      response.setHeader("X-Request-Id", id)
      return id
    },
    autoLogging: {
      ignore: (request) => request.url === "/health" || Boolean(request.url?.startsWith("/assets/")),
    },
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split("?")[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    customLogLevel: (_request, response, error) =>
      error || response.statusCode >= 500 ? "error" : response.statusCode >= 400 ? "warn" : "info",
  })
}

/** Headers every answer carries. Pages set their own content policy, a page with a secret in its address its own referrer policy; everything else gets the closed ones. */
export function securityHeaders(): RequestHandler {
  const https = process.env.APP_URL?.startsWith("https://") ?? false
  const withHelmet = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  return (request, response, next) => {
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
    const writeHead = response.writeHead.bind(response)
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      if (!response.hasHeader("Content-Security-Policy"))
        response.setHeader("Content-Security-Policy", closedPolicy)
      if (!response.hasHeader("Referrer-Policy"))
        response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin")
      return writeHead(...head)
    }) as typeof response.writeHead
    withHelmet(request, response, next)
  }
}

/** Where CDNs say which country a visitor is in. */
const countryHeaders = ["cf-ipcountry", "cloudfront-viewer-country", "x-vercel-ip-country"]

/**
 * Replaces what a client may claim of itself by what we know: its address, and its country when a trusted proxy stands
 * in front that says so.
 */
export function clientFacts(trustedProxies: number): RequestHandler {
  return (request, _response, next) => {
    request.headers["x-tutti-address"] = request.ip ?? "unknown"
    delete request.headers["x-tutti-country"]
    const told = trustedProxies > 0 ? countryHeaders.map((name) => request.get(name)) : []
    const country = told.find((value) => value && /^[A-Z]{2}$/.test(value))
    if (country) request.headers["x-tutti-country"] = country
    delete request.headers[unprovenOrigin]
    next()
  }
}

/**
 * Unsafe methods only from our own pages, `/api` included: Fetch Metadata first, then Origin, then Referer (OWASP CSRF
 * sheet). A request with none of them comes from a text browser or a program: the guard then asks a sign-in for its
 * form token.
 */
export function refuseForeignOrigins(appUrl: string): RequestHandler {
  const own = new URL(appUrl).origin
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    response.vary("Sec-Fetch-Site")
    response.vary("Origin")
    const verdict = judgeOrigin(request, own)
    if (verdict === "foreign") return refuse(request, response, 403, "This request came from another site.")
    if (verdict === "unknown") request.headers[unprovenOrigin] = "1"
    next()
  }
}

function judgeOrigin(request: Request, own: string): "own" | "foreign" | "unknown" {
  const site = request.get("Sec-Fetch-Site")
  if (site) return site === "same-origin" || site === "none" ? "own" : "foreign"
  const origin = request.get("Origin")
  // A page that sends no referrer also hides its origin from its own forms; only the token in the form speaks for them.
  if (origin === "null" && request.path === "/invitation") return "unknown"
  if (origin) return origin === own ? "own" : "foreign"
  const referer = request.get("Referer")
  if (referer) return URL.canParse(referer) && new URL(referer).origin === own ? "own" : "foreign"
  return "unknown"
}

const megabyte = 1_048_576
/** Uploads may be larger; everything else is a form. */
const uploadLimits: [path: string, bytes: number][] = [["/students/import", 6 * megabyte]]

/** Refuses bodies that are too large or of unknown length before anything reads them. */
export function limitBody(): RequestHandler {
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    const length = request.get("Content-Length")
    if (length === undefined && request.get("Transfer-Encoding"))
      return refuse(request, response, 411, "Send the length of the body.")
    const limit = uploadLimits.find(([path]) => request.path === path)?.[1] ?? megabyte
    if (Number(length ?? 0) > limit) return refuse(request, response, 413, "This is too large to send.")
    next()
  }
}

function refuse(request: Request, response: Response, status: number, message: string) {
  request.unpipe()
  response.set("Connection", "close")
  if (request.path.startsWith("/api/")) response.status(status).json({ message })
  else response.status(status).type("text/plain").send(`${message}\n`)
}

/** Keeps Express's own error page, with its stack, from anybody's eyes. */
export function hideErrors() {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    console.error(error)
    if (response.headersSent) return next(error)
    refuse(request, response, 500, "Something broke on our side. Try again in a moment.")
  }
}
