import { redirect } from "@remix-run/node"
import { LRUCache } from "lru-cache"
import type { Permission } from "~/models/foundation/access/permissions"
import type { Limit } from "~/models/foundation/throttle/throttle"
import { countTryHere } from "~/models/foundation/throttle/throttle.server"
import { demoPagesText, demoReadsText } from "~/texts/platform/live-demo"
import { paths } from "~/utils/paths"
import { initOf, tooMany } from "./answer"
import { requestIdHeader } from "./request-id"

// What a visitor's live demo (`demoUntil` is set) may not do, since anyone can open one.

/** Files of whole lists, exports, analytics, and the check of a roster: what costs a server most. */
const heavy = /\.(csv|zip)$|^\/analytics|^\/settings\/admin\/export|^\/students\/import\//

/** A page's loaders count as one read. */
const counted = new LRUCache<string, true>({ max: 500 })

/**
 * Refuses to pay for it, as its subscription exists at no provider, more pages and forms than a person opens in some seconds, and more
 * heavy reads than an hour has.
 */
export async function refuseDemo(
  request: Request,
  { demoUntil, schoolId }: { demoUntil: number | null; schoolId: string },
  permission: Permission,
) {
  if (demoUntil === null) return
  if (permission === "subscription:pay" && request.method !== "GET") throw redirect(paths.liveDemo(), 303)
  const requestId = request.headers.get(requestIdHeader)
  if (requestId && counted.has(requestId)) return
  if (requestId) counted.set(requestId, true)
  await count("demo-pages", schoolId, demoPagesText)
  if (heavy.test(new URL(request.url).pathname.replace(/\.data$/, "")))
    await count("demo-reads", schoolId, demoReadsText)
}

async function count(limit: Limit, schoolId: string, text: string) {
  const wait = await countTryHere(limit, schoolId)
  if (wait > 0) throw new Response(text, initOf(tooMany(wait)))
}
