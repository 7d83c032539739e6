import { teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { trialBookings } from "db/schema/teaching-trials"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findHeldMail, takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { fullName } from "~/utils/names"

// Whoever booked a trial lesson on the public page has no contact of a student that lessons are told to. Until there is a student, a
// letter of its own tells them what the school changes about it: in two minutes, and nothing where it is as they know it by then.

/** Of a trial lesson with no student yet: whose it is, and what they know of it. Dates and times in the school's zone. */
const columns = {
  bookingId: trialBookings.id,
  sessionId: sessions.id,
  inquiryId: inquiries.id,
  firstName: inquiries.firstName,
  lastName: inquiries.lastName,
  email: inquiries.email,
  date: sessions.localDate,
  startTime: sessions.startTime,
  minutes: sessions.minutes,
  startsAt: sessions.startsAt,
  endsAt: sessions.endsAt,
  state: sessions.state,
  teacherName: teachers.name,
  roomName: rooms.name,
}

export type BookedTrial = NonNullable<ReturnType<typeof findBookedTrial>>

/** The booking by which a lesson is a stranger's; undefined for every other lesson, and once there is a student. */
export const findBookedTrial = (actor: Actor, sessionId: string) =>
  select(columns)
    .from(trialBookings)
    .innerJoin(sessions, joined(sessions, trialBookings.sessionId))
    .innerJoin(inquiries, joined(inquiries, trialBookings.inquiryId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(
      and(own(actor, trialBookings), eq(trialBookings.sessionId, sessionId), isNull(inquiries.studentId)),
    )
    .get()

/** Who booked a lesson that has no student yet; null for every other one. */
export function findTrialBooker(actor: Actor, sessionId: string): { inquiryId: string; name: string } | null {
  const booked = findBookedTrial(actor, sessionId)
  return booked ? { inquiryId: booked.inquiryId, name: nameOf(booked) } : null
}

const nameOf = ({ firstName, lastName }: Pick<BookedTrial, "firstName" | "lastName">) =>
  fullName({ firstName: firstName ?? "", lastName: lastName ?? "" })

const keyOf = (bookingId: string) => `trial:${bookingId}`

const knownAs = ({ state, date, startTime, minutes, teacherName, roomName }: BookedTrial) =>
  state === "cancelled" ? "canceled" : JSON.stringify([date, startTime, minutes, teacherName ?? "", roomName])

/** What waits to be told of a booking is told by something else. */
export const takeBackTrialChange = (actor: Actor, { bookingId }: Pick<BookedTrial, "bookingId">) =>
  takeMailBack(actor.school.id, keyOf(bookingId))

/**
 * Tells who booked a trial lesson that it is canceled, back, or moved: in two minutes, and nothing once it is as they know it again or
 * its time is over. `before` is the lesson before the change; `reason` is one that they may read.
 */
export function tellTrialSoon(actor: Actor, before: BookedTrial | undefined, reason: string | null = null) {
  if (!before?.email) return
  const { bookingId, sessionId, email } = before
  const { school } = actor
  const known = findHeldMail(school.id, keyOf(bookingId), "trial-changed")?.known ?? knownAs(before)
  takeMailBack(school.id, keyOf(bookingId))
  const lesson = findBookedTrial(actor, sessionId)
  if (!lesson || knownAs(lesson) === known || Math.max(before.startsAt, lesson.startsAt) <= now()) return
  const { startsAt, endsAt, roomName, teacherName, date, startTime, minutes } = lesson
  const isCanceled = lesson.state === "cancelled"
  queueMail({
    template: "trial-changed",
    schoolId: school.id,
    recipient: email,
    heldFor: keyOf(bookingId),
    dueAt: now() + heldMs,
    data: {
      ...{ schoolName: school.name, schoolId: school.id, bookingId, studentName: nameOf(lesson) },
      ...{ known, isCanceled, reason: isCanceled ? reason : null },
      day: formatDate(date, "weekday", school),
      time: formatTimeRange(startTime, addMinutes(startTime, minutes), school),
      ...{ teacherName: teacherName ?? "", roomName, startsAt, endsAt, changedAt: now() },
    },
  })
}
