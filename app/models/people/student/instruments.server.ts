import { studentInstruments, students } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
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
  const [first, ...others] = learned
  change(actor, students, studentId, { instrument: first?.instrument ?? null, level: first?.level ?? null })
  remove(actor, studentInstruments, eq(studentInstruments.studentId, studentId))
  for (const [position, other] of others.entries())
    add(actor, studentInstruments, { studentId, ...other, position })
}
