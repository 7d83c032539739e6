import type { Request, RequestHandler } from "express"
import { patternOf } from "~/addresses/address"
import { webhooks } from "~/addresses/api"
import { unprovenOrigin } from "~/http/form-token.server"
import { unsafe } from "./methods"
import { refuse } from "./refuse.server"

/** Calls by other machines, which prove who they are by a signature. */
const signedCalls = Object.values(webhooks).map(({ path }) => patternOf(path))

/**
 * Unsafe methods only from our own pages, `/api` included: Fetch Metadata first, then Origin, then Referer (OWASP CSRF
 * sheet). A request with none of them comes from a program, whose calls are taken, or from a text browser: the guard
 * then asks a sign-in for its form token.
 */
export function refuseForeignOrigins(appUrl: string): RequestHandler {
  const own = new URL(appUrl).origin
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    if (signedCalls.some((call) => call.test(request.path))) {
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
  const origin = request.get("Origin")
  // The browser itself, as from a phone's Share menu, names no page that sends it.
  if (site === "none") return !origin || origin === "null" || origin === own ? "own" : "foreign"
  if (site) return site === "same-origin" ? "own" : "foreign"
  // A page without a referrer also hides its origin from its own forms; only the form token proves them.
  if (origin === "null" && request.path === "/invitation") return "unknown"
  if (origin) return origin === own ? "own" : "foreign"
  const referer = request.get("Referer")
  if (referer) return URL.canParse(referer) && new URL(referer).origin === own ? "own" : "foreign"
  return "unknown"
}
