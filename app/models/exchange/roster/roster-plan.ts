// From the rows of a roster to everything an import would create, before anything is created: the dry run and the
// import read the same plan. A row with a problem stays out; nothing of a row that goes in is lost.
import { countsTowardPlan } from "~/models/accounts/subscription/plan-usage"
import type { CsvRow } from "~/utils/csv"
import { atOnce, type Turns } from "~/utils/in-turns"
import {
  hasLesson,
  type LessonRow,
  type PlannedClass,
  type PlannedEnrollment,
  planClasses,
} from "./roster-classes"
import { type DateOrder, decideDateOrders } from "./roster-dates"
import { joinFamilies, type PlannedFamily } from "./roster-families"
import type { ColumnMapping, FieldKey } from "./roster-fields"
import type { RowIssue } from "./roster-issues"
import { markKnownAndDuplicates, type SchoolStudents } from "./roster-known"
import { type PlanRoom, studentRefusal, teacherRefusal } from "./roster-limits"
import { copyToNotes } from "./roster-notes"
import { findNotices, settle } from "./roster-notices"
import { answersIn } from "./roster-own"
import type { RowFrame, RowReading } from "./roster-reading"
import { fullName, readRow } from "./roster-row"
import { type KnownTeacher, type PlannedTeacher, type TeacherChoice, TeacherRoll } from "./roster-teachers"
import { withoutFormulaMark } from "./roster-text"
import type { StudentStatus } from "./roster-values"

export type PlannedStudent = {
  code: string | null
  firstName: string
  lastName: string
  birthDate: string | null
  status: StudentStatus
  instrument: string | null
  level: string | null
  email: string | null
  phone: string | null
  medicalNotes: string | null
  notes: string | null
  answers?: Record<string, string> | undefined
}

export type PlannedRow = {
  rowNumber: number
  /** ready is imported; problem and skipped are not. Only ready rows have student, familyKey and enrollment. */
  state: "ready" | "problem" | "skipped"
  problems: RowIssue[]
  warnings: RowIssue[]
  /** Why the row is skipped, for people. */
  skippedBecause: string | null
  /** The student's name as far as it could be read: for lists, also of rows with problems. */
  name: string
  student: PlannedStudent | null
  familyKey: string | null
  enrollment: PlannedEnrollment | null
}

export type RosterPlan = {
  rows: PlannedRow[]
  families: PlannedFamily[]
  /** Everyone named in a lesson, whatever becomes of the name; those with use "create" are created. */
  teachers: PlannedTeacher[]
  classes: PlannedClass[]
  /** How dates are read, and whether the file itself says so. */
  dateOrders: Record<"birthDate" | "startDate", { order: DateOrder; sure: boolean }>
  /** What is true of the whole file and worth knowing before the import. */
  notices: string[]
  /** `families`, `guardians`, `teachers` count what is new; `warnings` counts warnings, not rows. */
  counts: Record<
    | "students"
    | "families"
    | "guardians"
    | "teachers"
    | "classes"
    | "schedules"
    | "enrollments"
    | "ready"
    | "problems"
    | "skipped"
    | "warnings",
    number
  >
}

export type RosterInput = {
  headers: readonly string[]
  rows: readonly CsvRow[]
  mapping: ColumnMapping
  options: {
    /** "detect" takes what the columns themselves say, and what the school writes where they say nothing. */
    dateOrder: DateOrder | "detect"
    schoolOrder?: DateOrder
    /** The day lessons start where a row does not say. */
    defaultStart: string
    today: string
    /** Length of lessons in rows that give none; without it such rows are problems. */
    defaultMinutes?: number
    /** By the name as written. A name without a choice is an existing teacher of that name, or a new one. */
    teacherChoices?: Readonly<Record<string, TeacherChoice>>
    /** The school's currency: amounts written in another get a warning. */
    currency?: string
    /** What becomes of a row with a cell that can't be read; without a choice it stays out. */
    unreadable?: RowFrame["unreadable"]
    /** Name or id of the teacher of lessons that name none. */
    defaultTeacher?: string
    leftOut?: readonly number[] | undefined
  }
  known: SchoolStudents & {
    /** folded guardian email to family id */
    guardianEmails: ReadonlyMap<string, string>
    teachers: readonly KnownTeacher[]
    room: PlanRoom
  }
}

/** Plans an import. Pure: the same input gives the same plan, and nothing is thrown for anything in a cell. */
export const planRoster = (input: RosterInput): RosterPlan => atOnce(planRosterInTurns(input))

/** The same with a pause after every row, so that a long file holds no one up. */
export function* planRosterInTurns(input: RosterInput): Turns<RosterPlan> {
  const { headers, mapping, options, known } = input
  const dateOrders = yield* decideDateOrders(options, {
    birthDate: cellsOf(input, "birthDate"),
    startDate: cellsOf(input, "startDate"),
  })
  const frame = {
    headers,
    mapping,
    birthDateOrder: dateOrders.birthDate.order,
    startDateOrder: dateOrders.startDate.order,
    today: options.today,
    defaultMinutes: options.defaultMinutes ?? null,
    currency: options.currency,
    own: known.own,
    unreadable: options.unreadable ?? "leave-out",
  }
  const readings: RowReading[] = []
  for (const row of input.rows) {
    readings.push(readRow(row, frame))
    yield
  }
  const skipped = yield* markKnownAndDuplicates(readings, known, new Set(options.leftOut))
  const roll = new TeacherRoll(known.teachers, options.teacherChoices ?? {}, known.room.teachers)
  const { ready, lessons } = yield* admit(input, readings, skipped, roll)
  const { families, familyOfRow } = yield* joinFamilies(ready, known.guardianEmails)
  const { classes, enrollments } = yield* planClasses(lessons, options.defaultStart)
  yield
  const enrollmentOfRow = new Map(enrollments.map((enrollment) => [enrollment.rowNumber, enrollment]))
  const lessonOfRow = new Map(
    lessons.map((lesson) => [lesson.reading.rowNumber, { isTaught: lesson.teacher !== null }]),
  )
  for (const reading of ready) {
    settle(reading, lessonOfRow.get(reading.rowNumber) ?? null, mapping)
    yield
  }

  const readyRows = new Set(ready)
  const rows = readings.map((reading): PlannedRow => {
    const isReady = readyRows.has(reading)
    return {
      rowNumber: reading.rowNumber,
      state: isReady ? "ready" : reading.problems.length > 0 ? "problem" : "skipped",
      problems: reading.problems,
      warnings: reading.warnings,
      skippedBecause: skipped.get(reading.rowNumber) ?? null,
      name: fullName(reading.values),
      student: isReady ? toStudent(reading) : null,
      familyKey: familyOfRow.get(reading.rowNumber) ?? null,
      enrollment: enrollmentOfRow.get(reading.rowNumber) ?? null,
    }
  })
  yield
  const notices = findNotices({ ...input, ...options, dateOrders, hasClasses: classes.length > 0 })
  const plan = { rows, families, teachers: roll.teachers, classes, dateOrders, notices }
  return { ...plan, counts: count(plan) }
}

function cellsOf({ headers, rows, mapping }: RosterInput, field: FieldKey): string[] {
  const column = headers.findIndex((_, index) => mapping[index] === field)
  return column < 0 ? [] : rows.map((row) => withoutFormulaMark(row.cells[column] ?? ""))
}

/** Lets rows in, first come first served, while the school's plan has places. */
function* admit(
  { known, options }: RosterInput,
  readings: readonly RowReading[],
  skipped: ReadonlyMap<number, string>,
  roll: TeacherRoll,
): Turns<{ ready: RowReading[]; lessons: LessonRow[] }> {
  const ready: RowReading[] = []
  const lessons: LessonRow[] = []
  let studentCount = 0
  const defaultTeacher = known.teachers.find((teacher) => teacher.id === options.defaultTeacher)?.name
  for (const reading of readings) {
    yield
    const { values } = reading
    if (reading.problems.length > 0 || skipped.has(reading.rowNumber)) continue
    const isCounted = countsTowardPlan(values.status)
    if (isCounted && known.room.students !== null && studentCount >= known.room.students) {
      reading.problems.push(studentRefusal(known.room, fullName(values)))
      continue
    }
    if (hasLesson(reading)) {
      const name = values.teacher ?? defaultTeacher ?? options.defaultTeacher
      const teacher = name ? roll.find(name, reading.rowNumber) : null
      if (teacher?.use === "no-room") {
        reading.problems.push(teacherRefusal(known.room, teacher.name))
        continue
      }
      if (teacher?.use === "leave-out") copyToNotes(reading, "teacher")
      if (teacher?.use === "create" && known.teachers.length > 0) {
        const message = `${teacher.name} is not among your teachers and will be added.`
        const value = reading.cells.teacher?.text ?? teacher.name
        reading.warnings.push({ field: "teacher", code: "new-teacher", message, value })
      }
      lessons.push({ reading, teacher: teacher?.use === "leave-out" ? null : teacher })
    }
    if (isCounted) studentCount++
    ready.push(reading)
  }
  return { ready, lessons }
}

function toStudent({ values, notes, own }: RowReading): PlannedStudent {
  const { code, firstName, lastName, birthDate, status, instrument, level, email, phone, medicalNotes } =
    values
  return {
    code,
    firstName,
    lastName,
    birthDate,
    status,
    instrument,
    level,
    email,
    phone,
    medicalNotes,
    notes: notes.length > 0 ? notes.join("\n") : null,
    answers: answersIn(own.student),
  }
}

function count(plan: Omit<RosterPlan, "notices" | "counts">): RosterPlan["counts"] {
  const { rows, families, teachers, classes } = plan
  const inState = (state: PlannedRow["state"]) => rows.filter((row) => row.state === state)
  const ready = inState("ready")
  return {
    students: ready.length,
    families: families.filter((family) => !family.existingFamilyId).length,
    guardians: families.flatMap((family) => family.guardians).filter((guardian) => !guardian.exists).length,
    teachers: teachers.filter((teacher) => teacher.use === "create").length,
    classes: classes.length,
    schedules: classes.length,
    enrollments: ready.filter((row) => row.enrollment).length,
    ready: ready.length,
    problems: inState("problem").length,
    skipped: inState("skipped").length,
    warnings: rows.reduce((sum, row) => sum + row.warnings.length, 0),
  }
}
