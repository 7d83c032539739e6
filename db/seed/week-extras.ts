import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, isNotNull, lt, ne } from "drizzle-orm"
import { addGuests } from "~/models/attendance/guest/guests.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { listStudents } from "~/models/people/student/list-students.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { addCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { listClasses } from "~/models/teaching/class/list-classes.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"

/** A pianist joins one lesson of the piano lab, the week after next. */
export function inviteGuest(actor: Actor, todayDate: string) {
  const lab = listSessionsOn(actor, addDays(todayDate, 8), addDays(todayDate, 21)).find(
    ({ className, state }) => className === "Piano lab" && state === "planned",
  )
  if (!lab) return
  const inside = new Set(lab.students.map(({ id }) => id))
  const others = listStudents(actor, { instrument: "Piano", status: "active" }).students
  for (const { id } of others.filter((student) => !inside.has(student.id)))
    if (addGuests(actor, lab.id, { students: [id], isFree: true }).ok) return
}

/** Helena joins Marcus in the guitar ensemble, four weeks from now. */
export function shareAnEnsemble(actor: Actor, todayDate: string) {
  const [ensemble] = listClasses(actor, { search: "Guitar ensemble" }, 1).classes
  const second = listTeachers(actor).find(({ name }) => name === "Helena Novak")
  if (!ensemble || !second) return
  addCoTeacher(actor, ensemble.id, { teacherId: second.id, startsOn: addDays(todayDate, 28) })
}

/** The latest private lesson that a family canceled: its time was offered once, and no one claimed it. */
export function rememberFreedTime(actor: Actor) {
  const { id: schoolId } = actor.school
  const missed = db()
    .select({ sessionId: sessions.id, startsAt: sessions.startsAt, studentId: makeUpCredits.studentId })
    .from(makeUpCredits)
    .innerJoin(seats, and(eq(seats.schoolId, schoolId), eq(seats.id, makeUpCredits.originSeatId)))
    .innerJoin(sessions, and(eq(sessions.schoolId, schoolId), eq(sessions.id, seats.sessionId)))
    .innerJoin(classes, and(eq(classes.schoolId, schoolId), eq(classes.id, sessions.classId)))
    .where(
      and(eq(makeUpCredits.schoolId, schoolId), eq(classes.kind, "private"), lt(sessions.startsAt, now())),
    )
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .get()
  const holder =
    missed &&
    db()
      .select({ studentId: makeUpCredits.studentId })
      .from(makeUpCredits)
      .where(
        and(
          eq(makeUpCredits.schoolId, schoolId),
          ne(makeUpCredits.studentId, missed.studentId),
          isNotNull(makeUpCredits.originSeatId),
        ),
      )
      .orderBy(makeUpCredits.expiresOn, makeUpCredits.id)
      .get()
  if (!missed || !holder) return
  const closedAt = missed.startsAt - 2 * 3_600_000
  const freed = { ...newRow(actor), createdAt: missed.startsAt - 26 * 3_600_000 }
  db()
    .insert(freedTimes)
    .values({ ...freed, sessionId: missed.sessionId, state: "over", closedAt })
    .run()
  db()
    .insert(freedOffers)
    .values({
      ...newRow(actor),
      createdAt: freed.createdAt,
      freedTimeId: freed.id,
      studentId: holder.studentId,
      offerUntil: closedAt,
      state: "expired",
      closedAt,
    })
    .run()
}
