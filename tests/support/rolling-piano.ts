import { db } from "db/client.server"
import { makeUpCredits, outcomes } from "db/schema/attendance"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { rollOverClasses } from "~/models/teaching/roll-over/roll-over-classes.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { addScheduleRow, addTeacherRow, openClass } from "./lessons"
import { changeRows, openSchool, rowsOf } from "./school"

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)

/** Milo's Piano with Theo on Wednesdays at 4:00 PM, and the spring term that begins on January 11: what rolls over into it. */
export function openRollingPiano() {
  const { actor } = openSchool()
  const schoolId = actor.school.id
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  const termId = listTerms(actor)[0]?.id ?? ""
  const teacherId = addTeacherRow(actor, "Theo Petrović", "Piano")
  const piano = openClass(actor, {
    class: { name: "Piano", kind: "private", capacity: 3, teacherId },
    pupils: ["Milo Haddad"],
  })
  const scheduleId = addScheduleRow(actor, piano.classId, { startTime: "16:00" })
  makeSessions(actor, scheduleId, "2027-02-10", { from: "2026-11-25" })
  for (const id of piano.enrollmentIds) bookStudent(actor, id)
  const choice = { termId, price: "", reason: "" }

  const lessonsOf = (classId: string) => rowsOf(sessions, { schoolId, classId }, { by: "startsAt" })
  return {
    actor,
    teacherId,
    termId,
    ...piano,
    lessonsOf,
    lessonOn(date: string, classId = piano.classId) {
      const found = lessonsOf(classId).filter(({ originalDate }) => originalDate === date)
      if (!found[0] || found.length > 1) throw new Error(`${found.length} lessons on ${date}`)
      return found[0]
    },
    planText: () => rollOverClasses.plan(actor, [piano.classId], choice)[0]?.text ?? "",
    carryOut(classId = piano.classId, wish = choice) {
      const about = { kind: "roll-over-classes", about: {}, items: [], formKey: classId } as const
      const subject = { taskId: startTask(actor, about), subjectId: classId, name: "", detail: null }
      const done = rollOverClasses.work.carryOut(actor, wish, subject)
      if (!done.ok) throw new Error(done.reason)
      const { before } = done
      return {
        classId: done.made ?? "",
        undo: () => rollOverClasses.work.undo?.(actor, wish, { subjectId: classId, before }),
      }
    },
    /** All that a roll-over and its undo may leave as it was. */
    state: () => ({
      lessons: rowsOf(sessions, { schoolId })
        // Lessons about which nothing is known are made again.
        .map(({ revision: _, id: _id, createdAt: _at, ...lesson }) => lesson)
        .sort((a, b) => a.startsAt - b.startsAt || a.classId.localeCompare(b.classId)),
      seats: rowsOf(seats, { schoolId }).sort(byId),
      credits: rowsOf(makeUpCredits, { schoolId }).sort(byId),
      booked: db()
        .select({ on: sessions.localDate, of: bookings.resourceId })
        .from(bookings)
        .innerJoin(sessions, eq(sessions.id, bookings.sessionId))
        .where(eq(bookings.schoolId, schoolId))
        .all()
        .map(({ on, of }) => `${on} ${of}`)
        .sort(),
    }),
    /** Canceled lessons give their students a credit. */
    earnCredits: () => changeRows(outcomes, { schoolId, code: "cancelled" }, { issuesCredit: true }),
  }
}
