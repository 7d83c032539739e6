import { studentInstruments, students } from "db/schema/people"
import { and, asc, eq, sql } from "drizzle-orm"
import { instrumentAsListed } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, query, remove, select } from "~/models/foundation/access/door.server"

// What a student learns, in their order. The first is on the student, where lists and filters read it.

export type InstrumentAndLevel = { instrument: string; level: string | null }

export function listInstrumentsOf(actor: Actor, studentId: string): InstrumentAndLevel[] {
  const first = firstQuery.get(actor, { studentId })
  const others = othersQuery.all(actor, { studentId })
  return [...(first?.instrument ? [{ instrument: first.instrument, level: first.level }] : []), ...others]
}

const firstQuery = query((p: Params<{ studentId: string }>, own) =>
  select({ instrument: students.instrument, level: students.level })
    .from(students)
    .where(own(students, p.studentId)),
)

const othersQuery = query((p: Params<{ studentId: string }>, own) =>
  select({ instrument: studentInstruments.instrument, level: studentInstruments.level })
    .from(studentInstruments)
    .where(and(own(studentInstruments), eq(studentInstruments.studentId, p.studentId)))
    .orderBy(asc(studentInstruments.position)),
)

/** Records again what a student learns, in the caller's transaction. */
export function saveInstruments(actor: Actor, studentId: string, learned: readonly InstrumentAndLevel[]) {
  const named = learned.map((each) => ({ ...each, instrument: instrumentAsListed(actor, each.instrument) }))
  const key = ({ instrument }: InstrumentAndLevel) => instrument.toLowerCase()
  // Of one that is named twice, the first counts.
  const [first, ...others] = named.filter(
    (each, index) => named.findIndex((other) => key(other) === key(each)) === index,
  )
  change(actor, students, studentId, { instrument: first?.instrument ?? null, level: first?.level ?? null })
  remove(actor, studentInstruments, eq(studentInstruments.studentId, studentId))
  for (const [position, other] of others.entries())
    add(actor, studentInstruments, { studentId, ...other, position })
}

/**
 * Of an instrument that a student has twice, as after an undo, whatever its capitals, the student's own row counts, and otherwise the
 * first of their others.
 */
export const dropDoubledInstruments = (actor: Actor) =>
  remove(
    actor,
    studentInstruments,
    sql`exists (select 1 from students s where s.school_id = ${studentInstruments.schoolId}
      and s.id = ${studentInstruments.studentId} and lower(s.instrument) = lower(${studentInstruments.instrument}))
      or exists (select 1 from student_instruments o where o.school_id = ${studentInstruments.schoolId}
      and o.student_id = ${studentInstruments.studentId} and lower(o.instrument) = lower(${studentInstruments.instrument})
      and (o.position, o.id) < (${studentInstruments.position}, ${studentInstruments.id}))`,
  )
