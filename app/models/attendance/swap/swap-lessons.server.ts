import { transact } from "db/client.server"
import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, hasRow } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { allOrNothing, rehearse } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { exchangeSlots } from "~/models/teaching/session/move-session.server"
import type { SwapRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { nameOf } from "../freed-time/freed-times.server"
import { noTimes, swapDaysAhead, type Takes, takesTime } from "./swap"
import {
  agree,
  endRequests,
  findOffer,
  findPair,
  findRequest,
  findSwapRules,
  type OfferRow,
  offerAgain,
  type RequestRow,
  setOffer,
  setRequest,
  sideOf,
  whyNot,
} from "./swap-rules.server"
import { earliestSwap, listSwappableOf, type Swappable } from "./swappable.server"
import { tellFamilies } from "./tell-swap.server"

// What families do: offer a lesson, ask for an offered time, answer and take back. The caller has made sure that the students
// are the actor's; a child's own login may not. Of two at once the first gets the time.

const dayMs = 86_400_000

type Students = readonly Pick<PortalStudent, "id" | "as">[]
export type Agreed = { state: "asked" | "waiting" | "done" }

/** Offers one lesson to come for a swap. */
export function offerSwap(
  actor: Actor,
  students: Students,
  sessionId: string,
  takes: Takes,
): Result<{ offerId: string }, SwapRefusal> {
  return transact((): Result<{ offerId: string }, SwapRefusal> => {
    const found = findOwn(actor, students, sessionId)
    if (!found.ok) return found
    const { lesson } = found
    if (lesson.startsAt < earliestSwap(actor)) return { ok: false, reason: "too-late" }
    if (isOffered(actor, sessionId)) return { ok: false, reason: "already-offered" }
    const { studentId, startsAt } = lesson
    const id = add(actor, swapOffers, { sessionId, studentId, startsAt, offeredBy: actor.memberId, ...takes })
    recordEvent(actor, "session.offer-for-swap", sessionId, {
      after: { name: nameOf(actor, studentId), studentId },
    })
    return { ok: true, offerId: id }
  })
}

/**
 * Asks for an offered time with a lesson of one's own. A time that the other family named, within a week of its lesson, is agreed
 * on at once.
 */
export function askForSwap(
  actor: Actor,
  offerId: string,
  students: Students,
  sessionId: string,
): Result<Agreed, SwapRefusal> {
  return allOrNothing((): Result<Agreed, SwapRefusal> => {
    const offer = findOffer(actor, offerId)
    if (!offer || students.some(({ id }) => id === offer.studentId)) return { ok: false, reason: "not-found" }
    if (offer.state !== "open") return { ok: false, reason: "no-longer-offered" }
    const asked = request(actor, offer, students, sessionId)
    if (!asked.ok) return asked
    const { pair, row } = asked
    const isNear = Math.abs(row.startsAt - offer.startsAt) < 7 * dayMs
    if (isNear && takesTime(offer, pair[1])) return agree(actor, offer, row)
    tellFamilies(actor, "asked", [sideOf(offer, row.startsAt)])
    return { ok: true, state: "asked" }
  })
}

/** Two lessons of a family's own students, who are asked no one: done at once, or left to the office where the school wants that. */
export function swapSiblings(
  actor: Actor,
  students: Students,
  [oneId, otherId]: readonly [string, string],
): Result<Agreed, SwapRefusal> {
  return allOrNothing((): Result<Agreed, SwapRefusal> => {
    const offered = offerSwap(actor, students, oneId, noTimes)
    const offer = offered.ok ? findOffer(actor, offered.offerId) : undefined
    if (!offered.ok || !offer) return offered.ok ? { ok: false, reason: "not-found" } : offered
    const asked = request(actor, offer, students, otherId)
    return asked.ok ? agree(actor, offer, asked.row) : asked
  })
}

/** Writes down that an offered time is asked for with a lesson of one's own, in the caller's transaction. */
function request(
  actor: Actor,
  offer: OfferRow,
  students: Students,
  sessionId: string,
): Result<{ pair: readonly [Swappable, Swappable]; row: RequestRow }, SwapRefusal> {
  const offerId = offer.id
  const found = findOwn(actor, students, sessionId)
  if (!found.ok) return found
  const { studentId, startsAt } = found.lesson
  const pair = findPair(actor, offer, { sessionId, studentId, startsAt })
  if (!pair) return { ok: false, reason: "no-longer-offered" }
  const refusal = whyNot(actor, pair)
  if (refusal) return { ok: false, reason: refusal }
  if (isAsked(actor, offerId, sessionId)) return { ok: false, reason: "already-asked" }
  const exchanged = rehearse(() => exchangeSlots(actor, offer.sessionId, sessionId))
  if (!exchanged.ok) return { ok: false, reason: exchanged.reason === "clash" ? "clash" : "changed" }
  const row = newRow(actor)
  const values = { ...row, offerId, sessionId, studentId, startsAt, askedBy: actor.memberId }
  add(actor, swapRequests, values)
  recordEvent(actor, "session.ask-for-swap", offer.sessionId, {
    after: { name: nameOf(actor, studentId), studentId },
  })
  return { ok: true, pair, row: { ...values, state: "asked", closedAt: null } }
}

/** The offering family takes the other time. */
export function acceptSwap(actor: Actor, requestId: string, students: Students): Result<Agreed, SwapRefusal> {
  return allOrNothing((): Result<Agreed, SwapRefusal> => {
    const found = findAnswerable(actor, requestId, students)
    return found.ok ? agree(actor, found.offer, found.request) : found
  })
}

/** The offering family doesn't; the time stays offered. */
export function declineSwap(actor: Actor, requestId: string, students: Students): Result<void, SwapRefusal> {
  return transact((): Result<void, SwapRefusal> => {
    const found = findAnswerable(actor, requestId, students)
    if (!found.ok) return found
    const { offer, request } = found
    setRequest(actor, requestId, "declined")
    tellFamilies(actor, "declined", [sideOf(request, offer.startsAt)])
    return { ok: true }
  })
}

/** The family takes its offer back, also one the office has yet to approve. */
export function withdrawOffer(actor: Actor, offerId: string, students: Students): Result<void, SwapRefusal> {
  return transact((): Result<void, SwapRefusal> => {
    const offer = findOffer(actor, offerId)
    const student = students.find(({ id }) => id === offer?.studentId)
    if (!offer || !student) return { ok: false, reason: "not-found" }
    if (student.as === "child") return { ok: false, reason: "a-child" }
    if (offer.state !== "open" && offer.state !== "waiting") return { ok: false, reason: "no-longer-offered" }
    setOffer(actor, offerId, "withdrawn")
    endRequests(actor, offer)
    recordEvent(actor, "session.withdraw-swap", offer.sessionId, {
      after: { name: nameOf(actor, offer.studentId), studentId: offer.studentId },
    })
    return { ok: true }
  })
}

/** The other family takes its request back; what the office was to approve is offered again. */
export function withdrawRequest(
  actor: Actor,
  requestId: string,
  students: Students,
): Result<void, SwapRefusal> {
  return transact((): Result<void, SwapRefusal> => {
    const found = findRequest(actor, requestId)
    const student = students.find(({ id }) => id === found?.request.studentId)
    if (!found || !student) return { ok: false, reason: "not-found" }
    if (student.as === "child") return { ok: false, reason: "a-child" }
    const { request, offer } = found
    if (request.state !== "asked" && request.state !== "accepted")
      return { ok: false, reason: "no-longer-offered" }
    setRequest(actor, requestId, "withdrawn")
    if (offer.state === "waiting" && request.state === "accepted") offerAgain(actor, request, "withdrawn")
    return { ok: true }
  })
}

/** A lesson of the actor's own students that can be swapped. */
function findOwn(
  actor: Actor,
  students: Students,
  sessionId: string,
): Result<{ lesson: Swappable }, SwapRefusal> {
  if (findSwapRules(actor).rule === "off") return { ok: false, reason: "off" }
  const [lesson] = listSwappableOf(
    actor,
    students.map(({ id }) => id),
    [sessionId],
  )
  if (!lesson || lesson.startsAt > now() + swapDaysAhead * dayMs)
    return { ok: false, reason: "not-swappable" }
  const isChild = students.find(({ id }) => id === lesson.studentId)?.as === "child"
  return isChild ? { ok: false, reason: "a-child" } : { ok: true, lesson }
}

function findAnswerable(actor: Actor, requestId: string, students: Students) {
  const refused = (reason: SwapRefusal) => ({ ok: false, reason }) as const
  const found = findRequest(actor, requestId)
  const student = students.find(({ id }) => id === found?.offer.studentId)
  if (!found || !student) return refused("not-found")
  if (student.as === "child") return refused("a-child")
  if (findSwapRules(actor).rule === "off") return refused("off")
  if (found.offer.state !== "open" || found.request.state !== "asked") return refused("no-longer-offered")
  return { ok: true, ...found } as const
}

const isOffered = (actor: Actor, sessionId: string): boolean =>
  hasRow(
    actor,
    swapOffers,
    and(eq(swapOffers.sessionId, sessionId), inArray(swapOffers.state, ["open", "waiting"])),
  )

const isAsked = (actor: Actor, offerId: string, sessionId: string): boolean =>
  hasRow(
    actor,
    swapRequests,
    and(
      eq(swapRequests.offerId, offerId),
      eq(swapRequests.sessionId, sessionId),
      inArray(swapRequests.state, ["asked", "accepted"]),
    ),
  )
