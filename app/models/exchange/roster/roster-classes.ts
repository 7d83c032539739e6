// The weekly lessons in a roster: a private lesson is a class of its own, rows of one group share theirs. Lessons of
// one teacher that overlap are named, not refused: the school may know why.

import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, daysBetween, type Weekday } from "~/utils/dates"
import { formatTime } from "~/utils/formats"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { copyToNotes, type FurtherOf, joinAnswers, leaveOut, type RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import { answerTeacher, type PlannedTeacher } from "./roster-teachers"
import { rowText, shorten } from "./roster-text"
import type { ClassKind } from "./roster-values"

export type PlannedBilling = "per_session" | "monthly"

export type PlannedClass = {
  /** Names the class within this plan. */
  key: string
  name: string
  kind: ClassKind
  instrument: string | null
  /** Key of a planned teacher; null when no one is named or the name is left out. */
  teacherKey: string | null
  /** Every week, or every other one, on this weekday (1 Monday … 7 Sunday) at this wall-clock time, from startsOn on; of a class whose only student leaves, until endsOn. */
  schedule: {
    weekday: Weekday
    time: string
    minutes: number
    startsOn: string
    endsOn?: string
    everyWeeks?: 2
  }
  /** Minor units; null when no row names a price. */
  price: { billing: PlannedBilling; amountMinor: number } | null
  rowNumbers: number[]
  answers?: CustomAnswers | undefined
}

export type PlannedEnrollment = {
  rowNumber: number
  classKey: string
  startsOn: string
  /** The last day, where the file has one that is to come. */
  endsOn?: string
  /** How this student pays where that differs from the class; null is as the class does. */
  billing: PlannedBilling | null
  /** Minor units: a month's flat fee when billing is monthly; null is the class's price, also when it changes. */
  priceMinor: number | null
  /** Of a further row: whose lesson it is. */
  of?: FurtherOf["of"]
}

/** A row whose student has a weekly lesson, and who teaches it. */
export type LessonRow = { reading: RowReading; teacher: PlannedTeacher | null; of?: FurtherOf["of"] }

/** Whether the row's student gets a weekly lesson: not when they left, and not without day, time and length. */
export function hasLesson({ values }: RowReading): boolean {
  return (
    values.status !== "former" && values.weekday !== null && values.time !== null && values.minutes !== null
  )
}

/**
 * Makes the classes and enrollments of the rows, and warns of overlapping lessons of one teacher.
 * @param defaultStart the day lessons start in rows that do not say
 */
export function* planClasses(
  rows: readonly LessonRow[],
  defaultStart: string,
): Turns<{ classes: PlannedClass[]; enrollments: PlannedEnrollment[] }> {
  const groups = new Map<string, LessonRow[]>()
  markGroups(rows, defaultStart)
  yield
  for (const row of rows) {
    yield
    if (row.teacher) answerTeacher(row.teacher, row.reading)
    const key = groupKey(row, defaultStart)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const classes: PlannedClass[] = []
  for (const group of groups.values()) {
    classes.push(planClass(`class-${classes.length + 1}`, group, defaultStart))
    yield
  }
  nameApart(classes)

  const classOfRow = new Map(classes.flatMap((each) => each.rowNumbers.map((row) => [row, each] as const)))
  const enrollments = rows.flatMap(({ reading, of }) => {
    const itsClass = classOfRow.get(reading.rowNumber)
    return itsClass ? [{ ...planEnrollment(reading, itsClass, defaultStart), ...(of ? { of } : {}) }] : []
  })
  yield* warnOfClashes(classes, rows)
  return { classes, enrollments }
}

function groupKey({ reading, teacher }: LessonRow, defaultStart: string): string {
  const { kind } = reading.values
  if (hasOneStudent(kind)) return `row ${reading.rowNumber}`
  return [kind, meetingOf({ reading, teacher }, defaultStart)].join("|")
}

/** Which of two alternating weeks lessons from a day on are in. */
const alternateWeek = (startsOn: string, day: Weekday): number =>
  Math.floor(daysBetween(`2000-01-0${day + 2}`, addDays(startsOn, 6)) / 7) % 2

/** What is taught, by whom and when. */
function meetingOf({ reading, teacher }: LessonRow, defaultStart: string): string {
  const { instrument, weekday, time, minutes, isEveryOther, startDate } = reading.values
  const week = isEveryOther && weekday ? alternateWeek(startDate ?? defaultStart, weekday) : ""
  const when = [weekday, time, minutes, week]
  return [teacher?.teacherId ?? teacher?.key, fold(instrument ?? ""), ...when].join("|")
}

/** Whether a heading is of classes. */
export const isOfClasses = (header: string): boolean => ofClass.test(fold(header))

const ofClass =
  /\b(?:class|classes|course|courses|group|groups|ensemble|enrolled in|activity|program|workshop|kurs|kurse|gruppe|grupa|gruppo|groupe|grupp|cours|atelier|clase|grupo|curso|corso|groep|hold|zajecia)\b/

/** "Private Piano Lesson": of one student whatever its heading says. */
const ofOne =
  /\b(?:privates?|privatunterricht|pvt|priv|individual|individuel(?:le)?|einzel\p{L}*|particular|solo|one (?:on|to) one|1 (?:on |to )?1)\b/u

/** Those who come at one time to one class, by its name, are a group: no one teaches two lessons at once. */
function markGroups(rows: readonly LessonRow[], defaultStart: string): void {
  const shared = new Map<string, LessonRow[]>()
  for (const row of rows) {
    const { instrument, classKind, time } = row.reading.cells
    const isAbove = /^(?:title above|sheet)$/i.test(time?.header ?? "")
    const isNamed = row.reading.isOfClass || isAbove || isOfClasses(instrument?.header ?? "")
    const { kind, status, endDate } = row.reading.values
    if (classKind || !isNamed || kind !== "private" || status !== "active") continue
    if (ofOne.test(fold(instrument?.text ?? ""))) continue
    // Who comes after another one's last lesson isn't of their class.
    const key = [meetingOf(row, defaultStart), endDate].join("|")
    shared.set(key, [...(shared.get(key) ?? []), row])
  }
  for (const group of shared.values()) {
    const students = new Set(group.map(({ reading, of }) => (of ? JSON.stringify(of) : reading.rowNumber)))
    const [first] = group
    const name = fold(first?.reading.values.instrument ?? "")
    const isClass = first?.reading.isOfClass || first?.teacher || name.includes(" ")
    if (students.size < 2 || !isClass) continue
    for (const { reading } of group) reading.values.kind = "group"
  }
}

function planClass(key: string, group: readonly LessonRow[], defaultStart: string): PlannedClass {
  const [first] = group
  const values = first?.reading.values
  if (!values || values.weekday === null || values.time === null || values.minutes === null) {
    throw new Error("A class is planned only from rows with a weekly lesson")
  }
  const starts = group.map(({ reading }) => reading.values.startDate ?? defaultStart).sort()
  const startsOn = starts[0] ?? defaultStart
  const { endDate } = values
  const ends = endDate !== null && endDate >= startsOn && hasOneStudent(values.kind)
  const prices = group.map(({ reading }) => priceOf(reading, values.kind)).filter((price) => price !== null)
  return {
    key,
    name: className(values),
    kind: values.kind,
    instrument: values.instrument,
    teacherKey: first.teacher?.key ?? null,
    schedule: {
      weekday: values.weekday,
      time: values.time,
      minutes: values.minutes,
      startsOn,
      ...(ends ? { endsOn: endDate } : {}),
      ...(values.isEveryOther ? { everyWeeks: 2 as const } : {}),
    },
    price: prices.find((price) => price.billing === "per_session") ?? prices[0] ?? null,
    rowNumbers: group.map(({ reading }) => reading.rowNumber),
    answers: group.reduce<CustomAnswers | undefined>(
      (known, { reading }) => joinAnswers(known, reading, "class"),
      undefined,
    ),
  }
}

/**
 * What a class of this kind costs by one row. A flat fee is the price of a class of one student's own; in a group the
 * price per lesson goes first, for the flat fee is then one student's agreement.
 */
function priceOf({ values }: RowReading, kind: ClassKind): PlannedClass["price"] {
  const flat =
    values.billing.mode === "monthly"
      ? ({ billing: "monthly", amountMinor: values.billing.amountMinor } as const)
      : null
  if (flat && hasOneStudent(kind)) return flat
  if (values.priceMinor !== null) return { billing: "per_session", amountMinor: values.priceMinor }
  return flat
}

const hasOneStudent = (kind: ClassKind): boolean => kind === "private" || kind === "trial"

/** "Amara Okafor, piano"; "Voice group". */
function className(values: RowReading["values"]): string {
  const instrument = values.instrument
  if (values.kind === "group") return instrument ? `${instrument} group` : "Group"
  if (values.kind === "ensemble") return instrument ? `${instrument} ensemble` : "Ensemble"
  return instrument ? `${fullName(values)}, ${inSentence(instrument)}` : fullName(values)
}

const englishInstruments = new Set(
  `piano violin viola cello bass guitar ukulele harp flute recorder clarinet oboe bassoon saxophone trumpet trombone horn
   tuba drums percussion voice singing keyboard organ accordion mandolin banjo`.split(/\s+/),
)

// German nouns keep their capital, and a school may mean its own by "Rock Band": only plain words are lowered.
function inSentence(instrument: string): string {
  const lower = instrument.toLowerCase()
  return englishInstruments.has(lower) ? lower : instrument
}

/** Two voice groups are told apart by when they meet. */
function nameApart(classes: readonly PlannedClass[]): void {
  const counts = new Map<string, number>()
  for (const { name } of classes) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const each of classes) {
    if ((counts.get(each.name) ?? 0) < 2) continue
    each.name += `, ${weekdayNames[each.schedule.weekday].slice(0, 3)} ${formatTime(each.schedule.time)}`
  }
}

function planEnrollment(
  reading: RowReading,
  itsClass: PlannedClass,
  defaultStart: string,
): PlannedEnrollment {
  const { billing, priceMinor, startDate, endDate } = reading.values
  const startsOn = startDate ?? defaultStart
  const ends = endDate !== null && endDate >= startsOn
  if (endDate !== null && !ends) {
    const value = reading.cells.endDate?.text ?? ""
    leaveOut(reading, "endDate", `“${shorten(value)}” is before the first lesson.`)
  }
  const isMonthly = billing.mode === "monthly"
  if (isMonthly && priceMinor !== null && priceMinor !== itsClass.price?.amountMinor)
    copyToNotes(reading, "price")
  const own = isMonthly ? billing.amountMinor : priceMinor
  const isBilledAlike = itsClass.price === null || itsClass.price.billing === billing.mode
  return {
    rowNumber: reading.rowNumber,
    classKey: itsClass.key,
    startsOn,
    ...(ends ? { endsOn: endDate } : {}),
    billing: isBilledAlike ? null : billing.mode,
    priceMinor: isBilledAlike && own === (itsClass.price?.amountMinor ?? null) ? null : own,
  }
}

/** "Theory, Saturdays 10:00 AM". */
export const lessonText = ({ instrument, schedule }: Pick<PlannedClass, "instrument" | "schedule">): string =>
  [
    instrument ?? "a lesson",
    `${schedule.everyWeeks ? "every other week on " : ""}${weekdayNames[schedule.weekday]} ${formatTime(schedule.time)}`,
  ].join(", ")

const weekdayNames: Record<Weekday, string> = {
  1: "Mondays",
  2: "Tuesdays",
  3: "Wednesdays",
  4: "Thursdays",
  5: "Fridays",
  6: "Saturdays",
  7: "Sundays",
}

function* warnOfClashes(classes: readonly PlannedClass[], rows: readonly LessonRow[]): Turns<void> {
  const readings = new Map(rows.map(({ reading }) => [reading.rowNumber, reading]))
  const teachers = new Map(rows.flatMap(({ teacher }) => (teacher ? [[teacher.key, teacher] as const] : [])))
  const lessonsOf = new Map<string, PlannedClass[]>()
  for (const each of classes) {
    const teacher = teachers.get(each.teacherKey ?? "")
    if (!teacher) continue
    const day = `${teacher.teacherId ?? teacher.key} ${each.schedule.weekday}`
    const lessons = lessonsOf.get(day)
    if (lessons) lessons.push(each)
    else lessonsOf.set(day, [each])
  }
  for (const lessons of lessonsOf.values()) {
    yield
    for (const [lesson, other] of overlapsInWeeks(lessons)) {
      const teacher = teachers.get(lesson.teacherKey ?? "")?.name ?? ""
      const student = readings.get(other.rowNumbers[0] ?? 0)
      if (!student) continue
      const rowLabel = `row ${rowText(student.rowNumber)} (${fullName(student.values)}, ${formatTime(other.schedule.time)})`
      const message = `${teacher} has two lessons at once on ${weekdayNames[lesson.schedule.weekday]}: this one and ${rowLabel}.`
      for (const rowNumber of lesson.rowNumbers) {
        const reading = readings.get(rowNumber)
        const value = (reading?.cells.time ?? reading?.cells.weekday)?.text ?? ""
        const group = `${teacher} has two lessons at once on ${weekdayNames[lesson.schedule.weekday]}.`
        reading?.warnings.push({ field: "time", code: "clash", message, group, value })
      }
    }
  }
}

/** The same for lessons of which some are every other week: those of different weeks don't meet. */
function overlapsInWeeks(lessons: readonly PlannedClass[]): Map<PlannedClass, PlannedClass> {
  const inWeek = (week: number) =>
    lessons.filter(({ schedule: { everyWeeks, startsOn, weekday } }) =>
      everyWeeks ? alternateWeek(startsOn, weekday) === week : true,
    )
  return new Map([...findOverlaps(inWeek(0)), ...findOverlaps(inWeek(1))])
}

/** Each lesson of a day that overlaps another one, and one that it overlaps. */
function findOverlaps(lessons: readonly PlannedClass[]): Map<PlannedClass, PlannedClass> {
  const found = new Map<PlannedClass, PlannedClass>()
  const byStart = lessons
    .map((lesson) => {
      const start = minutesOfDay(lesson.schedule.time)
      return { lesson, start, end: start + lesson.schedule.minutes }
    })
    .sort((a, b) => a.start - b.start)
  let latest = byStart[0]
  for (const current of byStart.slice(1)) {
    const previous = latest
    if (!previous) continue
    if (current.start < previous.end) {
      found.set(current.lesson, previous.lesson)
      if (!found.has(previous.lesson)) found.set(previous.lesson, current.lesson)
    }
    if (current.end > previous.end) latest = current
  }
  return overlapsOfNeighbours(byStart, found)
}

// The lesson that ends last hides shorter ones before it, which overlap their own successor if anything.
function overlapsOfNeighbours(
  byStart: readonly { lesson: PlannedClass; start: number; end: number }[],
  found: Map<PlannedClass, PlannedClass>,
): Map<PlannedClass, PlannedClass> {
  byStart.forEach((current, index) => {
    const next = byStart[index + 1]
    if (next && next.start < current.end && !found.has(current.lesson)) found.set(current.lesson, next.lesson)
  })
  return found
}
