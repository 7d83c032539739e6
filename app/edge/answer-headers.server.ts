import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { RequestHandler } from "express"
import helmet from "helmet"
import { closedPolicy, isFramed } from "./content-security.server"

/** What an answer says unless it says otherwise itself. */
const usual = [
  ["Content-Security-Policy", closedPolicy],
  // Matters most for redirects, which carry cookies and reveal who is logged in.
  ["Cache-Control", "private, no-store"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
] as const

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
      for (const [name, value] of usual) if (!response.hasHeader(name)) response.setHeader(name, value)
      // Browsers that know no content policy of frames would refuse what it allows.
      if (isFramed(response.getHeader("Content-Security-Policy"))) response.removeHeader("X-Frame-Options")
      return writeHead(...head)
    }) as typeof response.writeHead
    next()
  }
}

/** The head that `securityHeaders` makes of these headers, for an answer that is sent without Express. */
export function wholeHead(appUrl: string, own: Iterable<[string, string]>): [string, string][] {
  const named = new Map(
    [...usual, ...own].map(([name, value]) => [name.toLowerCase(), [name, value]] as const),
  )
  return [...fixedHeaders(appUrl), ...named.values()] as [string, string][]
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
