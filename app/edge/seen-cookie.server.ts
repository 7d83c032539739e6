import type { Seen } from "~/providers/replication/position"
import { env } from "~/utils/env.server"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"

// The database's position after a person's last write: the node that answers next must have reached it, or forward to
// one that has. Set by the server for every form; signed, so that only positions that existed are accepted.

const name = "seen"
const seenSeconds = 60

const attributes = () =>
  `Path=/; HttpOnly; SameSite=Lax${env().APP_URL.startsWith("https://") ? "; Secure" : ""}`

const macLength = 22
const macOf = (text: string) => keyedHash("seen", text).slice(0, macLength)

/** The `Set-Cookie` header that remembers this for a minute. */
export function seenCookie({ term, position }: Seen): string {
  const text = `${term}.${position}`
  return `${name}=${text}.${macOf(text)}; Max-Age=${seenSeconds}; ${attributes()}`
}

export const dropSeenCookie = (): string => `${name}=; Max-Age=0; ${attributes()}`

/** What the request's browser has seen; undefined without the cookie, "forged" when it is none of ours. */
export function readSeen(cookies: string | undefined): Seen | "forged" | undefined {
  const value = / seen=([^;]*)/.exec(` ${cookies ?? ""}`)?.[1]
  if (!value) return undefined
  const [, term = "", position = "", mac] = /^(\d{1,15})\.([0-9a-f]{16})\.([\w-]{22})$/.exec(value) ?? []
  return mac && isKeyedHash("seen", `${term}.${position}`, mac, macLength)
    ? { term: Number(term), position }
    : "forged"
}
