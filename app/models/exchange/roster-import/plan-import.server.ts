import { createHash } from "node:crypto"
import { events } from "db/schema/foundation-audit"
import { guardians, students } from "db/schema/people"
import { classes, enrollments, schedules } from "db/schema/teaching"
import { and, asc, desc, eq, gte, isNull, or } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { weekdaysOf } from "~/models/teaching/session/pattern"
import { todayOf } from "~/utils/clock.server"
import { type CsvRow, cellCountProblem } from "~/utils/csv"
import { writeCsvTurns } from "~/utils/csv.server"
import type { Weekday } from "~/utils/dates"
import { atOnce, inTurns, type Turns } from "~/utils/in-turns"
import { perSheet, rowOfTable } from "~/utils/sheet-rows"
import { type PlannedRow, planRosterInTurns, type RosterInput, type RosterPlan } from "../roster/roster-plan"
import { longestRow } from "../roster/roster-row"
import { rowText } from "../roster/roster-text"
import { isRescuable } from "./dry-run"
import { listLeftOut } from "./import-parts.server"
import {
  findImport,
  forgetTables,
  listOwnFields,
  type RosterImport,
  readImportInTurns,
} from "./roster-import.server"

export type PlannedImport = { roster: RosterImport; plan: RosterPlan; fingerprint: string }

/**
 * The dry run: everything the import would make, against the school as it is now. Writes nothing. The fingerprint stands
 * for the whole plan: an import runs only while the plan is still the one that was looked at.
 */
export function planImport(actor: Actor, importId: string): PlannedImport | undefined {
  const roster = findImport(actor, importId)
  return roster && { roster, ...atOnce(planTurns(actor, roster)) }
}

/**
 * The same with the event loop free in between, and remembered while neither the file nor the school changes: the pages
 * of a check ask for it again and again.
 */
export async function planImportInTurns(actor: Actor, importId: string): Promise<PlannedImport | undefined> {
  const roster = await readImportInTurns(actor, importId)
  return roster && planOf(actor, importId, roster)
}

/** How many more students the import would add if cells that can’t be read went to the notes. */
export async function countKept(
  actor: Actor,
  { roster, plan }: PlannedImport,
  importId: string,
): Promise<number> {
  if (roster.options.unreadable === "keep-in-notes" || !plan.rows.some(isRescuable)) return 0
  const options = { ...roster.options, unreadable: "keep-in-notes" as const }
  const kept = await planOf(actor, importId, { ...roster, options })
  return kept.plan.counts.students - plan.counts.students
}

async function planOf(actor: Actor, importId: string, roster: RosterImport): Promise<PlannedImport> {
  const key = [importId, roster.encoding, roster.delimiter, ...circumstances(actor, roster)].join("\n")
  const planning = plans.get(key) ?? inTurns(planTurns(actor, roster))
  plans.set(key, planning)
  return planning.then(
    (planned) => ({ roster, ...planned }),
    (error) => {
      plans.delete(key)
      throw error
    },
  )
}

/** Forgets the plans that are remembered here: they name everyone in a file. */
export function forgetPlans() {
  plans.clear()
  forgetTables()
}

const plans = new LRUCache<string, Promise<{ plan: RosterPlan; fingerprint: string }>>({
  // each check has two: with the cells that can’t be read, and without
  max: 6,
  ttl: 5 * 60_000,
})

/** Everything else a plan depends on. Whatever changes in a school is an entry of its activity log. */
function circumstances(actor: Actor, { mapping, options, layout }: RosterImport): string[] {
  const latest = select({ id: events.id })
    .from(events)
    .where(own(actor, events))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()
  const day = todayOf(actor)
  return [
    latest?.id ?? "",
    day,
    JSON.stringify([mapping, options, layout, findPlanUsage(actor), actor.school]),
  ]
}

function* planTurns(actor: Actor, roster: RosterImport): Turns<{ plan: RosterPlan; fingerprint: string }> {
  const { headers, rows, mapping, options } = roster
  const { lessonsFrom, ...chosen } = options
  const known = knownTo(actor)
  yield
  const plan = yield* planRosterInTurns({
    headers,
    rows,
    mapping,
    options: {
      ...chosen,
      currency: actor.school.currency,
      schoolOrder: actor.school.dateOrder,
      defaultStart: lessonsFrom,
      today: todayOf(actor),
    },
    known,
  })
  const hash = createHash("sha256")
  hash.update(
    JSON.stringify([options, roster.layout, roster.encoding, roster.delimiter, plan.notices, plan.questions]),
  )
  for (const list of [plan.rows, plan.families, plan.classes, plan.teachers])
    for (const each of list) {
      hash.update(JSON.stringify(each))
      yield
    }
  return { plan, fingerprint: hash.digest("base64url") }
}

/** The rows that stay out, as a file to mend and import again; of an import that ran, as explained then. */
export async function writeProblems(
  actor: Actor,
  importId: string,
): Promise<{ fileName: string; csv: string } | undefined> {
  const roster = await readImportInTurns(actor, importId)
  if (!roster) return undefined
  const rows =
    roster.state === "uploaded"
      ? ((await planImportInTurns(actor, importId))?.plan.rows ?? [])
      : listLeftOut(actor, importId)
  return {
    fileName: `${roster.fileName.replace(/\.[a-z]{1,4}$/i, "")}-problems.csv`,
    csv: await inTurns(problemsCsv({ rows }, roster.headers, roster.rows)),
  }
}

function knownTo(actor: Actor): RosterInput["known"] {
  const lessons = lessonsOfStudents(actor)
  const people = select({
    id: students.id,
    code: students.code,
    firstName: students.firstName,
    lastName: students.lastName,
    birthDate: students.birthDate,
    familyId: students.familyId,
  })
    .from(students)
    .where(own(actor, students))
    .all()
    .map((student) => ({ ...student, lessons: lessons.get(student.id) ?? [] }))
  const adults = select({
    id: guardians.id,
    familyId: guardians.familyId,
    name: guardians.name,
    email: guardians.email,
    phone: guardians.phone,
  })
    .from(guardians)
    .where(and(own(actor, guardians), isNull(guardians.erasedAt)))
    .orderBy(asc(guardians.createdAt), asc(guardians.id))
    .all()
  const guardianEmails = new Map<string, string>()
  for (const { email, familyId } of adults)
    if (email && !guardianEmails.has(email)) guardianEmails.set(email, familyId)

  const ofSchool = listTeachers(actor)
  const answers = answersOf(
    actor,
    ofSchool.map(({ id }) => id),
  )
  const usage = findPlanUsage(actor)
  const room = (places: typeof usage.students) => (places.limit === null ? null : seatsLeft(places))
  return {
    studentCodes: new Set(people.flatMap(({ code }) => code ?? [])),
    students: people,
    guardianEmails,
    guardians: adults,
    own: listOwnFields(actor),
    teachers: ofSchool.map(({ id, name }) => ({ id, name, answers: answers.get(id) ?? {} })),
    room: {
      teachers: room(usage.teachers),
      students: room(usage.students),
      plan: {
        name: usage.planName,
        teacherLimit: usage.teachers.limit,
        studentLimit: usage.students.limit,
      },
    },
  }
}

type Weekly = { weekday: Weekday; time: string; instrument: string | null }

/** The weekly lessons that students are enrolled in from now on. */
function lessonsOfStudents(actor: Actor): Map<string, Weekly[]> {
  const day = todayOf(actor)
  const rows = select({
    studentId: enrollments.studentId,
    rrule: schedules.rrule,
    time: schedules.startTime,
    instrument: classes.instrument,
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(schedules, and(own(actor, schedules), eq(schedules.classId, classes.id)))
    .where(
      and(
        own(actor, enrollments),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
        or(isNull(schedules.endsOn), gte(schedules.endsOn, day)),
      ),
    )
    .all()
  const found = new Map<string, Weekly[]>()
  for (const { studentId, rrule, time, instrument } of rows)
    found.set(studentId, [
      ...(found.get(studentId) ?? []),
      ...weekdaysOf(rrule).map((weekday) => ({ weekday, time, instrument })),
    ])
  return found
}

// The rows that could not be imported, as a file to mend and import again.

/** Characters that a cell of an overlong row keeps: as many as the longest field may have. */
const mostOfCell = 5000

/**
 * CSV of the problem rows only: "Row", "Problem", then every original column as it was; in a row that is
 * refused for its length, the beginning of each cell. The first two headings are known to the import, which leaves them out when the
 * mended file comes back. Holds no one up while it is written.
 */
export function problemsCsv(
  plan: { rows: readonly Pick<PlannedRow, "rowNumber" | "state" | "problems">[] },
  headers: readonly string[],
  rows: readonly CsvRow[],
): Turns<string> {
  return writeCsvTurns(["Row", "Problem", ...withinLimit(headers)], problemLines(plan, headers, rows))
}

function* problemLines(
  plan: Parameters<typeof problemsCsv>[0],
  headers: readonly string[],
  rows: readonly CsvRow[],
): Generator<(string | number)[]> {
  const cellsOf = new Map(rows.map((row) => [row.rowNumber, row.cells]))
  for (const row of plan.rows) {
    if (row.state !== "problem") continue
    const cells = cellsOf.get(rowOfTable(row.rowNumber)) ?? []
    const problem = row.problems.map(({ message }) => message).join(" ")
    const padding = cellCountProblem(headers, cells)
      ? new Array<string>(Math.max(headers.length - cells.length, 0)).fill("")
      : []
    const { rowNumber } = row
    yield [rowNumber < perSheet ? rowNumber : rowText(rowNumber), problem, ...withinLimit(cells), ...padding]
  }
}

function withinLimit(cells: readonly string[]): readonly string[] {
  if (cells.reduce((sum, cell) => sum + cell.length, 0) <= longestRow) return cells
  return cells.map((cell) =>
    cell.length > mostOfCell ? `${cell.slice(0, mostOfCell - 1).replace(/[\ud800-\udbff]$/, "")}…` : cell,
  )
}
