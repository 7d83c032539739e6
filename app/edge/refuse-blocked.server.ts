import type { RequestHandler } from "express"
import { addressAtEdge } from "~/http/address.server"
import type { Env } from "~/utils/env.server"
import { escapeHtml } from "~/utils/escape-html"
import { log } from "~/utils/log.server"
import { publicPolicy } from "./content-security.server"
import { styles } from "./unavailable.server"

// An address or network that the staff have blocked gets nothing but whom to write to.

/** Refuses blocked addresses. `isBlocked` may throw: a database that doesn't answer blocks no one. */
export function refuseBlocked(
  { TRUSTED_PROXIES, CONTACT_EMAIL }: Pick<Env, "TRUSTED_PROXIES" | "CONTACT_EMAIL">,
  isBlocked: (address: string) => boolean,
): RequestHandler {
  const text = `Requests from your network are blocked. If you think this is a mistake, write to ${CONTACT_EMAIL}.`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Blocked · Tutti</title><style>${styles}</style></head><body><main><h1>Your network is blocked</h1><p>${escapeHtml(text)}</p></main></body></html>`
  return (request, response, next) => {
    if (!attempt(isBlocked, addressAtEdge(request, TRUSTED_PROXIES))) return next()
    response.locals.routeId = "blocked"
    response.set("Cache-Control", "no-store").status(403)
    if (request.path.startsWith("/api/")) response.json({ message: text })
    else if (request.path.endsWith(".data")) response.type("text/plain").send(text)
    else response.set("Content-Security-Policy", publicPolicy(styles)).type("html").send(page)
  }
}

function attempt(isBlocked: (address: string) => boolean, address: string): boolean {
  try {
    return isBlocked(address)
  } catch (error) {
    log.warn({ err: error }, "it could not be asked whether an address is blocked")
    return false
  }
}
