import { events } from "db/schema/foundation-audit"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, exists, gt, inArray, isNull, sql } from "drizzle-orm"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { findAllowance } from "~/models/teaching/credit/late-allowance.server"
import { listSeatTerms, type SeatWithTerms } from "~/models/teaching/credit/seat-credits.server"
import { creditUntilOf, earnsCredit } from "~/models/teaching/credit/seat-terms"
import { noticeInTime } from "~/models/teaching/seat/seat"
import { findSeatedSession, type SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { NoticeRefusal, UndoAbsenceRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { whyNoneYet } from "../absence-record/why-credit"
import { type BookedOnce, bookOnce, cancelMakeUp, listOffers } from "../make-up/book-make-up.server"
import type { MakeUpWish } from "../make-up/make-up"
import { creditToCome } from "../make-up/open-credits.server"
import { recordNotices, withdrawNotice } from "../notice/notice.server"
import { readRegister } from "../register/read-register.server"
import { effectOf, takenFor } from "../register/register"
import type { NotRebooked } from "./rebooking"

// What an absence would cost and earn by the school's present rules, before it is recorded.

/** Whether an absence reported at a moment (UTC ms) counts as reported in time, and the credit it earns or why none. */
function earningsOf(
  actor: Actor,
  session: SeatedSession,
  { studentId, terms }: Pick<SeatWithTerms, "studentId" | "terms">,
  at: number,
) {
  const inTime = noticeInTime(at, session.startsAt, actor.school.noticeHours)
  const { most, used, left } = findAllowance(actor, studentId, session.localDate, session.id)
  const isAllowed = !inTime && left > 0
  const counts = inTime || isAllowed
  const outcome = listOutcomes(actor).find(({ code }) => code === (counts ? "excused" : "absent"))
  if (!outcome) return undefined
  const creditUntil = earnsCredit(terms, outcome) ? creditUntilOf(terms, outcome) : null
  const whyNoCredit = creditUntil
    ? null
    : whyNoneYet(terms, outcome, { cap: actor.school.creditCap, isLate: !counts })
  return { inTime, isAllowed, counts, allowance: { most, used }, outcome, creditUntil, whyNoCredit }
}

/** What an absence would earn, without what it costs; undefined for a student who isn't expected. */
export function earningsOfAbsence(actor: Actor, session: SeatedSession, studentId: string, at = now()) {
  const seat = listSeatTerms(actor, session).find((each) => each.studentId === studentId)
  return seat && earningsOf(actor, session, seat, at)
}

/** The same with what is charged, or taken from packages. */
export function effectOfAbsence(actor: Actor, session: SeatedSession, studentId: string) {
  const seat = readRegister(actor, session).find((each) => each.studentId === studentId)
  const earnings = seat && earningsOf(actor, session, seat, now())
  if (!earnings) return undefined
  const { outcome, counts, ...told } = earnings
  const terms = { ...seat.terms, notice: counts ? ("in-time" as const) : ("late" as const) }
  return {
    ...told,
    seat,
    chargedMinor: effectOf(terms, outcome).chargedMinor,
    taken: takenFor(seat.terms, outcome.chargedPercent).taken,
  }
}

/** The credit that such an absence earns, as if it were open; undefined where it earns none. */
export const creditOf = (
  actor: Actor,
  { classId, minutes }: Pick<SeatedSession, "classId" | "minutes">,
  studentId: string,
  creditUntil: string | null,
) => (creditUntil ? creditToCome(actor, studentId, { classId, minutes, expiresOn: creditUntil }) : undefined)

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

/** A form that is sent twice comes again within so long. */
const againMs = 2 * 60_000

/** The lessons of which this member recorded the same absence just now: a form that is sent twice undoes what the first one did. */
export const listJustRecorded = (
  actor: Actor,
  studentId: string,
  { lessons, text }: { lessons: readonly string[]; text: string | null },
): Set<string> =>
  new Set(
    select({ sessionId: seats.sessionId })
      .from(seats)
      .where(
        and(
          own(actor, seats),
          inArray(seats.sessionId, [...lessons]),
          eq(seats.studentId, studentId),
          exists(
            select({ id: events.id })
              .from(events)
              .where(
                and(
                  own(actor, events),
                  eq(events.noun, "seat"),
                  eq(events.nounId, seats.id),
                  eq(events.verb, "record-notice"),
                  eq(events.memberId, actor.memberId ?? ""),
                  gt(events.createdAt, now() - againMs),
                  isNull(events.before),
                  sql`json_extract(${events.after}, '$.noticeText') is ${text}`,
                ),
              ),
          ),
        ),
      )
      .all()
      .map(({ sessionId }) => sessionId),
  )

type Recorded = { lessons: readonly string[]; makeUp?: string | undefined }

/**
 * Undoes what the office recorded in one step: the absences from some lessons and the make-up lesson that was booked with them. All
 * of it, or nothing when any of it can no longer be undone.
 */
export const undoAbsence = (
  actor: Actor,
  studentId: string,
  { lessons, makeUp }: Recorded,
): Result<void, UndoAbsenceRefusal> =>
  allOrNothing((): Result<void, UndoAbsenceRefusal> => {
    const canceled = makeUp
      ? cancelMakeUp(actor, studentId, makeUp, { isUndone: true })
      : { ok: true as const }
    if (!canceled.ok) return canceled
    for (const sessionId of new Set(lessons)) {
      const session = findSeatedSession(actor, sessionId)
      if (!session) return { ok: false, reason: "session-unknown" }
      const withdrawn = withdrawNotice(actor, session, studentId)
      if (!withdrawn.ok) return withdrawn
    }
    return { ok: true }
  })
