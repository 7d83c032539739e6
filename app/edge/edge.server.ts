import { randomUUID } from "node:crypto"
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { NextFunction, Request, RequestHandler, Response } from "express"
import helmet from "helmet"
import { addressAtEdge, trustedHops } from "~/http/address.server"
import { unprovenOrigin } from "~/http/form-token.server"
import { requestIdHeader } from "~/http/request-id"
import type { Env } from "~/utils/env.server"
import { inFormats } from "~/utils/formats.server"
import { log } from "~/utils/log.server"
import { closedPolicy } from "./content-security.server"
import { loggedPath } from "./logged-path"

// The middlewares in front of Remix. Express facts only; no page knows them.

const safe = new Set(["GET", "HEAD"])
const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"])

/** One line a request, with an id that the answer carries too. No cookies, no bodies, no query strings (links hold tokens). */
export function logRequests(): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now()
    const requestId = randomUUID()
    response.setHeader("X-Request-Id", requestId)
    if (
      request.url !== "/health" &&
      !request.url.startsWith("/internal/") &&
      !request.url.startsWith("/assets/")
    ) {
      const { method } = request
      const path = loggedPath(request.originalUrl)
      response.once("close", () => {
        const { statusCode: status } = response
        const level = status >= 500 ? "error" : "info"
        if (!log.isLevelEnabled(level)) return
        const ms = Math.round(performance.now() - begun)
        log[level](
          { requestId, method, path, status, ms, ...(response.writableFinished ? {} : { left: true }) },
          "request",
        )
      })
    }
    next()
  }
}

/**
 * Headers of every answer. Pages set their own content policy, a page with a secret in its address its own referrer
 * policy, a page that opens the provider's window its own opener policy; the rest gets the strict ones.
 */
export function securityHeaders(appUrl: string): RequestHandler {
  const headers = [...fixedHeaders(appUrl)]
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const writeHead = response.writeHead.bind(response)
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      if (!response.hasHeader("Content-Security-Policy"))
        response.setHeader("Content-Security-Policy", closedPolicy)
      // Matters most for redirects, which carry cookies and reveal who is logged in.
      if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "private, no-store")
      if (!response.hasHeader("Cross-Origin-Opener-Policy"))
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin")
      if (!response.hasHeader("Referrer-Policy"))
        response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin")
      return writeHead(...head)
    }) as typeof response.writeHead
    next()
  }
}

/** Helmet's headers never change, so it runs once instead of once per answer. */
function fixedHeaders(appUrl: string): Map<string, string> {
  const headers = new Map([["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"]])
  const withHelmet = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    referrerPolicy: false,
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: appUrl.startsWith("https://")
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
  })
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  withHelmet(answer.req, answer, () => undefined)
  for (const [name, value] of Object.entries(answer.getHeaders())) headers.set(name, String(value))
  return headers
}

/** Where CDNs say which country a visitor is in. */
const countryHeaders = ["cf-ipcountry", "cloudfront-viewer-country", "x-vercel-ip-country"]

/**
 * Refuses a target that isn't a path: `http://host/path`, `host:port`, `*`. Only clients of a proxy send those, and
 * everything behind this builds addresses from the path. It runs in front of Express, which parses the target before
 * any middleware and, when it can't, has Node log all of it.
 */
export function refuseOddTargets(app: RequestListener): RequestListener {
  return (request, response) => {
    const target = request.url ?? ""
    if (target.startsWith("/") && !target.startsWith("//")) return app(request, response)
    log.info({ method: request.method, path: loggedPath(target), status: 400 }, "request")
    response.writeHead(400, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Connection: "close",
    })
    response.end("This address cannot be read.\n")
  }
}

/** Refuses what no page of ours sends and Remix would stumble over: odd methods, undecodable addresses, the old data calls. */
export function refuseMalformed(): RequestHandler {
  return (request, response, next) => {
    if (!safe.has(request.method) && !unsafe.has(request.method)) {
      response.set("Allow", [...safe, ...unsafe].join(", "))
      return refuse(request, response, 405, "This method is not offered.")
    }
    if (!isDecodable(request.path)) return refuse(request, response, 400, "This address cannot be read.")
    if (new URLSearchParams(request.originalUrl.split("?")[1]).has("_data"))
      return refuse(request, response, 400, "This address cannot be read.")
    next()
  }
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0")
  } catch {
    return false
  }
}

/**
 * Replaces what a client may claim with what we know: its address (as another node reports it when that node relayed
 * the request), its country when a trusted proxy reports one, the request's ID, and our own host (the adapter builds
 * the request's address from `Host` and `X-Forwarded-Host`, and the client chooses both).
 */
export function ownFacts(appUrl: string, trustedProxies: Env["TRUSTED_PROXIES"]): RequestHandler {
  const { host } = new URL(appUrl)
  return (request, response, next) => {
    request.headers["x-tutti-address"] =
      response.locals.clientAddress ?? addressAtEdge(request, trustedProxies)
    request.headers[requestIdHeader] = String(response.getHeader("X-Request-Id"))
    delete request.headers["x-tutti-country"]
    const countries = trustedHops(trustedProxies) > 0 ? countryHeaders.map((name) => request.get(name)) : []
    const country = countries.find((value) => value && /^[A-Z]{2}$/.test(value))
    if (country) request.headers["x-tutti-country"] = country
    request.headers.host = host
    delete request.headers["x-forwarded-host"]
    delete request.headers[unprovenOrigin]
    next()
  }
}

/** Gives each request formats, which a guard fills in (formats.server.ts). Runs after body events, which lose it. */
export function ownFormats(): RequestHandler {
  return (_request, _response, next) => inFormats(undefined, next)
}

/** Calls by other machines, which prove who they are by a signature. Reviewed: keep it short. */
const signedCalls: readonly string[] = ["/api/webhooks/paypal"]

/**
 * Unsafe methods only from our own pages, `/api` included: Fetch Metadata first, then Origin, then Referer (OWASP CSRF
 * sheet). A request with none of them comes from a program, whose calls are taken, or from a text browser: the guard
 * then asks a sign-in for its form token.
 */
export function refuseForeignOrigins(appUrl: string): RequestHandler {
  const own = new URL(appUrl).origin
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    if (signedCalls.includes(request.path)) {
      // A login cookie means nothing to signed calls.
      delete request.headers.cookie
      return next()
    }
    response.vary("Sec-Fetch-Site")
    response.vary("Origin")
    const verdict = judgeOrigin(request, own)
    if (verdict === "foreign") return refuse(request, response, 403, "This request came from another site.")
    // A program brings a cookie of its own, not one borrowed from a browser.
    if (verdict === "unknown" && isCall(request)) return next()
    // Remix compares Origin with Host too, for pages alone. The question is settled here; it hears the answer.
    if (verdict === "own") request.headers.origin = own
    else {
      request.headers[unprovenOrigin] = "1"
      delete request.headers.origin
    }
    next()
  }
}

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i

/**
 * A call of the API that no form of another site can have sent: it asks for JSON by name, or its body is of a kind that
 * forms do not send. A script of another site could, but browsers always say where a script is from.
 */
function isCall(request: Request): boolean {
  if (!request.path.startsWith("/api/")) return false
  const isOfForm = formTypes.test(request.get("Content-Type") ?? "")
  return !isOfForm || /\bapplication\/json\b/i.test(request.get("Accept") ?? "")
}

function judgeOrigin(request: Request, own: string): "own" | "foreign" | "unknown" {
  const site = request.get("Sec-Fetch-Site")
  if (site) return site === "same-origin" || site === "none" ? "own" : "foreign"
  const origin = request.get("Origin")
  // A page without a referrer also hides its origin from its own forms; only the form token proves them.
  if (origin === "null" && request.path === "/invitation") return "unknown"
  if (origin) return origin === own ? "own" : "foreign"
  const referer = request.get("Referer")
  if (referer) return URL.canParse(referer) && new URL(referer).origin === own ? "own" : "foreign"
  return "unknown"
}

const megabyte = 1_048_576
/** Uploads may be larger than forms. */
const uploadLimits: [path: string, bytes: number][] = [
  ["/students/import", 6 * megabyte],
  ["/support", 6 * megabyte],
  ["/dashboard/teacher/resources/new", 11 * megabyte],
  ["/api/support/upload-image", 6 * megabyte],
]

/** Forms of visitors, under each of their addresses: room for a message of 10,000 letters of any script. */
const publicLimit = 98_304
const publicForms = new Set([
  "/contact",
  "/demo-request",
  "/auth/login",
  "/login",
  "/auth/second-factor",
  "/simple-login",
  "/invitation",
  "/confirm-email",
  "/new-password",
  "/auth/forgot-password",
  "/forgot-password",
  "/reset-password",
  "/auth/register",
  "/register",
  "/register-school",
  "/signup",
  "/register-solo-teacher",
  "/logout",
  "/api/login",
  "/api/logout",
  "/api/register",
  "/api/auth/register-school",
  "/api/auth/reset-password",
  "/api/email/password-reset",
  "/api/contact",
  "/api/demo-request",
])

/** The address as the router takes it: whatever its case, its encoding and the slashes at its end. */
const routedPath = (path: string) =>
  decodeURIComponent(path)
    .toLowerCase()
    .replace(/\/+/g, "/")
    .replace(/\.data$/, "")
    .replace(/\/$/, "")

/** Refuses bodies that are too large or of unknown length before they are read. */
export function limitBody(): RequestHandler {
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    const length = request.get("Content-Length")
    if (length === undefined && request.get("Transfer-Encoding"))
      return refuse(request, response, 411, "Send the length of the body.")
    const path = request.path.replace(/\.data$/, "")
    const limit = publicForms.has(routedPath(request.path))
      ? publicLimit
      : (uploadLimits.find(([upload]) => path === upload)?.[1] ?? megabyte)
    if (Number(length ?? 0) > limit) return refuse(request, response, 413, "This is too large to send.")
    next()
  }
}

/**
 * Reads the rest of a body that an answer didn't need. A refusing guard leaves it unread, and the next request on the
 * same connection would wait behind it.
 */
export function readBodiesAway(): RequestHandler {
  return (request, response, next) => {
    if (unsafe.has(request.method))
      response.once("finish", () => {
        if (request.complete) return
        // Remix's reader pauses the stream again whenever it hears of more.
        request.removeAllListeners("data")
        request.resume()
      })
    next()
  }
}

/** More than this is not read to its end, even though the sender then may not see why. */
const drainLimit = 32 * megabyte

function refuse(request: Request, response: Response, status: number, message: string) {
  const length = request.get("Content-Length") ?? (request.get("Transfer-Encoding") ? Number.NaN : 0)
  // A browser shows an answer only when its body was taken: Node reads the rest away, unless it would be too much.
  if (!(Number(length) <= drainLimit)) response.set("Connection", "close")
  response.set("Cache-Control", "no-store")
  if (request.path.startsWith("/api/")) response.status(status).json({ message })
  else response.status(status).type("text/plain").send(`${message}\n`)
}

/** Hides Express's own error page and its stack. */
export function hideErrors() {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    // A client that left before the answer is not an error.
    if (response.destroyed || request.destroyed) return response.destroy()
    const status = statusOf(error)
    if (status >= 500)
      log.error({ err: error, requestId: response.getHeader("X-Request-Id") }, "request failed")
    if (response.headersSent) return next(error)
    refuse(
      request,
      response,
      status,
      status >= 500 ? "Something broke on our side. Try again in a moment." : "This request cannot be read.",
    )
  }
}

/** Express marks the client's mistakes with a status. */
function statusOf(error: unknown): number {
  const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 500
  return status >= 400 && status < 500 ? status : 500
}
