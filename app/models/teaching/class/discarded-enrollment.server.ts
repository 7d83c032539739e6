import { students } from "db/schema/people"
import { classes, enrollments, ownPrices } from "db/schema/teaching"
import { eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin, forgetDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import type { RestoreRefusal } from "~/texts/foundation/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { earlierEnd } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { feesFollow } from "../price/fees-follow.server"
import { bookStudent } from "../session/bookings.server"
import { settleClashes } from "../session/settle-clashes.server"
import { listComing } from "./discarded-co-teaching.server"
import { leaveLine, refusalToEnroll } from "./enroll.server"

// An enrollment that hadn't begun when its student left. The bin keeps it with its own prices; the lessons it books are
// booked again when it comes back.

type Ending = { endsOn: string | null; endReason: string | null }

const findIt = (actor: Actor, enrollmentId: string) =>
  select({ enrollment: enrollments, student: students, class: classes })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(own(actor, enrollments, enrollmentId))
    .get()

/** Deletes an enrollment, with the end it had before the student left; in the caller's transaction. */
export function discardEnrollment(actor: Actor, enrollmentId: string, ending: Ending) {
  const found = findIt(actor, enrollmentId)
  if (!found) return
  const theirs = own(actor, enrollments, enrollmentId)
  change(actor, enrollments, theirs, ending)
  const startsOn = formatDate(found.enrollment.startsOn, "medium", actor.school)
  const name = `${fullName(found.student)}, ${found.class.name}, from ${startsOn}`
  deleteToBin(actor, { noun: "enrollment", recordId: enrollmentId, name }, () => {
    remove(actor, ownPrices, eq(ownPrices.enrollmentId, enrollmentId))
    remove(actor, enrollments, enrollmentId)
  })
}

/** One that came back otherwise, by undoing why it went. */
export const keepFromBin = (actor: Actor, enrollmentId: string) =>
  forgetDeleted(actor, enrollmentId, "enrollment")

/** What is kept of it in the bin. */
const Kept = z.object({
  classId: z.string(),
  studentId: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
})

/** It begins today at the earliest. */
function startOf(actor: Actor, startsOn: string): string {
  const day = todayOf(actor)
  return startsOn > day ? startsOn : day
}

/** Why an enrollment in the bin can't come back now: its student has left, or its class ended, is full or has them again. */
export function refusalToResume(actor: Actor, row: unknown): RestoreRefusal | undefined {
  const { classId, studentId, endsOn, ...kept } = Kept.parse(row)
  const student = find(actor, students, studentId)
  const group = find(actor, classes, classId)
  const startsOn = startOf(actor, kept.startsOn)
  if (!student || student.erasedAt !== null || !group) return "place-gone"
  if (student.status === "former") return "left"
  const end = earlierEnd(endsOn, group.endedOn)
  if (end !== null && end < startsOn) return "class-ended"
  const refusal = refusalToEnroll(actor, { classId, studentId, startsOn, endsOn })
  return refusal && (refusal === "full" ? "class-full" : "still-there")
}

/** Books its lessons, in the caller's all-or-nothing, once its rows are back; refused where the student is in another. */
export function resumeEnrollment(actor: Actor, enrollmentId: string): RestoreRefusal | undefined {
  const found = findIt(actor, enrollmentId)
  if (!found) return "place-gone"
  const { classId, studentId } = found.enrollment
  const startsOn = startOf(actor, found.enrollment.startsOn)
  const endsOn = earlierEnd(found.enrollment.endsOn, found.class.endedOn)
  change(actor, enrollments, enrollmentId, { startsOn, endsOn })
  bookStudent(actor, enrollmentId)
  feesFollow(actor, { classId, enrollmentId })
  const coming = listComing(actor, classId, startsOn).map(({ id }) => id)
  const settled = settleClashes(actor, coming, {
    concerns: ({ resource, resourceId }) => resource === "student" && resourceId === studentId,
  })
  if (!settled.ok) return "busy"
  leaveLine(actor, { classId, studentId })
  recordEvent(actor, {
    verb: "enroll",
    noun: "enrollment",
    nounId: enrollmentId,
    after: { classId, studentId, name: fullName(found.student), startsOn, endsOn },
  })
  return undefined
}
