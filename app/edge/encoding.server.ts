import type { Request } from "express"
import { LRUCache } from "lru-cache"

export type Encoding = "br" | "gzip" | "identity"

/** What was chosen for each header that was sent; browsers send few different ones. */
const chosen = new LRUCache<string, Encoding>({ max: 100 })

/** Brotli wherever it is understood: browsers name gzip first, so their own order would choose the larger. */
export function encodingFor(request: Request): Encoding {
  const sent = request.headers["accept-encoding"]
  if (sent === undefined) return "identity"
  const text = String(sent)
  const known = chosen.get(text)
  if (known) return known
  const encoding =
    (["br", "gzip"] as const).find((encoding) => request.acceptsEncodings(encoding)) ?? "identity"
  chosen.set(text, encoding)
  return encoding
}

/** The same where a request with this header was answered before; undefined for the first one. */
export const encodingKnownFor = (sent: string | string[] | undefined): Encoding | undefined =>
  sent === undefined ? "identity" : chosen.get(String(sent))
