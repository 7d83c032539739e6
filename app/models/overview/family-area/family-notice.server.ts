import { transact } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { noteAbsence, withdrawNotice } from "~/models/attendance/notice/notice.server"
import { readRegister } from "~/models/attendance/register/read-register.server"
import { effectOf, takenFor } from "~/models/attendance/register/register"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { noticeInTime } from "~/models/teaching/seat/seat"
import { seatedSessions } from "~/models/teaching/seat/seated-session.server"
import { now } from "~/utils/clock.server"
import type { Consequence, FamilyNoticeRefusal } from "./family-notice"
import { findPortalSession } from "./portal-sessions.server"

// An absence notice by a family. It sets no mark: the register suggests one from it, and the outcome table
// decides the rest, just as for a notice recorded by the office.

type Refused = { ok: false; reason: FamilyNoticeRefusal }

/** Reports an absence. A child's own login may not report one: it may cost money. */
export function reportAbsence(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
  text: string | null,
): { ok: true } | Refused {
  return transact(() => {
    const found = findOpenSession(actor, student, sessionId)
    if (!found.ok) return found
    const noted = noteAbsence(actor, found.session, student.id, { at: now(), text })
    return noted.ok ? { ok: true } : { ok: false, reason: "marked" }
  })
}

/** Withdraws a reported absence. Refused once a make-up lesson is booked with the credit it earned. */
export function withdrawAbsence(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
): { ok: true } | Refused {
  return transact(() => {
    const found = findOpenSession(actor, student, sessionId)
    if (!found.ok) return found
    return withdrawNotice(actor, found.session, student.id)
  })
}

/** The effect of an absence reported now, by the school's present rules; undefined when none can be reported. */
export function findConsequence(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
): Consequence | undefined {
  const found = findOpenSession(actor, student, sessionId)
  if (!found.ok) return undefined
  const { session } = found
  const seat = readRegister(actor, session).find(({ studentId }) => studentId === student.id)
  const { noticeHours, currency } = actor.school
  const inTime = noticeInTime(now(), session.startsAt, noticeHours)
  const code = inTime ? "excused" : "absent"
  const outcome = listOutcomes(actor).find((each) => each.code === code)
  if (!seat || !outcome) return undefined
  const { chargedMinor, creditUntil } = effectOf(
    { ...seat.terms, notice: inTime ? "in-time" : "late" },
    outcome,
  )
  const earned = seat.credits.find(({ isRevoked }) => !isRevoked)
  return {
    inTime,
    inTimeUntil: session.startsAt - noticeHours * 3_600_000,
    noticeHours,
    billing: seat.terms.billing,
    taken: takenFor(seat.terms, outcome.chargedPercent).taken,
    chargedMinor,
    currency,
    creditUntil,
    earned: earned ? { until: earned.expiresOn, usedOn: earned.usedOn } : null,
  }
}

type OpenSession = { ok: true; session: NonNullable<ReturnType<ReturnType<typeof seatedSessions>["get"]>> }

/** The session, when this person may say something of it. */
function findOpenSession(actor: Actor, student: PortalStudent, sessionId: string): OpenSession | Refused {
  const seen = findPortalSession(actor, student, sessionId)
  if (!seen) return { ok: false, reason: "not-theirs" }
  if (student.as === "child") return { ok: false, reason: "a-child" }
  if (seen.state === "cancelled") return { ok: false, reason: "cancelled" }
  if (seen.code !== null) return { ok: false, reason: "marked" }
  if (seen.startsAt <= now()) return { ok: false, reason: "begun" }
  const session = seatedSessions()
    .where(own(actor, sessions, sessionId))
    .get()
  return session ? { ok: true, session } : { ok: false, reason: "not-theirs" }
}
