import { type Cookie, type CookieOptions, createCookie } from "@remix-run/node"
import { env } from "~/utils/env.server"

type OwnCookie = Pick<CookieOptions, "maxAge"> & { isSigned?: boolean }

/**
 * A cookie that no script reads; signed, only we can have written it. Lax, not Strict: the return from a provider is a top-level GET
 * from another site, and a customer who has just paid must still be logged in. Over plain http (loopback) a browser refuses
 * `__Host-`, so the name differs. It is made once, because every request reads some.
 */
export function ownCookie(name: string, { isSigned, ...options }: OwnCookie = {}) {
  let made: Cookie | undefined
  return () => {
    const secure = env().APP_URL.startsWith("https://")
    made ??= createCookie(secure ? `__Host-${name}` : name, {
      ...{ httpOnly: true, sameSite: "lax", path: "/", secure },
      ...(isSigned ? { secrets: env().SESSION_SECRET } : {}),
      ...options,
    })
    return made
  }
}
