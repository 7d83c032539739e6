import { transact } from "db/client.server"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { claimSpots } from "~/models/teaching/session/claim.server"
import { listOverlaps } from "~/models/teaching/session/clash.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import type { FreedTimeRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { seatMakeUp } from "../make-up/book-make-up.server"
import {
  closeFreedTime,
  closeOffer,
  isStillFree,
  isTeacherAway,
  nameOf,
  offerNext,
} from "./freed-times.server"
import { classNameOf, creditFor, hasFreeSpot, type SessionFacts } from "./next-in-line.server"

type Asked = Pick<PortalStudent, "id" | "as">

/** What was booked. */
type Claimed = { sessionId: string; title: string; date: string; startTime: string }

/**
 * Books a make-up lesson of the student's own class at the freed time, with its teacher and room, or the freed spot in a group
 * lesson, and uses the credit. Of two at once the first gets it. The caller has made sure that the student is the actor's.
 */
export function claimFreedTime(
  actor: Actor,
  offerId: string,
  student: Asked,
): Result<Claimed, FreedTimeRefusal> {
  if (student.as === "child") return { ok: false, reason: "a-child" }
  return allOrNothing((): Result<Claimed, FreedTimeRefusal> => {
    const found = findOffer(actor, offerId, student.id)
    if (!found) return { ok: false, reason: "not-found" }
    const { offer, freed } = found
    if (freed.state === "claimed")
      return { ok: false, reason: offer.state === "claimed" ? "yours-already" : "given-away" }
    if (freed.state !== "open") return { ok: false, reason: "no-longer-free" }
    if (offer.state !== "offered" || offer.offerUntil <= now()) return { ok: false, reason: "run-out" }
    const session = findSessionRow(actor, freed.sessionId)
    if (!session || !isStillFree(session) || isTeacherAway(actor, session))
      return { ok: false, reason: "no-longer-free" }
    if (listOverlaps(actor, session, "student", [student.id]).length > 0)
      return { ok: false, reason: "clash" }
    const credit = creditFor(actor, freed, student.id, session)
    if (!credit) return { ok: false, reason: "no-credit" }
    if (freed.absentStudentId) return claimSpot(actor, offer.id, freed, { studentId: student.id, session })
    const { localDate: date, startTime, teacherId, roomId } = session
    const added = addSession(actor, {
      classId: credit.classId,
      date,
      startTime,
      minutes: credit.minutes,
      teacherId,
      roomId,
      instead: session.id,
    })
    if (!added.ok) return { ok: false, reason: "no-longer-free" }
    const { sessionId } = added
    if (!seatMakeUp(actor, student.id, { sessionId, creditId: credit.creditId }))
      return { ok: false, reason: "no-credit" }
    setClaimed(actor, offer.id, freed.id, sessionId)
    return { ok: true, sessionId, title: credit.className, date, startTime }
  })
}

/** Joins the group lesson in place of the student who isn't coming, as long as no more come than it has room for. */
function claimSpot(
  actor: Actor,
  offerId: string,
  freed: { id: string },
  { studentId, session }: { studentId: string; session: SessionFacts },
): Result<Claimed, FreedTimeRefusal> {
  if (!hasFreeSpot(actor, session)) return { ok: false, reason: "no-longer-free" }
  const { id, startsAt, endsAt, classId, localDate: date, startTime } = session
  claimSpots(actor, { id, startsAt, endsAt }, [studentId])
  if (!seatMakeUp(actor, studentId, { sessionId: id })) return { ok: false, reason: "no-credit" }
  setClaimed(actor, offerId, freed.id, id)
  return { ok: true, sessionId: id, title: classNameOf(actor, classId), date, startTime }
}

function setClaimed(actor: Actor, offerId: string, freedTimeId: string, makeUpSessionId: string) {
  closeOffer(actor, offerId, "claimed")
  change(actor, freedTimes, freedTimeId, { state: "claimed", makeUpSessionId, closedAt: now() })
}

/** Declines the offer; the time goes to the next in line. */
export function declineFreedTime(
  actor: Actor,
  offerId: string,
  student: Asked,
): Result<void, FreedTimeRefusal> {
  if (student.as === "child") return { ok: false, reason: "a-child" }
  return transact((): Result<void, FreedTimeRefusal> => {
    const found = findOffer(actor, offerId, student.id)
    if (!found) return { ok: false, reason: "not-found" }
    const { offer, freed } = found
    if (offer.state !== "offered") return { ok: false, reason: "run-out" }
    closeOffer(actor, offer.id, "declined")
    recordEvent(actor, "session.decline-freed-time", freed.sessionId, {
      after: { name: nameOf(actor, student.id), studentId: student.id },
    })
    offerNext(actor, freed)
    return { ok: true }
  })
}

/** The office stops offering a time. */
export function stopFreedTime(actor: Actor, freedTimeId: string): Result<void, "not-found" | "closed"> {
  return transact((): Result<void, "not-found" | "closed"> => {
    const freed = find(actor, freedTimes, freedTimeId)
    if (!freed) return { ok: false, reason: "not-found" }
    if (freed.state !== "open") return { ok: false, reason: "closed" }
    closeFreedTime(actor, freed.id, "stopped")
    recordEvent(actor, "session.stop-freed-time", freed.sessionId)
    return { ok: true }
  })
}

const findOffer = (actor: Actor, offerId: string, studentId: string) =>
  select({ offer: freedOffers, freed: freedTimes })
    .from(freedOffers)
    .innerJoin(freedTimes, joined(freedTimes, freedOffers.freedTimeId))
    .where(and(own(actor, freedOffers, offerId), eq(freedOffers.studentId, studentId)))
    .get()
