import { ownCookie } from "./own-cookie.server"

const cookie = ownCookie("tutti")

/** A page's loaders share their request, and each asks who is there. */
const tokens = new WeakMap<Request, Promise<string | null>>()

/** The token a request carries, or null. */
export function readSignInToken(request: Request): Promise<string | null> {
  const token = tokens.get(request) ?? parseSignInToken(request)
  tokens.set(request, token)
  return token
}

async function parseSignInToken(request: Request): Promise<string | null> {
  const token: unknown = await cookie().parse(request.headers.get("Cookie"))
  return typeof token === "string" && /^[\w-]{43}$/.test(token) ? token : null
}

/** The Set-Cookie header that keeps a token: for the browser session, or for `lifetimeMs` when remembered. */
export function keepSignInToken(token: string, lifetimeMs: number | undefined): Promise<string> {
  return cookie().serialize(token, lifetimeMs === undefined ? {} : { maxAge: Math.floor(lifetimeMs / 1000) })
}

/** Also deletes the pages that Back would show, because the browser caches refused forms. */
export const clearBrowserCache = { "Clear-Site-Data": '"cache"' }

export const dropSignInToken = (): Promise<string> => cookie().serialize("", { maxAge: 0 })
