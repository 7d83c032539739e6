// No student is imported twice: neither from two rows of a file nor when the school already has them. A further row of a
// student adds what is new in it: a lesson, or a guardian.

import type { Weekday } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { perLesson, rowOfTable } from "~/utils/sheet-rows"
import { hasLesson } from "./roster-classes"
import { isKnownGuardian, type KnownGuardian, phoneKeys, wholeName } from "./roster-families"
import type { OwnField } from "./roster-field-names"
import { type Answers, answerTo, type Question } from "./roster-questions"
import type { FurtherOf, RowIssue, RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import { rowText, shorten } from "./roster-text"

type WeeklyTime = { weekday: Weekday; time: string; instrument?: string | null }

type KnownStudent = {
  id: string
  firstName: string
  lastName: string
  birthDate: string | null
  code?: string | null
  familyId?: string
  /** The weekly lessons they are enrolled in. */
  lessons?: readonly WeeklyTime[]
}

/** The students the school has, whatever their status. */
export type SchoolStudents = {
  /** What the school's own fields can be columns of. */
  own?: readonly OwnField[]
  studentCodes: ReadonlySet<string>
  students: readonly KnownStudent[]
  guardians?: readonly KnownGuardian[]
}

/** Whether a row may be someone who is here already, or who is in the file twice: only the name says so. */
export const isPerhapsKnown = ({ code, field }: RowIssue): boolean =>
  (code === "already-here" && field === "birthDate") || (code === "duplicate" && field === "firstName")

/**
 * Finds the rows that are further rows of a student, and why others are skipped, by row number; warns where only the name is
 * the same, and gives a problem to a row whose student ID is someone else's. `leftOut` are rows of which the person at the
 * check said so.
 */
export function* markKnownAndDuplicates(
  readings: readonly RowReading[],
  school: SchoolStudents,
  leftOut: ReadonlySet<number> = new Set(),
  answers: Answers = {},
): Turns<{ skipped: Map<number, string>; further: Map<number, FurtherOf>; questions: Question[] }> {
  const skipped = new Map<number, string>()
  const further = new Map<number, FurtherOf>()
  const questions: Question[] = []
  const index = new SchoolIndex(school)
  for (const _ of index.fill()) yield
  const file = new FileIndex()
  const byRow = new Map<number, RowReading>()
  for (const reading of readings) {
    byRow.set(reading.rowNumber, reading)
    yield
    const { rowNumber, problems, warnings, values } = reading
    const student = index.find(reading)
    const because = student ? knownBecause(reading, student) : index.whyKnown(reading)
    if (because) {
      const adds = student && problems.length === 0 ? index.newIn(reading, student) : null
      if (adds) further.set(rowNumber, adds)
      else if (problems.length === 0) skipped.set(rowNumber, because)
      else warnings.push({ field: null, code: "already-here", message: because, value: "" })
      continue
    }
    const earlier = problems.length === 0 ? file.find(reading) : null
    if (earlier?.is === "other") {
      const message = `Student ID ${values.code} is also in row ${rowText(earlier.rowNumber)}. Only the first is imported.`
      problems.push({ field: "studentCode", code: "duplicate", message, value: values.code ?? "" })
    }
    const lessonsBefore = earlier ? file.lessonsOf(earlier.rowNumber) : []
    const asked = earlier?.is === "asked" ? askSame(reading, earlier.rowNumber, lessonsBefore, answers) : null
    if (asked) questions.push(asked)
    if (earlier?.is === "same" || asked?.chosen === "same") {
      const first = earlier?.rowNumber ?? rowNumber
      const lessons = file.lessonsOf(first)
      further.set(rowNumber, {
        of: { rowNumber: first },
        hasLessonAlready: isAmong(lessonIn(reading), lessons),
      })
      warnOfBoth(reading, lessons)
      const begun = byRow.get(first)
      if (begun) takeLivelierStatus(begun, reading)
      file.remember(reading, first)
      continue
    }
    if (earlier?.is === "named") {
      const name = fullName(values)
      const message = `${name} is also in row ${rowText(earlier.rowNumber)}. Both are imported; is it the same person?`
      warnings.push({ field: "firstName", code: "duplicate", message, value: name })
    } else if (fullName(values) && index.hasName(values) && !values.birthDate) {
      const message = `The school already has a student named ${fullName(values)}. Is it the same person?`
      warnings.push({ field: "birthDate", code: "already-here", message, value: "" })
    }
    const mayStayOut = problems.length === 0 && warnings.some(isPerhapsKnown)
    if (mayStayOut && leftOut.has(rowNumber)) skipped.set(rowNumber, leftOutBecause)
    else if (problems.length === 0) file.remember(reading, rowNumber)
  }
  return { skipped, further, questions }
}

/** Why a row is skipped that the person at the check left out. */
export const leftOutBecause = "You left this row out."

function askSame(
  reading: RowReading,
  earlier: number,
  lessons: readonly WeeklyTime[],
  answers: Answers,
): Question {
  const { values, rowNumber } = reading
  const differing = lessonIn(reading) || values.guardians.length === 0 ? "lessons" : "guardians"
  const key = `student ${rowNumber}`
  return {
    key,
    kind: "student",
    text: `Rows ${rowText(earlier)} and ${rowText(rowNumber)} are both ${fullName(values)}, with different ${differing}. Are they the same student?`,
    choices: [
      { value: "same", label: `Yes, one student with both ${differing}` },
      { value: "two", label: "No, two students" },
    ],
    // With two teachers at the same hour they are hardly one.
    chosen: answerTo(answers, key, ["same", "two"], isAmong(lessonIn(reading), lessons) ? "two" : "same"),
    rowNumbers: [earlier, rowNumber],
  }
}

const lively = ["former", "lead", "paused", "trial", "active"] as const

/** Where rows are lessons, one may have ended while another goes on: the student is what the livelier says, and the ended lesson isn't made. */
function takeLivelierStatus(first: RowReading, reading: RowReading): void {
  const [before, now] = [first, reading].map(({ values }) => lively.indexOf(values.status)) as [
    number,
    number,
  ]
  if (before === now) return
  const ended = before < now ? first : reading
  if (ended.values.status === "former" && ended.values.weekday !== null) {
    ended.values.weekday = null
    const value = ended.cells.status?.text ?? ""
    const message = `This lesson has ended (“${shorten(value)}”). It isn’t created, and its cells are kept in the notes.`
    const group = "The lesson has ended. It isn’t created, and its cells are kept in the notes."
    ended.warnings.push({ field: "status", code: "no-lesson", message, group, value })
  }
  if (before < now) first.values.status = reading.values.status
}

/** A student can't be in two lessons at once; the school may know why the file says so. */
function warnOfBoth(reading: RowReading, lessons: readonly WeeklyTime[]): void {
  const lesson = lessonIn(reading)
  const other = lesson && lessons.find((each) => isAt(each, lesson) && !isSameLesson(each, lesson))
  if (!lesson || !other) return
  const message = `${fullName(reading.values)} has two lessons at the same time, ${other.instrument} and ${lesson.instrument}. Both are created.`
  const group = "The student has two lessons at the same time. Both are created."
  reading.warnings.push({
    field: "time",
    code: "clash",
    message,
    group,
    value: reading.cells.time?.text ?? "",
  })
}

function knownBecause({ values }: RowReading, student: KnownStudent): string {
  if (values.code && student.code && foldCode(values.code) === foldCode(student.code))
    return `Student ID ${values.code} is already in the school.`
  if (values.birthDate && values.birthDate === student.birthDate)
    return `${fullName(values)}, born ${formatDate(values.birthDate, "full")}, is already in the school.`
  return `${fullName(values)} is already in the school, in the same family.`
}

/** The students of the school, by what rows say of them. */
class SchoolIndex {
  readonly #school: SchoolStudents
  readonly #codes: Set<string>
  readonly #byCode = new Map<string, KnownStudent>()
  readonly #byPerson = new Map<string, KnownStudent>()
  readonly #byName = new Map<string, KnownStudent[]>()
  readonly #familiesOf = new Map<string, Set<string>>()
  readonly #guardiansIn = new Map<string, KnownGuardian[]>()
  readonly #lessons = new Map<string, WeeklyTime[]>()

  constructor(school: SchoolStudents) {
    this.#school = school
    this.#codes = new Set([...school.studentCodes].map(foldCode))
  }

  *fill(): Turns<void> {
    for (const student of this.#school.students) {
      yield
      const key = nameKey(student)
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), student])
      if (student.birthDate) this.#byPerson.set(personKey(student), student)
      if (student.code) this.#byCode.set(foldCode(student.code), student)
    }
    for (const guardian of this.#school.guardians ?? []) {
      yield
      this.#guardiansIn.set(guardian.familyId, [
        ...(this.#guardiansIn.get(guardian.familyId) ?? []),
        guardian,
      ])
      for (const key of contactsOf([guardian])) {
        const families = this.#familiesOf.get(key) ?? new Set()
        this.#familiesOf.set(key, families.add(guardian.familyId))
      }
    }
  }

  hasName = (person: { firstName: string; lastName: string }): boolean => this.#byName.has(nameKey(person))

  find({ values }: RowReading): KnownStudent | undefined {
    const byCode = values.code ? this.#byCode.get(foldCode(values.code)) : undefined
    if (byCode || !fullName(values)) return byCode
    const byPerson = values.birthDate ? this.#byPerson.get(personKey(values)) : undefined
    if (byPerson) return byPerson
    const families = new Set(
      contactsOf(values.guardians).flatMap((key) => [...(this.#familiesOf.get(key) ?? [])]),
    )
    if (values.householdCode) families.add(values.householdCode)
    const named = this.#byName.get(nameKey(values)) ?? []
    return named.find(
      ({ familyId, birthDate }) =>
        familyId !== undefined && families.has(familyId) && !(birthDate && values.birthDate),
    )
  }

  /** Where only the student IDs of the school are known. */
  whyKnown({ values }: RowReading): string | null {
    return values.code && this.#codes.has(foldCode(values.code))
      ? `Student ID ${values.code} is already in the school.`
      : null
  }

  /** What a row has for a student of the school that is new; null when nothing is. */
  newIn(reading: RowReading, { id, familyId, lessons = [] }: KnownStudent): FurtherOf | null {
    if (familyId === undefined) return null
    const known = this.#lessons.get(id) ?? [...lessons]
    this.#lessons.set(id, known)
    const lesson = lessonIn(reading)
    const hasNewLesson = lesson !== null && !isAmong(lesson, known)
    const adults = this.#guardiansIn.get(familyId) ?? []
    const added = reading.values.guardians.filter(
      ({ name, email, phone }) =>
        (name || email || phone) &&
        !adults.some((adult) => isKnownGuardian(adult, { name, email, phone, relation: null })),
    )
    if (!hasNewLesson && added.length === 0) return null
    if (hasNewLesson) {
      warnOfBoth(reading, known)
      known.push(lesson)
    }
    for (const { name, email, phone } of added)
      this.#guardiansIn.set(familyId, [
        ...(this.#guardiansIn.get(familyId) ?? []),
        { id: "", familyId, name: name ?? "", email, phone },
      ])
    return { of: { studentId: id, familyId }, hasLessonAlready: !hasNewLesson }
  }
}

type Earlier = { rowNumber: number; is: "same" | "asked" | "named" | "other" }
type Remembered = { rowNumber: number; reading: RowReading; contacts: Set<string> }

/** The students of the rows so far. */
class FileIndex {
  readonly #byCode = new Map<string, Remembered>()
  readonly #byName = new Map<string, Remembered[]>()
  readonly #lessons = new Map<number, WeeklyTime[]>()

  find(reading: RowReading): Earlier | null {
    const { values } = reading
    const name = fullName(values)
    const coded = values.code ? this.#byCode.get(foldCode(values.code)) : undefined
    if (coded) {
      const isSame = nameKey(values) === nameKey(coded.reading.values)
      return { rowNumber: coded.rowNumber, is: isSame ? "same" : "other" }
    }
    if (!name) return null
    const named = this.#byName.get(nameKey(values)) ?? []
    for (const each of named) {
      const is = this.#compare(reading, each)
      if (is === "same" || is === "asked") return { rowNumber: each.rowNumber, is }
    }
    const perhaps = named.find((each) => this.#compare(reading, each) === "named")
    return perhaps && !values.birthDate ? { rowNumber: perhaps.rowNumber, is: "named" } : null
  }

  /** Whether two rows of one name are one student. */
  #compare(
    reading: RowReading,
    { reading: earlier, contacts }: Remembered,
  ): "same" | "asked" | "named" | null {
    if (isWithinRow(reading.rowNumber, earlier.rowNumber)) return "same"
    const { birthDate, code } = reading.values
    const before = earlier.values
    if (birthDate && before.birthDate) return birthDate === before.birthDate ? "same" : null
    if (code && before.code) return "named"
    const own = identityOf(reading)
    if (own.some((key) => contacts.has(key))) return "same"
    const saysNothing =
      (own.length === 0 && !birthDate) || (contacts.size === 0 && !before.birthDate && !before.code)
    if (saysNothing && isOtherLesson(reading, earlier)) return "asked"
    return isOtherGuardian(reading, earlier) ? "asked" : "named"
  }

  lessonsOf = (first: number): readonly WeeklyTime[] => this.#lessons.get(first) ?? []

  /** Makes a row one that later ones can repeat: as its own student, or as that of the first of its rows. */
  remember(reading: RowReading, first: number) {
    const { values } = reading
    const lesson = lessonIn(reading)
    this.#lessons.set(first, [...this.lessonsOf(first), ...(lesson ? [lesson] : [])])
    const seen: Remembered = { rowNumber: first, reading, contacts: new Set(identityOf(reading)) }
    if (values.code && !this.#byCode.has(foldCode(values.code))) this.#byCode.set(foldCode(values.code), seen)
    if (!fullName(values)) return
    const key = nameKey(values)
    const named = this.#byName.get(key)
    const known = named?.find(({ rowNumber }) => rowNumber === first)
    if (known) for (const contact of seen.contacts) known.contacts.add(contact)
    else if (named) named.push(seen)
    else this.#byName.set(key, [seen])
  }
}

/** Whether both are lessons of one child of one row; the cells of a timetable's row are of several students. */
const isWithinRow = (one: number, other: number): boolean =>
  rowOfTable(one) === rowOfTable(other) && one % perLesson === other % perLesson

const isAt = (one: WeeklyTime, other: WeeklyTime): boolean =>
  one.weekday === other.weekday && one.time === other.time

/** The same time of the week is the same lesson, unless both say what is taught and it isn't the same. */
const isSameLesson = (one: WeeklyTime, other: WeeklyTime): boolean =>
  isAt(one, other) && !(one.instrument && other.instrument && fold(one.instrument) !== fold(other.instrument))

const isAmong = (lesson: WeeklyTime | null, lessons: readonly WeeklyTime[]): boolean =>
  lesson !== null && lessons.some((each) => isSameLesson(each, lesson))

function lessonIn(reading: RowReading): WeeklyTime | null {
  const { weekday, time, instrument } = reading.values
  return hasLesson(reading) && weekday && time ? { weekday, time, instrument } : null
}

/** Whether two rows of one name are about different lessons, as far as they say. */
function isOtherLesson(reading: RowReading, earlier: RowReading): boolean {
  const [lesson, first] = [lessonIn(reading), lessonIn(earlier)]
  const [teacher, other] = [reading.values.teacher, earlier.values.teacher]
  const areOfTwo = teacher !== null && other !== null && fold(teacher) !== fold(other)
  if (lesson && first) return areOfTwo || !isSameLesson(lesson, first)
  const differs = (key: "instrument" | "teacher") =>
    reading.values[key] !== null && fold(reading.values[key] ?? "") !== fold(earlier.values[key] ?? "")
  return differs("instrument") || differs("teacher") || lesson !== null
}

/** Whether a row close below another of the same name tells of a second parent: another relation, or the family's last name. */
function isOtherGuardian(reading: RowReading, earlier: RowReading): boolean {
  const distance = reading.rowNumber - earlier.rowNumber
  const [ours, theirs] = [reading.values.guardians, earlier.values.guardians]
  if (distance < 1 || distance > mostGuardianRows || ours.length === 0 || theirs.length === 0) return false
  const relations = [ours, theirs].map((list) => list.map(({ relation }) => relation))
  const isOtherParent = relations[0]?.every((one) => one && !relations[1]?.includes(one)) === true
  const last = fold(reading.values.lastName)
  return (
    (isOtherParent && relations[1]?.every(Boolean) === true) ||
    [...ours, ...theirs].every(({ name }) => last !== "" && fold(name ?? "").endsWith(` ${last}`))
  )
}

const mostGuardianRows = 4

const contactsOf = (people: readonly { email: string | null; phone: string | null }[]): string[] =>
  people.flatMap(({ email, phone }) => [...(email ? [`email ${email}`] : []), ...phoneKeys(phone)])

/** What besides the name tells a student from others: contacts, theirs or their guardians', and the guardians' whole names. */
const identityOf = ({ values }: RowReading): string[] => [
  ...contactsOf([...values.guardians, values]),
  ...values.guardians.flatMap(({ name }) => wholeName(name) ?? []),
  ...(values.householdCode ? [`family ${values.householdCode}`] : []),
]

function foldCode(code: string): string {
  return code.trim().toLowerCase()
}

function nameKey(person: { firstName: string; lastName: string }): string {
  const name = fullName(person)
  return `name ${fold(name) || name}`
}

function personKey(person: { firstName: string; lastName: string; birthDate: string | null }): string {
  return `${nameKey(person)} born ${person.birthDate}`
}
