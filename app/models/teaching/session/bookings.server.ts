import { transact } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { leaveOn } from "../leave/leave"
import { listLeaves } from "../leave/leave.server"
import { claimAll, releaseFrom } from "./claim.server"

/**
 * Brings a student's bookings in a class in line with their enrollments and leaves there: books the class's planned sessions on
 * enrolled days outside a leave, frees the others. Call it after an enrollment was made, ended or moved, or a leave changed; calling
 * again changes nothing. Throws when the enrollment is not the school's.
 */
export function bookStudent(actor: Actor, enrollmentId: string) {
  transact(() => {
    const { classId, studentId } = findEnrollment(actor, enrollmentId)
    const stays = select()
      .from(enrollments)
      .where(
        and(own(actor, enrollments), eq(enrollments.classId, classId), eq(enrollments.studentId, studentId)),
      )
      .all()
    const planned = select()
      .from(sessions)
      .where(and(own(actor, sessions), eq(sessions.classId, classId), eq(sessions.state, "planned")))
      .all()
    const away = listLeaves(actor, [studentId], { from: "", to: "9999-12-31" })
    const attends = ({ localDate }: { localDate: string }) =>
      stays.some(
        ({ startsOn, endsOn }) => startsOn <= localDate && (endsOn === null || localDate <= endsOn),
      ) && !leaveOn(away, { studentId, classId }, localDate)
    claimStudent(
      actor,
      studentId,
      planned.filter((session) => attends(session)),
    )
    releaseFrom(
      actor,
      "student",
      studentId,
      planned.filter((session) => !attends(session)).map(({ id }) => id),
    )
  })
}

function claimStudent(actor: Actor, studentId: string, planned: (typeof sessions.$inferSelect)[]) {
  claimAll(
    actor,
    planned.map((session) => ({
      session: { ...session, teacherId: null, roomId: null },
      studentIds: [studentId],
    })),
  )
}

function findEnrollment(actor: Actor, enrollmentId: string) {
  const found = find(actor, enrollments, enrollmentId)
  if (!found) throw new Error(`No enrollment ${enrollmentId} in this school`)
  return found
}
