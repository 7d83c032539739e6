import { transact } from "db/client.server"
import { instruments } from "db/schema/accounts-school-lists"
import { skills } from "db/schema/learning"
import { resourceShares } from "db/schema/learning-resources"
import { studentInstruments, students, teachers } from "db/schema/people"
import { schoolPages } from "db/schema/people-inquiries"
import { classes } from "db/schema/teaching"
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { listEntries } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { newRowId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"

// One instrument under two names, such as "Violine" beside "Violin": everything under one of them gets the other, and it leaves
// the school's list. It can be undone from the bin.

export type UsedInstrument = { name: string; students: number; classes: number }

/** The names of instruments that are on the school's list or in use, with how many students and classes have each. */
export function listUsedInstruments(actor: Actor): UsedInstrument[] {
  const { id } = actor.school
  const used = askAll<UsedInstrument>(sql`
    select u.instrument as name, sum(u.kind = 's') as students, sum(u.kind = 'c') as classes from (
      select instrument, 's' as kind from students where school_id = ${id} and erased_at is null
      union all select instrument, 's' from student_instruments where school_id = ${id}
      union all select instrument, 'c' from classes where school_id = ${id}
    ) u where u.instrument is not null group by u.instrument`)
  const known = new Set(used.map(({ name }) => name))
  const others = listEntries(actor, "instruments").filter(({ name }) => !known.has(name))
  return [...used, ...others.map(({ name }) => ({ name, students: 0, classes: 0 }))].sort((one, other) =>
    one.name.localeCompare(other.name, "en"),
  )
}

type Names = { from: string; into: string }

/** Gives everything under one name of an instrument the other. */
export function mergeInstruments(
  actor: Actor,
  { from, into }: Names,
): Result<UsedInstrument & { recordId: string }, "not-found" | "same"> {
  return transact(() => {
    const used = listUsedInstruments(actor)
    const gone = used.find(({ name }) => name === from)
    if (!gone || !used.some(({ name }) => name === into)) return { ok: false, reason: "not-found" }
    if (from === into) return { ok: false, reason: "same" }
    const entry = listEntries(actor, "instruments").find(({ name }) => name === from)
    const recordId = entry?.id ?? newRowId()
    deleteToBin(actor, { noun: "instrument", recordId, name: [from, into].join(" → ") }, () => {
      moveStudents(actor, { from, into })
      change(actor, classes, eq(classes.instrument, from), { instrument: into })
      change(actor, skills, eq(skills.instrument, from), { instrument: into })
      moveShares(actor, { from, into })
      moveLists(actor, { from, into })
      if (entry) remove(actor, instruments, entry.id)
    })
    recordEvent(actor, {
      verb: "merge",
      noun: "instrument",
      nounId: recordId,
      after: { name: into, from, students: gone.students, classes: gone.classes },
    })
    return { ok: true, ...gone, recordId }
  })
}

/** A student who learns both under two names learns it once, with the level that comes first. */
function moveStudents(actor: Actor, { from, into }: Names) {
  change(actor, students, eq(students.instrument, from), { instrument: into })
  const rows = select({
    id: studentInstruments.id,
    studentId: studentInstruments.studentId,
    instrument: studentInstruments.instrument,
    first: sql<string | null>`(select s.instrument from students s
      where s.school_id = ${studentInstruments.schoolId} and s.id = ${studentInstruments.studentId})`,
  })
    .from(studentInstruments)
    .where(and(own(actor, studentInstruments), inArray(studentInstruments.instrument, [from, into])))
    .orderBy(studentInstruments.position)
    .all()
  const learners = new Set(rows.flatMap(({ first, studentId }) => (first === into ? studentId : [])))
  const doubled: string[] = []
  const renamed: string[] = []
  for (const { id, studentId, instrument } of rows) {
    if (learners.has(studentId)) doubled.push(id)
    else if (instrument === from) renamed.push(id)
    learners.add(studentId)
  }
  remove(actor, studentInstruments, inArray(studentInstruments.id, doubled))
  change(actor, studentInstruments, inArray(studentInstruments.id, renamed), { instrument: into })
}

/** What is shared with everyone who learns it, once. */
function moveShares(actor: Actor, { from, into }: Names) {
  const shared = select({ id: resourceShares.resourceId })
    .from(resourceShares)
    .where(and(own(actor, resourceShares), eq(resourceShares.instrument, into)))
  const isOfGone = eq(resourceShares.instrument, from)
  remove(actor, resourceShares, and(isOfGone, inArray(resourceShares.resourceId, shared)))
  change(actor, resourceShares, isOfGone, { instrument: into })
}

/** The lists of names: of each teacher, and of the public page. */
function moveLists(actor: Actor, { from, into }: Names) {
  const moved = (names: string, mark: string) => [
    ...new Set(names.split(mark).map((name) => (name.trim() === from ? into : name.trim()))),
  ]
  const teaching = select({ id: teachers.id, instruments: teachers.instruments })
    .from(teachers)
    .where(and(own(actor, teachers), isNotNull(teachers.instruments)))
    .all()
  for (const { id, instruments: names } of teaching) {
    const after = moved(names ?? "", ",").join(", ")
    if (after !== names) change(actor, teachers, id, { instruments: after })
  }
  const page = select({ id: schoolPages.id, names: schoolPages.instruments })
    .from(schoolPages)
    .where(own(actor, schoolPages))
    .get()
  const after = page && moved(page.names, "\n").join("\n")
  if (page && after !== page.names) change(actor, schoolPages, page.id, { instruments: after })
}
