import type { RequestHandler } from "express"
import { addressAtEdge, trustedHops } from "~/http/address.server"
import { unprovenOrigin } from "~/http/form-token.server"
import { requestIdHeader } from "~/http/request-id"
import type { Env } from "~/utils/env.server"
import { inFormats } from "~/utils/formats.server"
import { measureWork } from "~/utils/work-times.server"

/** Where CDNs say which country a visitor is in. */
const countryHeaders = ["cf-ipcountry", "cloudfront-viewer-country", "x-vercel-ip-country"]

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

/**
 * Gives each request its own formats, which a guard fills in (formats.server.ts). Runs after the body is read, whose
 * events lose the scope.
 */
export function ownFormats(): RequestHandler {
  return (_request, _response, next) => inFormats(undefined, next)
}

/** Measures what each request does from here on, for the staff's `Server-Timing`. Also after the body is read. */
export function measureRequests(): RequestHandler {
  return (_request, _response, next) => measureWork(next)
}
