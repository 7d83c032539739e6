import { db } from "db/client.server"
import { seats } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { claim } from "~/models/teaching/session/claim.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { tellChange } from "~/models/teaching/session/tell-change.server"
import { creditAt } from "./free-times.server"
import { findJoinableSession } from "./joinable-sessions.server"
import { offeredDays } from "./list-make-ups.server"
import type { MakeUpRefusal, MakeUpWish } from "./make-up"
import { listOpenCredits, type OpenCredit } from "./open-credits.server"

type Refused = { ok: false; reason: MakeUpRefusal }

/** What was booked: date and wall-clock start in the school's zone. */
export type BookedMakeUp = { ok: true; sessionId: string; title: string; date: string; startTime: string }

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
        ? joinSession(actor, student.id, credits, wish.sessionId)
        : addLesson(actor, student.id, credits, wish)
    if (!lesson.ok) return lesson
    const { creditId, ...booked } = lesson
    return seatMakeUp(actor, student.id, { sessionId: booked.sessionId, creditId })
      ? booked
      : refused("no-credit-then")
  })
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
  const row = newRow(actor)
  db()
    .insert(seats)
    .values({ ...row, sessionId, studentId, kind: "make_up" })
    .run()
  if (!redeemCredit(actor, studentId, row.id, creditId).ok) return false
  recordEvent(actor, {
    verb: "book-make-up",
    noun: "seat",
    nounId: row.id,
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
  sessionId: string,
): Planned | Refused {
  const found = findJoinableSession(actor, studentId, credits, sessionId)
  if (!found) return refused(findSessionRow(actor, sessionId) ? "not-offered" : "no-session")
  if (found.refusal) return refused(found.refusal)
  const { startsAt, endsAt, className, date, startTime } = found.place
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
