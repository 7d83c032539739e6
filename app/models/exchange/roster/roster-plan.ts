// From the rows of a roster to everything an import would create, before anything is created: the dry run and the
// import read the same plan. A row with a problem stays out; nothing of a row that goes in is lost.
import { countsTowardPlan } from "~/models/accounts/subscription/plan-usage"
import type { CsvRow } from "~/utils/csv"
import { formatDate } from "~/utils/formats"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { placeOf, rowOfTable } from "~/utils/sheet-rows"
import { namedContacts } from "./roster-adults"
import { weeklyLessons, withDates } from "./roster-appointments"
import { childrenIn, lessonsOf } from "./roster-children"
import {
  hasLesson,
  type LessonRow,
  lessonText,
  type PlannedClass,
  type PlannedEnrollment,
  planClasses,
} from "./roster-classes"
import { findUnused, type UnusedColumn } from "./roster-column-checks"
import {
  areDayFirst,
  type DateOrder,
  decideDateOrders,
  detectDateOrder,
  orderInHeadings,
  withoutAge,
} from "./roster-dates"
import {
  type FamilyRow,
  familyTie,
  joinFamilies,
  type KnownFamilies,
  type PlannedFamily,
} from "./roster-families"
import {
  type ColumnMapping,
  columnOf,
  type FieldKey,
  type GuardianNumber,
  guardianNumbers,
} from "./roster-field-names"
import {
  guessColumns,
  isInSpanish,
  isOfAddress,
  isOfPayer,
  saysLastFirst,
  spareColumns,
} from "./roster-fields"
import { lengthsOfRows } from "./roster-grid"
import { joinColumns } from "./roster-joined-columns"
import { markKnownAndDuplicates, type SchoolStudents } from "./roster-known"
import { namesInstrument } from "./roster-lesson-name"
import {
  fillDays,
  fillDittos,
  fillFamilies,
  fillMerged,
  rowsBelow,
  sayNameAbove,
} from "./roster-merged-above"
import {
  groupsOf,
  haveWholeNames,
  pageTitles,
  rowsOfOthers,
  whyNoStudent,
  withAdultsOfHouseholds,
  withParents,
} from "./roster-not-students"
import { dateTexts, daysQuestions, findNotices, settle, withinText } from "./roster-notices"
import { type Answers, cellQuestions, type Question } from "./roster-questions"
import {
  answersIn,
  copyToNotes,
  type FurtherOf,
  type RowFrame,
  type RowIssue,
  type RowReading,
  type RowValues,
} from "./roster-reading"
import { fullName, readRow } from "./roster-row"
import { SectionTitles, statusBeside } from "./roster-sections"
import { type KnownTeacher, type PlannedTeacher, type TeacherChoice, TeacherRoll } from "./roster-teachers"
import { areTurned, nameKey, rowText, shorten, splitName, withoutFormulaMark } from "./roster-text"
import { countsTo24, dayWordsIn } from "./roster-times"
import { relationIn, relationsIn, saysMonthly, statusCodesIn, told } from "./roster-values"

export type PlannedStudent = Pick<
  RowValues,
  | "code"
  | "firstName"
  | "lastName"
  | "birthDate"
  | "status"
  | "instrument"
  | "level"
  | "email"
  | "phone"
  | "medicalNotes"
  | "emergencyContact"
> & {
  notes: string | null
  answers?: Record<string, string> | undefined
}

export type PlannedRow = {
  rowNumber: number
  /**
   * ready is imported; problem and skipped are not. Only ready rows have a student. What an added row says is added to the
   * student of another row, or of the school.
   */
  state: "ready" | "added" | "problem" | "skipped"
  problems: RowIssue[]
  warnings: RowIssue[]
  /** Why the row is skipped, for people. */
  skippedBecause: string | null
  /** The student's name as far as it could be read: for lists, also of rows with problems. */
  name: string
  student: PlannedStudent | null
  familyKey: string | null
  enrollment: PlannedEnrollment | null
  /** Whether it is a total, a title or the like. */
  isNoStudent?: boolean
  /** Of an added row: what is added, and to whom. */
  adds?: { of: FurtherOf["of"]; what: string[] }
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
  /** How the file's dates are read where it shows how. */
  dates: string[]
  /** What only the school knows, with the answers so far. */
  questions: Question[]
  /** Columns that go to the notes, or nowhere, though they look like more. */
  unused: UnusedColumn[]
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
    | "added"
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
    /** Rows that look like totals, titles or notes and are students all the same. */
    students?: readonly number[] | undefined
    answers?: Answers | undefined
  }
  known: SchoolStudents &
    KnownFamilies & {
      teachers: readonly KnownTeacher[]
      room: PlanRoom
    }
}

function addWarnings(readings: readonly RowReading[], said: ReadonlyMap<number, RowIssue>) {
  for (const reading of readings) {
    const issue = said.get(reading.rowNumber)
    if (issue) reading.warnings.push(issue)
  }
}

/** The same with a pause after every row, so that a long file holds no one up. */
export function* planRosterInTurns(given: RosterInput): Turns<RosterPlan> {
  const { headers, options, known } = given
  const { students, others, questions: ofDays } = yield* withDays(given)
  const { mapping } = students
  const { rows, said, siblings } = fillMerged(students.rows, mapping)
  const input = { ...given, ...students, rows }
  const { dateOrders, frame, turned } = yield* frameOf(input)
  const below = yield* rowsBelow(rows, mapping, frame.answers)
  const readings = yield* readAll(rows, below.named, frame)
  addWarnings(readings, said)
  const marked = yield* markKnownAndDuplicates(readings, known, new Set(options.leftOut), frame.answers)
  const { skipped, further } = marked
  const roll = new TeacherRoll(known.teachers, options.teacherChoices ?? {}, known.room.teachers)
  const { admitted, lessons } = yield* admit(input, readings, marked, roll)
  const joined = yield* joinFamilies(
    admitted.map((reading) => familyRowOf(reading, further.get(reading.rowNumber), siblings)),
    known,
    frame,
  )
  const { families, familyOfRow, guardiansOfRow } = joined
  const { classes, enrollments } = yield* planClasses(lessons, options.defaultStart)
  yield
  const enrollmentOfRow = new Map(enrollments.map((enrollment) => [enrollment.rowNumber, enrollment]))
  const lessonOfRow = new Map(
    lessons.map((lesson) => [lesson.reading.rowNumber, { isTaught: lesson.teacher !== null }]),
  )
  const admittedRows = new Map(admitted.map((reading) => [reading.rowNumber, reading]))
  for (const reading of admitted) {
    const isFurther = further.get(reading.rowNumber)
    if (!isFurther?.hasLessonAlready)
      settle(reading, lessonOfRow.get(reading.rowNumber) ?? null, mapping, {
        isFurther: isFurther !== undefined,
        first:
          isFurther && "rowNumber" in isFurther.of ? admittedRows.get(isFurther.of.rowNumber) : undefined,
      })
    yield
  }

  const nameOfClass = new Map(classes.map((each) => [each.key, each]))
  const addsOf = (reading: RowReading): PlannedRow["adds"] => {
    const of = further.get(reading.rowNumber)?.of
    if (!of) return undefined
    const its = nameOfClass.get(enrollmentOfRow.get(reading.rowNumber)?.classKey ?? "")
    const guardians = (guardiansOfRow.get(reading.rowNumber) ?? []).map((name) => `guardian ${name}`)
    const first = "rowNumber" in of ? admittedRows.get(of.rowNumber) : undefined
    const more = first ? addToFirst(first, reading) : []
    return { of, what: [...(its ? [lessonText(its)] : []), ...guardians, ...more] }
  }
  const addedBy = new Map(
    admitted.flatMap((reading) => {
      const adds = addsOf(reading)
      return adds ? [[reading.rowNumber, adds] as const] : []
    }),
  )
  const planned = readings.map((reading): PlannedRow => {
    const { rowNumber } = reading
    const adds = addedBy.get(rowNumber)
    const same =
      adds && adds.what.length === 0 && "rowNumber" in adds.of
        ? `Says the same as row ${rowText(adds.of.rowNumber)}.`
        : null
    const state =
      reading.problems.length > 0
        ? "problem"
        : !admittedRows.has(rowNumber) || same
          ? "skipped"
          : adds
            ? "added"
            : "ready"
    return {
      rowNumber,
      state,
      problems: reading.problems,
      warnings: reading.warnings,
      skippedBecause: skipped.get(rowNumber) ?? same,
      name: fullName(reading.values),
      student: state === "ready" ? toStudent(reading) : null,
      familyKey: familyOfRow.get(rowNumber) ?? null,
      enrollment: enrollmentOfRow.get(rowNumber) ?? null,
      ...(state === "added" && adds ? { adds } : {}),
    }
  })
  yield
  const all = others.length > 0 ? [...planned, ...others].sort((a, b) => a.rowNumber - b.rowNumber) : planned
  const sample = sampleOf(rows)
  const { rejected } = guessColumns(headers, sample, known.own)
  yield
  const notices = findNotices({
    ...input,
    headers,
    ...options,
    rejected,
    dateOrders,
    hasTeachers: classes.some(({ teacherKey }) => teacherKey !== null),
    turned,
    hasPrices: readings.some(({ cells }) => /\d/.test(cells.billing?.text ?? "")),
    hasClasses: classes.length > 0 || readings.some(({ values }) => values.weekday !== null),
  })
  const questions = [
    ...below.questions,
    ...ofDays,
    ...joined.questions,
    ...marked.questions,
    ...cellQuestions(frame.doubts, frame.answers, (date) => formatDate(date, "full")),
  ]
  yield
  const unused = findUnused(headers, sample, mapping, isOfAddress)
  const dates = dateTexts(dateOrders, options.schoolOrder).flatMap(({ text, isUsual }) =>
    isUsual ? [] : [text],
  )
  const plan = {
    rows: all,
    dates,
    families,
    teachers: roll.teachers,
    classes,
    dateOrders: { birthDate: orderOf(dateOrders.birthDate), startDate: orderOf(dateOrders.startDate) },
    notices,
    questions,
    unused,
  }
  return { ...plan, counts: count(plan) }
}

const orderOf = ({ order, sure }: { order: DateOrder; sure: boolean }) => ({ order, sure })

/** The rows of students with the day of each lesson, also where a list has dates, or writes a day once. */
function* withDays(given: RosterInput) {
  const { students: sorted, others } = yield* sortOut(given)
  const students = withDates(joinColumns({ ...sorted, rows: fillDittos(sorted.rows, sorted.mapping) }))
  yield
  const { today, answers = {} } = given.options
  const order = appointmentOrder(given, students)
  const weekly = yield* weeklyLessons(students, { answers, today, order })
  yield
  const byDay = fillDays(weekly.table.rows, weekly.table.mapping, answers)
  const lengths = lengthsOfRows({ ...weekly.table, rows: byDay.rows }, answers)
  yield
  return {
    students: { ...weekly.table, rows: lengths.rows },
    others: [...others, ...withinOthers(weekly.within)],
    questions: daysQuestions(weekly.asked, byDay.asked, lengths.asked),
  }
}

/** Appointments that another row already says. */
const withinOthers = (within: ReadonlyMap<CsvRow, CsvRow>): PlannedRow[] =>
  [...within].map(([{ rowNumber }, of]) => ({
    ...nothing,
    rowNumber,
    problems: [],
    warnings: [],
    skippedBecause: withinText(of.rowNumber),
  }))

/** How the dates of appointments are read: as chosen, or as the other dates and the school write them. */
function appointmentOrder(
  { options }: RosterInput,
  { rows, mapping }: Pick<RosterInput, "rows" | "mapping">,
): DateOrder {
  if (options.dateOrder !== "detect") return options.dateOrder
  const column = columnOf(mapping, "time")
  const days =
    column < 0
      ? []
      : rows.slice(0, mostSampled).map(({ cells }) => (cells[column] ?? "").split(/[T ,]/)[0] ?? "")
  const told = detectDateOrder(days)
  return told === "mdy" || told === "dmy" ? told : (options.schoolOrder ?? "mdy")
}

/** Each row by each of its children and lessons; one without a name as the student's above it. */
function* readAll(
  rows: readonly CsvRow[],
  named: ReadonlyMap<CsvRow, CsvRow>,
  frame: RowFrame,
): Turns<RowReading[]> {
  const childrenOf = childrenIn(frame.mapping, frame.headers)
  const readings: RowReading[] = []
  let first: RowReading | undefined
  for (const row of rows) {
    const full = named.get(row)
    for (const child of childrenOf(full ?? row).flatMap((each) => [...lessonsOf(each, frame)])) {
      const reading = readRow(child.row, { ...frame, mapping: child.mapping })
      if (child.note) reading.notes.push(child.note)
      const status = statusBeside(child.note ?? "")
      // A column says it of the family where a cell says it of each child.
      if (status && (!reading.cells.status || child.siblings > 0)) reading.values.status = status
      const [, taught = ""] = /\(([^()]+)\)$/.exec(child.note ?? "") ?? []
      if (namesInstrument(taught)) reading.values.instrument ??= taught
      if (child.isOfClass) reading.isOfClass = true
      if (full) sayNameAbove(reading)
      if (child.siblings > 0) first = reading
      const isBeside =
        first && first !== reading && rowOfTable(first.rowNumber) === rowOfTable(reading.rowNumber)
      if (
        isBeside &&
        first &&
        !child.isOfClass &&
        hasLesson(first) &&
        !reading.cells.weekday &&
        !reading.cells.time
      ) {
        const { message, group } = told.lessonOfFirst(fullName(first.values), fullName(reading.values))
        reading.warnings.push({ field: "time", code: "dropped", message, group, value: "" })
      }
      readings.push(reading)
    }
    yield
  }
  return readings
}

const mostSampled = 400

/** Rows from all over a file: enough to tell what its columns hold. */
function sampleOf(rows: readonly CsvRow[]): (readonly string[])[] {
  const step = Math.max(1, Math.ceil(rows.length / mostSampled))
  return rows.flatMap(({ cells }, index) => (index % step === 0 ? [cells] : []))
}

/** The rows of students, and those that are none with why. */
function* sortOut({
  headers,
  rows: written,
  mapping,
  options,
  known,
}: RosterInput): Turns<{ students: ReturnType<SectionTitles["columns"]>; others: PlannedRow[] }> {
  const families = fillFamilies(written, mapping)
  const { rows } = families
  const cells = rows.map((row) => row.cells)
  const teachers = known.teachers.map(({ name }) => name)
  const titles = new SectionTitles(headers, mapping, teachers)
  const groups = groupsOf(cells, mapping, teachers)
  yield
  const sheet = { headers, mapping, groups, hasWholeNames: haveWholeNames(cells, mapping) }
  const onPages = pageTitles(cells, sheet)
  const ofOthers = rowsOfOthers(rows, sheet)
  yield
  const kept = new Set(options.students)
  const students: CsvRow[] = []
  const others: PlannedRow[] = []
  for (const [at, row] of rows.entries()) {
    yield
    const ofFamily = families.heads.has(row.rowNumber)
      ? told.familyBelow(row.cells.find(Boolean) ?? "")
      : null
    const title = onPages.has(at)
      ? told.titleOfPage(shorten(row.cells.find(Boolean) ?? "", 80))
      : (ofOthers.get(at) ?? ofFamily)
    const because = kept.has(row.rowNumber) ? null : (whyNoStudent(row.cells, sheet, isOfCell(row)) ?? title)
    if (because)
      others.push({
        ...nothing,
        rowNumber: row.rowNumber,
        problems: [],
        warnings: [],
        skippedBecause: titles.title(row, because),
        isNoStudent: true,
      })
    else {
      titles.student(row)
      students.push(row)
    }
  }
  const titled = withAdultsOfHouseholds(titles.columns(headers, mapping, students))
  return { students: withParents(titled, rows), others }
}

const isOfCell = ({ rowNumber }: CsvRow): boolean => placeOf(rowNumber) !== null

const pairsOf = (children: readonly string[], adults: readonly (readonly string[])[]) =>
  adults.flatMap((each) =>
    children.slice(0, mostSampled).map((child, at) => [child, each[at] ?? ""] as const),
  )

const nothing = { state: "skipped", name: "", student: null, familyKey: null, enrollment: null } as const

/** How the rows of the file are read. */
function* frameOf(input: RosterInput) {
  const { headers, mapping, options, known } = input
  const schoolOrder = orderInHeadings(headers) ?? (areDayFirst(headers) ? "dmy" : options.schoolOrder)
  const dateOrders = yield* decideDateOrders(
    { ...options, ...(schoolOrder ? { schoolOrder } : {}) },
    {
      birthDate: cellsOf(input, "birthDate").map(withoutAge),
      startDate: [...cellsOf(input, "startDate"), ...cellsOf(input, "endDate")],
    },
  )
  const areBare = cellsOf(input, "billing").every((cell) => !/\d/.test(cell))
  const firstNames = cellsOf(input, "firstName")
  const children = cellsOf(input, "lastName").map((last, at) => [firstNames[at] ?? "", last].join(" "))
  const turned = areTurned(
    pairsOf(
      children.length > 0 ? children : cellsOf(input, "fullName"),
      Object.values(mapping).includes("guardian1LastName")
        ? []
        : (["guardian1Name", "guardian2Name"] as const).map((field) =>
            cellsOf(input, field).map((cell) => namedContacts(cell)[0]?.name ?? cell),
          ),
    ),
  )
  const headingOf = (use: FieldKey) => headers.find((_, column) => mapping[column] === use) ?? ""
  const parts = ["Name", "LastName", "Email", "Phone"] as const
  const ofGuardian = (number: GuardianNumber) => parts.map((part) => headingOf(`guardian${number}${part}`))
  const isPaying = (number: GuardianNumber) =>
    ofGuardian(number).some((heading, at) => isOfPayer(heading, at > 1))
  const frame: RowFrame = {
    headers,
    mapping,
    birthDateOrder: dateOrders.birthDate.orders,
    startDateOrder: dateOrders.startDate.orders,
    statusCodes: statusCodesIn(headingOf("status"), cellsOf(input, "status")),
    relations: guardianNumbers.map((number) => relationIn(ofGuardian(number).join(" "))),
    ordered: guardianNumbers.map((number) => relationsIn(headingOf(`guardian${number}Name`))),
    payer: guardianNumbers.find(isPaying) ?? null,
    adults: adultsIn(input),
    spareColumns: spareColumns(headers, mapping),
    dayWord: dayWordsIn([...cellsOf(input, "weekday"), ...cellsOf(input, "time")], headers),
    hasTwoLastNames: isInSpanish(headers),
    hasLastFirst: saysLastFirst(headingOf("fullName")) || turned.children,
    areAdultsLastFirst: turned.adults,
    is24: countsTo24([...cellsOf(input, "time"), ...cellsOf(input, "weekday"), ...cellsOf(input, "endTime")]),
    // Where no cell has an amount, each says what the price beside it is.
    isMonthly: (billing) => areBare && saysMonthly(billing),
    doubts: { halves: new Map(), born: new Map() },
    answers: options.answers ?? {},
    today: options.today,
    defaultMinutes: options.defaultMinutes ?? null,
    ...(options.currency === undefined ? {} : { currency: options.currency }),
    ...(known.own === undefined ? {} : { own: known.own }),
    unreadable: options.unreadable ?? "leave-out",
  }
  return { dateOrders, frame, turned }
}

function familyRowOf(
  reading: RowReading,
  further: FurtherOf | undefined,
  siblings: ReadonlyMap<number, number>,
): FamilyRow {
  const above = siblings.get(reading.rowNumber)
  const row = reading.isOfClass ? [] : siblingTie(reading.rowNumber)
  const sibling = [...row, ...(above === undefined ? [] : siblingTie(above))]
  if (!further) return { reading, ties: sibling }
  const { of } = further
  const tie = "rowNumber" in of ? siblingTie(of.rowNumber) : [familyTie(of.familyId)]
  return { reading, isFurther: true, ties: [...sibling, ...tie] }
}

/** The children of one row, and the rows of one student, are one family. */
const siblingTie = (rowNumber: number): string[] => [`row ${rowOfTable(rowNumber)}`]

/** What a further row can say of its student that the first doesn't. */
const addable = [
  ["code", "studentCode", "student ID"],
  ["birthDate", "birthDate", "birth date"],
  ["instrument", "instrument", "instrument"],
  ["level", "level", "level"],
  ["email", "studentEmail", "email"],
  ["phone", "studentPhone", "phone"],
  ["medicalNotes", "medicalNotes", "medical notes"],
  ["emergencyContact", "emergencyContact", "emergency contact"],
] as const

/** Gives the student of an earlier row what a further row says beyond it, and says what that was. */
function addToFirst(first: RowReading, reading: RowReading): string[] {
  const what: string[] = []
  const [known, more] = [first.values, reading.values]
  for (const [key, field, noun] of addable) {
    const value = more[key]
    if (value === null || value === known[key]) continue
    if (known[key] === null) {
      known[key] = value
      what.push(noun)
    } else if (key !== "instrument" || !hasLesson(reading)) copyToNotes(reading, field)
  }
  const notes = reading.notes.filter((note) => !first.notes.includes(note))
  first.notes.push(...notes)
  if (notes.length > 0) what.push("notes")
  for (const [id, answer] of Object.entries(reading.own.student)) {
    const present = first.own.student[id]
    if (!present) first.own.student[id] = answer
    else if (present.value !== answer.value) first.notes.push(`${answer.header}: ${answer.text}`)
    else continue
    what.push(answer.header)
  }
  return what
}

function cellsOf({ headers, rows, mapping }: RosterInput, field: FieldKey): string[] {
  const column = headers.findIndex((_, index) => mapping[index] === field)
  return column < 0 ? [] : rows.map((row) => withoutFormulaMark(row.cells[column] ?? ""))
}

/** Adults beside students and in the school, by name and by email, and the last names of the file's students. */
function adultsIn(input: RosterInput): RowFrame["adults"] {
  const columns = new Map(Object.entries(input.mapping).map(([column, use]) => [use, Number(column)]))
  const adults = new Set([...input.known.guardianEmails.keys()].map((email) => email.toLowerCase()))
  const lastNames = new Set<string>()
  for (const { cells } of input.rows) {
    const textOf = (use: FieldKey) => withoutFormulaMark(cells[columns.get(use) ?? -1] ?? "").trim()
    const student = textOf("fullName") || textOf("firstName")
    if (!student) continue
    lastNames.add(fold(textOf("lastName") || splitName(student).lastName))
    for (const number of guardianNumbers) {
      const name = [textOf(`guardian${number}Name`), textOf(`guardian${number}LastName`)].join(" ")
      for (const key of [nameKey(name), textOf(`guardian${number}Email`).toLowerCase()]) adults.add(key)
    }
  }
  return { has: (key) => key !== "" && adults.has(key), lastNames }
}

/** Lets rows in, first come first served, while the school's plan has places. */
function* admit(
  { known, options }: RosterInput,
  readings: readonly RowReading[],
  { skipped, further }: { skipped: ReadonlyMap<number, string>; further: ReadonlyMap<number, FurtherOf> },
  roll: TeacherRoll,
): Turns<{ admitted: RowReading[]; lessons: LessonRow[] }> {
  const admitted: RowReading[] = []
  const rowsIn = new Set<number>()
  const lessons: LessonRow[] = []
  let studentCount = 0
  const defaultTeacher = known.teachers.find((teacher) => teacher.id === options.defaultTeacher)?.name
  for (const reading of readings) {
    yield
    const { values } = reading
    if (reading.problems.length > 0 || skipped.has(reading.rowNumber)) continue
    const more = further.get(reading.rowNumber)
    if (more && "rowNumber" in more.of && !rowsIn.has(more.of.rowNumber)) {
      const message = `Adds to row ${rowText(more.of.rowNumber)}, which isn’t imported.`
      reading.problems.push({ field: null, code: "duplicate", message, value: fullName(values) })
      continue
    }
    const isCounted = !more && countsTowardPlan(values.status)
    if (isCounted && known.room.students !== null && studentCount >= known.room.students) {
      reading.problems.push(studentRefusal(known.room, fullName(values)))
      continue
    }
    if (hasLesson(reading) && !more?.hasLessonAlready) {
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
      lessons.push({
        reading,
        teacher: teacher?.use === "leave-out" ? null : teacher,
        ...(more ? { of: more.of } : {}),
      })
    }
    if (isCounted) studentCount++
    admitted.push(reading)
    rowsIn.add(reading.rowNumber)
  }
  return { admitted, lessons }
}

function toStudent({ values, notes, own }: RowReading): PlannedStudent {
  const { code, firstName, lastName, birthDate, status, instrument, level, email, phone } = values
  return {
    ...{ code, firstName, lastName, birthDate, status, instrument, level, email, phone },
    medicalNotes: values.medicalNotes,
    emergencyContact: values.emergencyContact,
    notes: notes.length > 0 ? notes.join("\n") : null,
    answers: answersIn(own.student),
  }
}

function count(plan: Pick<RosterPlan, "rows" | "families" | "teachers" | "classes">): RosterPlan["counts"] {
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
    enrollments: [...ready, ...inState("added")].filter((row) => row.enrollment).length,
    ready: ready.length,
    added: inState("added").length,
    problems: inState("problem").length,
    skipped: inState("skipped").length,
    warnings: rows.reduce((sum, row) => sum + row.warnings.length, 0),
  }
}

// The room left in the school's plan, and the refusal of a row when there is none.

export type PlanRoom = {
  /** Spots left; null is no limit. Leads and former students don't count. */
  teachers: number | null
  students: number | null
  /** For the refusal's text; without it the refusal names no numbers. */
  plan?: { name: string; teacherLimit: number | null; studentLimit: number | null }
}

/** Why this student cannot be added. */
export function studentRefusal(room: PlanRoom, name: string): RowIssue {
  const used = limitText(room.plan?.studentLimit, room.students, "students", room.plan?.name)
  const message = `${used} Upgrade to add ${name}, or mark a student as former first.`
  return { field: null, code: "student-limit", message, value: name }
}

/** Why the teacher of this row cannot be added. */
export function teacherRefusal(room: PlanRoom, name: string): RowIssue {
  const used = limitText(room.plan?.teacherLimit, room.teachers, "teachers", room.plan?.name)
  const message = `${used} Upgrade to add ${name}, choose one of your teachers instead, or leave the name out.`
  return { field: "teacher", code: "teacher-limit", message, value: name }
}

function limitText(
  limit: number | null | undefined,
  left: number | null,
  noun: "students" | "teachers",
  plan: string | undefined,
): string {
  if (limit === null || limit === undefined || left === null || !plan) {
    return `Your plan has no room for more ${noun}.`
  }
  const taken = left > 0 ? `, and the rows above use the last ${left}` : ""
  return `You have ${limit - left} of ${limit} ${noun} on ${plan}${taken}.`
}
