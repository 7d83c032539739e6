import { transact } from "db/client.server"
import { sampleRecords } from "db/schema/foundation-sample"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, eq, notExists } from "drizzle-orm"
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { sampleAddress } from "~/models/foundation/sample-record/sample-address"
import {
  countSample,
  findSampleId,
  hasSample,
  markSample,
  type SampleNoun,
} from "~/models/foundation/sample-record/sample-record.server"
import { addFamily, listGuardians } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { addClass } from "~/models/teaching/class/class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { addSchedule } from "~/models/teaching/class/schedule.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, weekday } from "~/utils/dates"
import { inTurns, type Turns } from "~/utils/in-turns"
import type { Result } from "~/utils/result"

// What the sample is made of: a small school as it could be. Every name says that it is a sample. Safe in the browser.

const marked = (name: string) => `${name} (sample)`

type SampleFamily = {
  key: string
  name: string
  guardian: { first: string; last: string; relation: string }
  students: { key: string; first: string; born: number; instrument: string; level: string }[]
}

const family = (
  key: string,
  last: string,
  guardian: [first: string, relation: string],
  students: [first: string, born: number, instrument: string, level: string][],
): SampleFamily => ({
  key,
  name: marked(`${last} family`),
  guardian: { first: guardian[0], last: marked(last), relation: guardian[1] },
  students: students.map(([first, born, instrument, level]) => ({
    key: first.toLowerCase(),
    first,
    born,
    instrument,
    level,
  })),
})

const sampleTeachers = [
  { key: "nora", name: marked("Nora Bell"), instruments: "Piano, Violin" },
  { key: "theo", name: marked("Theo Marsh"), instruments: "Guitar" },
] as const

/** Their ages in years, so that birthdays stay believable. */
const sampleFamilies: SampleFamily[] = [
  family(
    "rivera",
    "Rivera",
    ["Elena", "Mother"],
    [
      ["Mia", 9, "Piano", "Beginner"],
      ["Leo", 12, "Guitar", "Elementary"],
    ],
  ),
  family("chen", "Chen", ["David", "Father"], [["Lily", 11, "Violin", "Elementary"]]),
  family("patel", "Patel", ["Asha", "Mother"], [["Rohan", 8, "Piano", "Beginner"]]),
  family("novak", "Novak", ["Petra", "Mother"], [["Emma", 15, "Piano", "Intermediate"]]),
  family("johnson", "Johnson", ["Marcus", "Father"], [["Ava", 13, "Guitar", "Beginner"]]),
  family("kim", "Kim", ["Grace", "Mother"], [["Noah", 14, "Guitar", "Intermediate"]]),
]

type SampleClass = {
  key: string
  name: string
  kind: "private" | "group"
  instrument: string
  teacher: (typeof sampleTeachers)[number]["key"]
  /** ISO day: 1 is Monday. */
  weekday: number
  startTime: string
  minutes: number
  /** What a lesson costs, of what half an hour alone costs. */
  priceShare: number
  students: string[]
}

const alone = (
  student: string,
  instrument: string,
  teacher: SampleClass["teacher"],
  [weekday, startTime, minutes]: [number, string, number],
): SampleClass => ({
  key: `alone-${student.toLowerCase()}`,
  name: marked(`${instrument}: ${student}`),
  kind: "private",
  instrument,
  teacher,
  weekday,
  startTime,
  minutes,
  priceShare: minutes / 30,
  students: [student.toLowerCase()],
})

const sampleClasses: SampleClass[] = [
  alone("Mia", "Piano", "nora", [1, "15:30", 30]),
  alone("Leo", "Guitar", "theo", [1, "16:15", 30]),
  alone("Lily", "Violin", "nora", [2, "16:00", 45]),
  alone("Rohan", "Piano", "nora", [3, "15:30", 30]),
  alone("Emma", "Piano", "nora", [4, "16:00", 45]),
  {
    key: "guitars",
    name: marked("Guitar group"),
    kind: "group",
    instrument: "Guitar",
    teacher: "theo",
    weekday: 4,
    startTime: "17:00",
    minutes: 60,
    priceShare: 0.6,
    students: ["leo", "ava", "noah"],
  },
]

/** So many days before and after today have lessons. */
const sampleDays = 14

/** How attendance of the past lessons went: mostly well. The last two days are left to be taken. */
const sampleMarks = [
  "present",
  "present",
  "present",
  "late",
  "present",
  "absent",
  "present",
  "excused",
] as const
const untakenDays = 2

// A small sample to look around with, made by the commands the office uses, each record in a transaction of its own. What
// is made is kept by its key, so a sample that was interrupted, or asked for twice, is finished and never made twice.

/**
 * Fills an empty school with the sample. Refused once the school has students or classes of its own, so that the two never
 * mix. Sends no email: its people have addresses at which no mailbox can exist. Asked again, it waits for who asked first,
 * finishes what was interrupted, and says whether there was anything left to add.
 */
export async function addSample(actor: Actor): Promise<Result<{ isNew: boolean }, "has-records">> {
  const schoolId = actor.school.id
  while (underWay.has(schoolId)) await underWay.get(schoolId)
  if (!mayHaveSample(actor)) return { ok: false, reason: "has-records" }
  const before = countRecords(actor)
  const work = inTurns(sampleInTurns(actor))
  const end = work.catch(() => undefined).finally(() => underWay.delete(schoolId))
  underWay.set(schoolId, end)
  await work
  return { ok: true, isNew: countRecords(actor) > before }
}

/** By school: the sample that is being added. */
const underWay = new Map<string, Promise<unknown>>()

const countRecords = (actor: Actor): number =>
  Object.values(countSample(actor)).reduce((sum, n) => sum + n, 0)

/** What half an hour costs, in minor units. */
const halfHourMinor = 3000

/** Whether the school has no students and classes but those of the sample. */
export const mayHaveSample = (actor: Actor): boolean =>
  !hasOwn(actor, students, "student") && !hasOwn(actor, classes, "class")

/** Whether the plan has room for the sample's teachers; without it, its classes have none. */
export const mayHaveSampleTeachers = (actor: Actor): boolean =>
  actor.school.kind === "solo" || seatsLeft(findPlanUsage(actor).teachers) > 0

type Named = SQLiteTable & { schoolId: SQLiteColumn; id: SQLiteColumn }

function hasOwn(actor: Actor, table: Named, noun: SampleNoun): boolean {
  const inSample = select({ id: sampleRecords.id })
    .from(sampleRecords)
    .where(and(joined(table.id, sampleRecords.nounId), eq(sampleRecords.noun, noun)))
  const found = select({ id: table.id })
    .from(table)
    .where(and(own(actor, table), notExists(inSample)))
    .limit(1)
    .get()
  return found !== undefined
}

export function* sampleInTurns(actor: Actor): Turns<void> {
  transact(() => {
    if (!hasSample(actor)) recordEvent(actor, "school.add-sample", actor.school.id)
  })
  const day = todayOf(actor)
  const teacherIds = new Map<string, string | null>()
  for (const teacher of sampleTeachers) {
    teacherIds.set(teacher.key, teacherFor(actor, teacher))
    yield
  }
  yield* families(actor, day)
  for (const each of sampleClasses) {
    addSampleClass(actor, each, teacherIds.get(each.teacher) ?? null, day)
    yield
  }
  yield* attendance(actor, day)
}

/** A solo teacher teaches the sample; a plan without a place left has it without a teacher. */
function teacherFor(actor: Actor, { key, ...facts }: (typeof sampleTeachers)[number]): string | null {
  if (actor.school.kind === "solo") return findOwnTeacher(actor)?.id ?? null
  return kept(actor, "teacher", `teacher ${key}`, () => {
    const added = addTeacher(actor, { ...facts, email: sampleAddress(key) })
    return added.ok ? added.teacherId : null
  })
}

function* families(actor: Actor, day: string): Turns<void> {
  const year = Number(day.slice(0, 4))
  for (const { key, name, guardian, students: children } of sampleFamilies) {
    const familyId = kept(actor, "family", `family ${key}`, () => {
      const { familyId: made } = addFamily(actor, {
        name,
        guardians: [
          {
            name: `${guardian.first} ${guardian.last}`,
            relation: guardian.relation,
            email: sampleAddress(`${guardian.first.toLowerCase()}.${key}`),
            payerShare: 10_000,
          },
        ],
      })
      for (const { id } of listGuardians(actor, [made]))
        markSample(actor, { noun: "guardian", nounId: id, key: `guardian ${key}` })
      return made
    })
    yield
    for (const child of children) {
      kept(actor, "student", `student ${child.key}`, () => {
        const added = addStudent(actor, {
          familyId: familyId ?? "",
          firstName: child.first,
          lastName: guardian.last,
          birthDate: `${year - child.born}-04-12`,
          status: "active",
          instrument: child.instrument,
          level: child.level,
          fromDate: addDays(day, -sampleDays),
        })
        return added.ok ? added.studentId : null
      })
      yield
    }
  }
}

function addSampleClass(
  actor: Actor,
  {
    key,
    students: names,
    weekday: on,
    startTime,
    minutes,
    priceShare,
    teacher: _,
    ...facts
  }: (typeof sampleClasses)[number],
  teacherId: string | null,
  day: string,
) {
  const startsOn = addDays(day, -sampleDays)
  const endsOn = addDays(day, sampleDays)
  transact(() => {
    if (findSampleId(actor, `class ${key}`)) return
    const studentIds = names.flatMap((name) => findSampleId(actor, `student ${name}`) ?? [])
    const classId = addClass(actor, {
      ...facts,
      teacherId,
      capacity: facts.kind === "private" ? 1 : 6,
      price: {
        billing: "per_session",
        amountMinor: Math.round(halfHourMinor * priceShare),
        fromDate: startsOn,
      },
    })
    markSample(actor, { noun: "class", nounId: classId, key: `class ${key}` })
    const scheduleId = addSchedule(actor, classId, { weekdays: [on], startTime, minutes, startsOn, endsOn })
    markSample(actor, { noun: "schedule", nounId: scheduleId, key: `schedule ${key}` })
    for (const studentId of studentIds) {
      const enrolled = enroll(actor, { classId, studentId, startsOn })
      if (enrolled.ok)
        markSample(actor, {
          noun: "enrollment",
          nounId: enrolled.enrollmentId,
          key: `enrollment ${key} ${studentId}`,
        })
    }
    makeSessions(actor, scheduleId, endsOn)
  })
}

/** The past lessons but the last ones have attendance, so that there is something to invoice and something to do. */
function* attendance(actor: Actor, day: string): Turns<void> {
  const classIds = new Set(sampleClasses.flatMap(({ key }) => findSampleId(actor, `class ${key}`) ?? []))
  const past = listSessionsOn(actor, addDays(day, -sampleDays), addDays(day, -untakenDays - 1))
  let index = 0
  for (const session of past) {
    if (!classIds.has(session.classId)) continue
    const marks = session.students.map(({ id }) => {
      const code = sampleMarks[(index++ + weekday(session.localDate)) % sampleMarks.length] ?? "present"
      return { studentId: id, code, ...(code === "late" ? { minutesLate: 10 } : {}) }
    })
    takeRegister(actor, session.id, { marks })
    yield
  }
}

/** Makes a record once, and marks it in the same transaction. */
function kept(actor: Actor, noun: SampleNoun, key: string, make: () => string | null): string | null {
  return transact(() => {
    const known = findSampleId(actor, key)
    if (known) return known
    const nounId = make()
    if (nounId) markSample(actor, { noun, nounId, key })
    return nounId
  })
}
