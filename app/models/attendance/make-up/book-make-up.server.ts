import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { claim } from "~/models/teaching/session/claim.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { tellChange } from "~/models/teaching/session/tell-change.server"
import type { MakeUpRefusal } from "~/texts/attendance/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays, earlierOf } from "~/utils/dates"
import { findJoinableSession, listJoinableSessions } from "./joinable-sessions.server"
import { type MakeUpWish, timeValue } from "./make-up"
import { creditAt, hasOwnTimes, listFreeTimes, listOpenCredits, type OpenCredit } from "./open-credits.server"

const daysAhead = 28

/** The days for which a make-up is offered: four weeks, as long as a credit is open. Undefined without a credit. */
function offeredDays(actor: Actor, credits: readonly OpenCredit[]): [string, string] | undefined {
  const last = credits.at(-1)?.expiresOn
  const from = todayOf(actor)
  return last && last >= from ? [from, earlierOf(addDays(from, daysAhead), last)] : undefined
}

/**
 * What a student can make a lesson up with in the next four weeks: free spots in matching sessions and times of their
 * own teacher, in order of time. The same for the office and the family. `byArrangement`: no teacher's times come into
 * question, so that without a free spot only the school can help.
 * @param toCome a credit that they would have, such as of an absence that isn't recorded yet
 */
export function listMakeUps(actor: Actor, studentId: string, toCome: readonly OpenCredit[] = []) {
  const { credits, offers } = listOffers(actor, studentId, toCome)
  const byArrangement = !credits.some((credit) => hasOwnTimes(actor, credit))
  return { credits, offers, byArrangement }
}

/** The same without whether only the school can help. Open credits aren’t looked up where it’s known that there are none. */
export function listOffers(actor: Actor, studentId: string, toCome: readonly OpenCredit[], hasOpen = true) {
  const credits = [...(hasOpen ? listOpenCredits(actor, studentId) : []), ...toCome].sort((a, b) =>
    a.expiresOn.localeCompare(b.expiresOn),
  )
  const days = offeredDays(actor, credits)
  const offers = days
    ? [
        ...listJoinableSessions(actor, studentId, credits, days),
        ...listFreeTimes(actor, studentId, credits, days),
      ].sort((a, b) => `${a.date} ${a.startTime}`.localeCompare(`${b.date} ${b.startTime}`))
    : []
  return { credits, offers }
}

type Refused = { ok: false; reason: MakeUpRefusal }

/** What was booked: date and wall-clock start in the school's zone. */
export type BookedMakeUp = { ok: true; sessionId: string; title: string; date: string; startTime: string }

/** The same, and whether it was booked before. */
export type BookedOnce = BookedMakeUp & { isRepeat: boolean }

/** A private time takes the credit that it was offered for, a spot the oldest. */
type Planned = BookedMakeUp & { creditId?: string }

/**
 * Books a make-up lesson with the student's oldest credit that fits it: a spot in a session, or a session beside the
 * schedule at a time of the teacher. The caller has made sure that the student is the actor's; a child's own sign-in may not. Of two at
 * once for one place or time the first gets it, and the other keeps the credit.
 */
export function bookMakeUp(
  actor: Actor,
  student: { id: string; as?: PortalStudent["as"] },
  wish: MakeUpWish,
): BookedMakeUp | Refused {
  if (student.as === "child") return { ok: false, reason: "a-child" }
  return allOrNothing(() => {
    const credits = listOpenCredits(actor, student.id)
    if (credits.length === 0) return refused("no-credit")
    const lesson =
      wish.kind === "place"
        ? joinSession(actor, student.id, credits, wish)
        : addLesson(actor, student.id, credits, wish)
    if (!lesson.ok) return lesson
    const { creditId, ...booked } = lesson
    return seatMakeUp(actor, student.id, { sessionId: booked.sessionId, creditId })
      ? booked
      : refused("no-credit-then")
  })
}

/**
 * The same for a form that may arrive twice, as after a double click: what the student has at that place or time already is
 * answered as it is, and nothing more is booked.
 */
export function bookOnce(
  actor: Actor,
  student: { id: string; as?: PortalStudent["as"] },
  wish: MakeUpWish,
): BookedOnce | Refused {
  const there = student.as === "child" ? undefined : findBooked(actor, student.id, wish)
  if (there) return { ...there, isRepeat: true }
  const booked = bookMakeUp(actor, student, wish)
  return booked.ok ? { ...booked, isRepeat: false } : booked
}

/** The make-up lesson that the student has at this place or time and means to come to. */
function findBooked(actor: Actor, studentId: string, wish: MakeUpWish): BookedMakeUp | undefined {
  const there =
    wish.kind === "place"
      ? eq(seats.sessionId, wish.sessionId)
      : and(eq(sessions.localDate, wish.date), eq(sessions.startTime, wish.startTime))
  const found = select({
    sessionId: sessions.id,
    title: classes.name,
    date: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(seats)
    .crossJoin(sessions)
    .crossJoin(classes)
    .where(
      and(
        own(actor, seats),
        eq(seats.studentId, studentId),
        eq(seats.kind, "make_up"),
        isNull(seats.noticeAt),
        joined(sessions, seats.sessionId),
        joined(classes, sessions.classId),
        eq(sessions.state, "planned"),
        there,
      ),
    )
    .get()
  return found && { ok: true, ...found }
}

/**
 * Gives a student a make-up spot in a lesson and uses this credit, or their oldest, in the caller's transaction; the
 * teacher is told.
 */
export function seatMakeUp(
  actor: Actor,
  studentId: string,
  { sessionId, creditId }: { sessionId: string; creditId?: string },
): boolean {
  const id = add(actor, seats, { sessionId, studentId, kind: "make_up" })
  if (!redeemCredit(actor, studentId, id, creditId).ok) return false
  recordEvent(actor, {
    verb: "book-make-up",
    noun: "seat",
    nounId: id,
    after: { sessionId, studentId },
  })
  tellChange(actor, "booked", listSessionsToTell(actor, [sessionId]), { families: false })
  return true
}

const refused = (reason: MakeUpRefusal): Refused => ({ ok: false, reason })

function joinSession(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  { sessionId, shown }: { sessionId: string; shown?: string | undefined },
): Planned | Refused {
  const found = findJoinableSession(actor, studentId, credits, sessionId)
  if (!found) return refused(findSessionRow(actor, sessionId) ? "not-offered" : "no-session")
  if (found.refusal) return refused(found.refusal)
  const { startsAt, endsAt, className, date, startTime } = found.place
  if (shown && shown !== timeValue(date, startTime)) return refused("moved")
  claim(actor, { id: sessionId, startsAt, endsAt, teacherId: null, roomId: null }, [studentId])
  return { ok: true, sessionId, title: className, date, startTime }
}

function addLesson(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  { date, startTime }: { date: string; startTime: string },
): Planned | Refused {
  const days = offeredDays(actor, credits)
  if (!days || date < days[0] || date > days[1]) return refused("not-offered")
  const credit = creditAt(actor, studentId, credits, { date, startTime })
  if (!credit) return refused("not-offered")
  const { classId, className, minutes, creditId } = credit
  const added = addSession(actor, { classId, minutes, date, startTime })
  if (!added.ok) return refused("not-offered")
  return { ok: true, sessionId: added.sessionId, title: className, date, startTime, creditId }
}
