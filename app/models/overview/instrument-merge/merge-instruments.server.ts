import { transact } from "db/client.server"
import { instruments } from "db/schema/accounts-school-lists"
import { savedFilters } from "db/schema/foundation-lists"
import { resourceShares } from "db/schema/learning-resources"
import { studentInstruments, students, teachers } from "db/schema/people"
import { inquiries, schoolPages } from "db/schema/people-inquiries"
import { classes } from "db/schema/teaching"
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { listEntries } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { joinSkillLists } from "~/models/learning/skill/skill-list.server"
import { groupBy } from "~/utils/group-by"
import { newRowId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"

// One instrument under two names, such as "Violine" beside "Violin": everything under one of them, whatever its capitals, gets
// the other, which takes its place on the school's list. It can be undone from the bin.

export type UsedInstrument = { name: string; students: number; classes: number }

/** The names of instruments that are on the school's list or in use, with how many students and classes have each. */
export function listUsedInstruments(actor: Actor): UsedInstrument[] {
  const { id } = actor.school
  const used = askAll<UsedInstrument>(sql`
    select u.instrument as name, sum(u.kind = 's') as students, sum(u.kind = 'c') as classes from (
      select instrument, 's' as kind from students where school_id = ${id} and erased_at is null
      union all select instrument, 's' from student_instruments where school_id = ${id}
      union all select instrument, 'c' from classes where school_id = ${id}
      union all select instrument, '' from skills where school_id = ${id}
      union all select instrument, '' from resource_shares where school_id = ${id}
      union all select instrument, '' from inquiries where school_id = ${id}
    ) u where u.instrument is not null group by u.instrument`)
  const known = new Map(used.map((each) => [each.name, each]))
  const listed = listEntries(actor, "instruments").map(({ name }) => name)
  const named = [
    ...listTaught(actor).flatMap(({ names }) => split(names, ",")),
    ...listShown(actor).flatMap(({ names }) => split(names, "\n")),
  ]
  for (const name of [...listed, ...named])
    if (name && !known.has(name)) known.set(name, { name, students: 0, classes: 0 })
  return [...known.values()].sort((one, other) => one.name.localeCompare(other.name, "en"))
}

const folded = (name: string) => name.toLowerCase()
const split = (names: string, mark: string) => names.split(mark).map((name) => name.trim())

/** The instruments that each teacher names, between commas, and those of the public page, each in a line. */
const listTaught = (actor: Actor) =>
  ownRows(actor, teachers, { id: teachers.id, names: sql<string>`${teachers.instruments}` })
    .where(isNotNull(teachers.instruments))
    .all()
const listShown = (actor: Actor) =>
  ownRows(actor, schoolPages, { id: schoolPages.id, names: schoolPages.instruments }).all()

/** The names that go, in the capitals they are in use with, and the one that stays. */
type Names = { gone: string[]; into: string }

/** Gives everything under one name of an instrument the other. */
export function mergeInstruments(
  actor: Actor,
  { from, into }: { from: string; into: string },
): Result<UsedInstrument & { recordId: string }, "not-found" | "stays-not-found" | "same"> {
  return transact(() => {
    const used = listUsedInstruments(actor)
    if (!used.some(({ name }) => name === from)) return { ok: false, reason: "not-found" }
    if (!used.some(({ name }) => name === into)) return { ok: false, reason: "stays-not-found" }
    if (from === into) return { ok: false, reason: "same" }
    const going = used.filter(({ name }) => name !== into && folded(name) === folded(from))
    const names = { gone: going.map(({ name }) => name), into }
    const recordId = newRowId()
    deleteToBin(actor, { noun: "instrument", recordId, name: [from, into].join(" → ") }, () => {
      moveStudents(actor, names)
      change(actor, classes, inArray(classes.instrument, names.gone), { instrument: into })
      change(actor, inquiries, inArray(inquiries.instrument, names.gone), { instrument: into })
      joinSkillLists(actor, names)
      moveShares(actor, names)
      moveLists(actor, names)
      moveFilters(actor, names)
      moveEntry(actor, names)
    })
    const sum = (of: "students" | "classes") => going.reduce((total, each) => total + each[of], 0)
    const counts = { students: sum("students"), classes: sum("classes") }
    recordEvent(actor, "instrument.merge", recordId, { after: { name: into, from, ...counts } })
    return { ok: true, name: from, ...counts, recordId }
  })
}

/** A student who learns both under two names learns it once, with the level that comes first. */
function moveStudents(actor: Actor, { gone, into }: Names) {
  const both = [...gone, into]
  const { id, instrument, level } = students
  const firsts = ownRows(actor, students, { id, studentId: id, instrument, level })
    .where(inArray(instrument, both))
    .all()
  const { position, ...columns } = studentInstruments
  const others = ownRows(actor, studentInstruments, {
    id: columns.id,
    studentId: columns.studentId,
    instrument: columns.instrument,
    level: columns.level,
  })
    .where(inArray(columns.instrument, both))
    .orderBy(position)
    .all()
  for (const [studentId, [kept, ...doubled]] of groupBy([...firsts, ...others], (row) => row.studentId)) {
    if (!kept || (kept.instrument === into && doubled.length === 0)) continue
    for (const each of doubled) remove(actor, studentInstruments, each.id)
    const facts = { instrument: into, level: kept.level ?? doubled.find((each) => each.level)?.level ?? null }
    if (kept.id === studentId) change(actor, students, kept.id, facts)
    else change(actor, studentInstruments, kept.id, facts)
  }
}

/** What is shared with everyone who learns it, once. */
function moveShares(actor: Actor, { gone, into }: Names) {
  for (const from of gone) {
    const shared = select({ id: resourceShares.resourceId })
      .from(resourceShares)
      .where(and(own(actor, resourceShares), eq(resourceShares.instrument, into)))
    const isOfGone = eq(resourceShares.instrument, from)
    remove(actor, resourceShares, and(isOfGone, inArray(resourceShares.resourceId, shared)))
    change(actor, resourceShares, isOfGone, { instrument: into })
  }
}

/** The lists of names: of each teacher, and of the public page. */
function moveLists(actor: Actor, { gone, into }: Names) {
  const moved = (names: readonly string[]) => [
    ...new Set(names.map((name) => (gone.includes(name) ? into : name))),
  ]
  for (const { id, names } of listTaught(actor)) {
    const taught = split(names, ",")
    if (taught.some((name) => gone.includes(name)))
      change(actor, teachers, id, { instruments: moved(taught).join(", ") })
  }
  for (const { id, names } of listShown(actor)) {
    const shown = moved(split(names, "\n")).join("\n")
    if (shown !== names) change(actor, schoolPages, id, { instruments: shown })
  }
}

/** Saved filters of lists, as in the list's address. */
function moveFilters(actor: Actor, { gone, into }: Names) {
  const all = ownRows(actor, savedFilters, ["id", "query"]).all()
  for (const { id, query } of all) {
    const asked = new URLSearchParams(query)
    if (!gone.includes(asked.get("instrument") ?? "")) continue
    asked.set("instrument", into)
    change(actor, savedFilters, id, { query: String(asked) })
  }
}

/** The school's list offers the name that stays wherever it offered the one that goes. */
function moveEntry(actor: Actor, { gone, into }: Names) {
  const listed = listEntries(actor, "instruments")
  const going = listed.find(({ name }) => gone.includes(name))
  if (!going) return
  const staying = listed.find(({ name }) => folded(name) === folded(into))
  if (!staying || staying === going) {
    change(actor, instruments, going.id, { name: into })
    return
  }
  if (!going.isArchived) change(actor, instruments, staying.id, { archivedAt: null })
  remove(actor, instruments, going.id)
}
