import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { RequestHandler } from "express"
import helmet from "helmet"
import { closedPolicy } from "./content-security.server"

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
