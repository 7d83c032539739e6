import { cacheUntilWrite } from "db/cache-until-write.server"
import { events } from "db/schema/foundation-audit"
import { families, students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, sql } from "drizzle-orm"
import { labelOfNoun, sentenceOf } from "~/texts/foundation/activity"
import { factsOf } from "~/texts/foundation/event-facts"
import { writeCsv } from "~/utils/csv.server"
import { currentFormats, formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { formatInstant } from "~/utils/zones"
import type { Actor } from "../access/actor"
import { ownRows, type Params, query, queryEach, select } from "../access/door.server"
import { among, joined } from "../access/own.server"
import { type LogFilter, listEvents, listLogChoices } from "./audit-log.server"
import { readFacts } from "./history.server"

// Whom and what the entries of the activity are about, by name, as far as the record still exists.

type Named = { id: string; name: string }
type Lookup = (actor: Actor, ids: string[]) => Named[]
type Entry = { noun: string; nounId: string }

type Ids = Params<{ ids: string }>
const asked = (ids: string[]) => ({ ids: JSON.stringify(ids) })

/** A student in a class: "Tomás Singh, Youth choir". */
const namesOfEnrollments = (actor: Actor, ids: string[]): Named[] =>
  enrollmentsQuery
    .all(actor, asked(ids))
    .map(({ id, className, ...student }) => ({ id, name: `${fullName(student)}, ${className}` }))

const enrollmentsQuery = query((p: Ids, own) =>
  select({
    id: enrollments.id,
    firstName: students.firstName,
    lastName: students.lastName,
    className: classes.name,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(and(own(enrollments), among(enrollments.id, p.ids))),
)

/** A lesson by its class and day: "Youth choir, Nov 18, 2026". */
const namesOfSessions = (actor: Actor, ids: string[]): Named[] =>
  sessionsQuery
    .all(actor, asked(ids))
    .map(({ id, className, date }) => ({ id, name: `${className}, ${formatDate(date, "medium")}` }))

const sessionsQuery = query((p: Ids, own) =>
  select({ id: sessions.id, className: classes.name, date: sessions.localDate })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(sessions), among(sessions.id, p.ids))),
)

const namesOfStudents = (actor: Actor, ids: string[]): Named[] =>
  studentsQuery.all(actor, asked(ids)).map(({ id, ...student }) => ({ id, name: fullName(student) }))

const studentsQuery = query((p: Ids, own) =>
  select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(and(own(students), among(students.id, p.ids))),
)

const tables = { teacher: teachers, class: classes, family: families }

const namesQuery = queryEach((noun: keyof typeof tables, p: Ids, own) => {
  const table = tables[noun]
  return select({ id: table.id, name: table.name })
    .from(table)
    .where(and(own(table), among(table.id, p.ids)))
})

/** How the records of a noun are found by name. */
const lookups: Readonly<Record<string, Lookup>> = {
  student: namesOfStudents,
  teacher: (actor, ids) => namesQuery("teacher").all(actor, asked(ids)),
  class: (actor, ids) => namesQuery("class").all(actor, asked(ids)),
  family: (actor, ids) => namesQuery("family").all(actor, asked(ids)),
  enrollment: namesOfEnrollments,
  session: namesOfSessions,
}

const isNamed = (noun: string): boolean => Object.hasOwn(lookups, noun)

/** The names of the records of some entries, by their id: people, families, classes and lessons. */
function namesOfSubjects(actor: Actor, entries: readonly Entry[]): Map<string, string> {
  const named = Object.entries(lookups).flatMap(([noun, lookUp]) => {
    const ids = [...new Set(entries.filter((each) => each.noun === noun).map(({ nounId }) => nounId))]
    return ids.length > 0 ? lookUp(actor, ids) : []
  })
  return new Map(named.map(({ id, name }) => [id, name]))
}

/**
 * The names that deleted records had, by their id, where the entry of their removal keeps it: undoing an import leaves
 * what was made known by name.
 */
function namesOfRemoved(
  actor: Actor,
  entries: readonly Entry[],
  present: ReadonlyMap<string, string>,
): Map<string, string> {
  const gone = entries.filter(({ noun, nounId }) => isNamed(noun) && !present.has(nounId))
  const ids = JSON.stringify([...new Set(gone.map(({ nounId }) => nounId))])
  if (gone.length === 0) return new Map()
  return new Map(
    ownRows(actor, events, {
      id: events.nounId,
      name: sql<string | null>`json_extract(${events.before}, '$.name')`,
    })
      .where(
        and(
          inArray(events.noun, [...new Set(gone.map(({ noun }) => noun))]),
          sql`${events.nounId} in (select value from json_each(${ids}))`,
          eq(events.verb, "remove"),
        ),
      )
      .all()
      .flatMap(({ id, name }): [string, string][] => (typeof name === "string" ? [[id, name]] : [])),
  )
}

type Stored = {
  id: string
  at: number
  who: string
  verb: string
  noun: string
  nounId: string
  before: string | null
  after: string | null
}

/** Entries of the activity as the office reads them: a sentence, the record by name, and what was different. */
export function activityRows(actor: Actor, rows: readonly Stored[]) {
  const { timeZone } = actor.school
  const names = namesOfSubjects(actor, rows)
  const removed = namesOfRemoved(actor, rows, names)
  return rows.map(({ id, at, who, noun, nounId, ...row }) => {
    const [before, after] = [readFacts(row.before), readFacts(row.after)]
    return {
      id,
      at: formatInstant(at, timeZone),
      who,
      noun,
      nounId,
      sentence: sentenceOf({ verb: row.verb, noun, before, after }),
      subject: names.get(nounId) ?? removed.get(nounId) ?? labelOfNoun(noun),
      // A record of a named kind without a name is deleted, so its page no longer exists.
      isThere: names.has(nounId) || !isNamed(noun),
      facts: factsOf(before, after, actor.school),
    }
  })
}

/** The filtered activity as CSV; at most 20,000 rows. */
export function writeActivityFile(actor: Actor, filter: LogFilter): { fileName: string; csv: string } {
  const { rows } = listEvents(actor, filter, null)
  return {
    fileName: "activity.csv",
    csv: writeCsv(
      ["When", "Who", "Activity", "Record", "ID", "Details"],
      activityRows(actor, rows).map(({ at, who, sentence, subject, nounId, facts }) => [
        at,
        who,
        sentence,
        subject,
        nounId,
        facts
          .map(({ label, before, after }) => `${label}: ${before === after ? after : `${before} → ${after}`}`)
          .join("; "),
      ]),
    ),
  }
}

// A page of the activity, as its readers see it. Whoever may open it sees the same, until something is written in the school.

/** Pages have fifty entries, and an entry may quote a whole note. */
const pagesKept = 10
const keepPage = cacheUntilWrite<ReturnType<typeof readPage>>(pagesKept)

/** A page of the activity, what its filters offer, and how many entries pass; not to be changed. */
export function readActivityPage(actor: Actor, filter: LogFilter, page: number) {
  const { id, timeZone, currency } = actor.school
  return keepPage([id, filter, page, timeZone, currency, currentFormats()], () =>
    readPage(actor, filter, page),
  )
}

function readPage(actor: Actor, filter: LogFilter, page: number) {
  const { rows, total } = listEvents(actor, filter, page)
  return { rows: activityRows(actor, rows), total, choices: listLogChoices(actor) }
}
