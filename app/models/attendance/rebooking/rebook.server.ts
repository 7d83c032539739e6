import { type BookedOnce, bookOnce, listOffers } from "~/models/attendance/make-up/book-make-up.server"
import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { findSeatedSession, type SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { NoticeRefusal } from "~/texts/attendance/refusals"
import type { MakeUpWish } from "../make-up/make-up"
import { recordNotices } from "../notice/notice.server"
import { creditOf, earningsOfAbsence } from "./absence-effect.server"
import type { NotRebooked } from "./rebooking"

// An absence and its make-up lesson in one step.

/** The times for a make-up lesson while the absence isn't recorded: those that its credit, or one the student has, pays for. */
export function listRebookings(
  actor: Actor,
  session: Pick<SeatedSession, "classId" | "minutes">,
  studentId: string,
  creditUntil: string | null,
  hasOpen = true,
) {
  const earned = creditOf(actor, session, studentId, creditUntil)
  return listOffers(actor, studentId, earned ? [earned] : [], hasOpen)
}

/**
 * What the office sees before it records an absence from this lesson; undefined where the student isn't expected. `hasOpen` is
 * false where the student is known to have no credit yet.
 */
export function findRebooking(actor: Actor, sessionId: string, studentId: string, hasOpen = true) {
  const session = findSeatedSession(actor, sessionId)
  const effect = session && earningsOfAbsence(actor, session, studentId)
  if (!session || !effect) return undefined
  const { creditUntil, whyNoCredit } = effect
  const { offers, credits } = listRebookings(actor, session, studentId, creditUntil, hasOpen)
  return {
    date: session.localDate,
    creditUntil,
    whyNoCredit,
    /** Credits that are open already. */
    open: credits.length - (creditUntil ? 1 : 0),
    offers,
  }
}

type Noticed = {
  lessons: readonly string[]
  studentId: string
  at: number
  text: string | null
  keepsFirst?: boolean
  /** The days on which the student is away. */
  away?: readonly [from: string, until: string]
}

/**
 * Records an absence for some lessons and books the make-up lesson: everything, or nothing when any of it is refused. A form
 * that arrives again books nothing twice.
 */
export function recordAndRebook(
  actor: Actor,
  { lessons, studentId, away, ...notice }: Noticed,
  wish: MakeUpWish,
): BookedOnce | { ok: false; reason: NoticeRefusal } | NotRebooked {
  return allOrNothing(() => {
    const recorded = recordNotices(actor, lessons, studentId, notice)
    if (!recorded.ok) return recorded
    const booked = bookOnce(actor, { id: studentId }, wish)
    if (booked.ok && away && away[0] <= booked.date && booked.date <= away[1])
      return { ok: false, reason: "not-rebooked", why: "while-away" }
    return booked.ok ? booked : { ok: false, reason: "not-rebooked", why: booked.reason }
  })
}
