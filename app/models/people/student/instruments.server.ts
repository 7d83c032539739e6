import { db, prepareOnce } from "db/client.server"
import { studentInstruments, students } from "db/schema/people"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"

// What a student learns, in their order. The first is on the student, where lists and filters read it.

export type InstrumentAndLevel = { instrument: string; level: string | null }

export function listInstrumentsOf(actor: Actor, studentId: string): InstrumentAndLevel[] {
  const first = firstQuery().get({ schoolId: actor.school.id, studentId })
  const others = othersQuery().all({ schoolId: actor.school.id, studentId })
  return [...(first?.instrument ? [{ instrument: first.instrument, level: first.level }] : []), ...others]
}

const [school, student] = [sql.placeholder("schoolId"), sql.placeholder("studentId")]

const firstQuery = prepareOnce(() =>
  db()
    .select({ instrument: students.instrument, level: students.level })
    .from(students)
    .where(own(school, students, student))
    .prepare(),
)

const othersQuery = prepareOnce(() =>
  db()
    .select({ instrument: studentInstruments.instrument, level: studentInstruments.level })
    .from(studentInstruments)
    .where(and(own(school, studentInstruments), eq(studentInstruments.studentId, student)))
    .orderBy(asc(studentInstruments.position))
    .prepare(),
)

/** Records again what a student learns, in the caller's transaction. */
export function saveInstruments(actor: Actor, studentId: string, learned: readonly InstrumentAndLevel[]) {
  const [first, ...others] = learned
  db()
    .update(students)
    .set({ instrument: first?.instrument ?? null, level: first?.level ?? null })
    .where(own(actor, students, studentId))
    .run()
  db()
    .delete(studentInstruments)
    .where(and(own(actor, studentInstruments), eq(studentInstruments.studentId, studentId)))
    .run()
  for (const [position, other] of others.entries())
    db()
      .insert(studentInstruments)
      .values({ ...newRow(actor), studentId, ...other, position })
      .run()
}
