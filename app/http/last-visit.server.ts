import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { ownCookie } from "./own-cookie.server"

// When a member was here before, with this browser, so that their first page marks what is new since. It grants nothing.

/** Whoever comes back within this time is still at the same visit. */
const pauseMs = 30 * 60_000
/** Whoever was away longer finds what is new on its own pages. */
const longestMs = 60 * 86_400_000
/** A family's computer has a few members; more would only make every request longer. */
const most = 6

/** When the visit before ended, or null at the first one, and when this one was last here (UTC ms). */
const Visits = z
  .array(z.object({ memberId: z.string(), before: z.number().nullable(), at: z.number() }))
  .catch([])

const cookie = ownCookie("tutti-visits", { isSigned: true, maxAge: longestMs / 1000 })

const read = async (request: Request) => Visits.parse(await cookie().parse(request.headers.get("Cookie")))

/** Since when things are new to the reader (UTC ms; null at their first visit), and the header that keeps that they are here. */
export async function noteVisit(
  request: Request,
  { memberId }: Actor,
): Promise<{ since: number | null; setCookie: string }> {
  const at = now()
  const visits = await read(request)
  const known = visits.find((visit) => visit.memberId === memberId)
  const before = known && at - known.at > pauseMs ? known.at : (known?.before ?? null)
  const others = visits.filter((visit) => visit !== known)
  const visit = { memberId: memberId ?? "", before, at }
  return {
    since: before !== null && before > at - longestMs ? before : null,
    setCookie: await cookie().serialize([visit, ...others].slice(0, most)),
  }
}
