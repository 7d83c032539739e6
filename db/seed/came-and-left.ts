import { db } from "db/client.server"
import { studentStatusChanges, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { chance } from "./chance"

/** Students who joined later or left, so that the figures of the half year have both. */
export function rememberWhoCameWhen(actor: Actor, todayDate: string, historyFrom: string) {
  const schoolId = actor.school.id
  const joined = db()
    .select({ studentId: enrollments.studentId, startsOn: sql<string>`min(${enrollments.startsOn})` })
    .from(enrollments)
    .where(eq(enrollments.schoolId, schoolId))
    .groupBy(enrollments.studentId)
    .all()
  const changesOf = (studentId: string) =>
    and(eq(studentStatusChanges.schoolId, schoolId), eq(studentStatusChanges.studentId, studentId))
  for (const { studentId, startsOn } of joined)
    db().update(studentStatusChanges).set({ fromDate: startsOn }).where(changesOf(studentId)).run()
  const left = db()
    .select({
      id: students.id,
      code: students.code,
      name: sql<string>`${students.firstName} || ' ' || ${students.lastName}`,
      instrument: students.instrument,
    })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.status, "former")))
    .all()
  for (const { id, code, name, instrument } of left) {
    const leftOn = addDays(todayDate, -Math.round(20 + chance("left", code ?? "") * 140))
    db().update(studentStatusChanges).set({ status: "active" }).where(changesOf(id)).run()
    db()
      .insert(studentStatusChanges)
      .values({
        schoolId,
        id: newId(),
        createdAt: now(),
        studentId: id,
        status: "former",
        fromDate: leftOn,
        reason: "Moved away",
      })
      .run()
    endClassOf(actor, { studentId: id, name, instrument }, [historyFrom, leftOn])
  }
}

/** The class that someone had until they left, with a teacher of their instrument: who stayed is counted by spots. */
function endClassOf(
  actor: Actor,
  { studentId, name, instrument }: { studentId: string; name: string; instrument: string | null },
  [startsOn, endsOn]: [string, string],
) {
  if (!instrument) return
  const alike = db()
    .select({ teacherId: classes.teacherId })
    .from(classes)
    .where(and(eq(classes.schoolId, actor.school.id), eq(classes.instrument, instrument)))
    .get()
  const row = () => ({ schoolId: actor.school.id, id: newId(), createdAt: now() })
  const schoolClass = row()
  db()
    .insert(classes)
    .values({
      ...schoolClass,
      name: `${name}, ${instrument.toLowerCase()}`,
      kind: "private",
      instrument,
      teacherId: alike?.teacherId ?? null,
      capacity: 1,
      endedOn: endsOn,
    })
    .run()
  db()
    .insert(enrollments)
    .values({ ...row(), classId: schoolClass.id, studentId, startsOn, endsOn, endReason: "Moved away" })
    .run()
}
