import { sampleRecords } from "db/schema/foundation-sample"
import { students } from "db/schema/people"
import { waitingSpots } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { addFamily } from "~/models/people/family/family.server"
import type { StudentStatus } from "~/models/people/student/student"
import { addStudent } from "~/models/people/student/student.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { histories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addSessionRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { requireAge, requireClass } from "../prerequisite/prerequisite.server"
import { bookStudent } from "../session/claim.server"
import { enrollStudents } from "./bulk-enroll.server"

// The preview of enrolling many reads what decides once for all. It says of each what enrolling them one after the other says.

const first = "2026-11-16"
const dayOf = (index: number) => addDays(first, index)
const day = fc.integer({ min: -10, max: 30 }).map(dayOf)
const time = fc.constantFrom("14:00", "14:30", "15:00", "17:00")
const lessonDay = fc.constantFrom(-7, 0, 1, 7, 14, 21).map(dayOf)
const timesOf = (maxLength: number) =>
  fc.uniqueArray(fc.tuple(lessonDay, time), { maxLength, selector: (each) => each.join(" ") })
const stay = fc.record({ startsOn: day, length: fc.option(fc.integer({ min: 0, max: 25 })) })

const schools = fc.record({
  capacity: fc.integer({ min: 1, max: 8 }),
  kind: fc.constantFrom("group" as const, "trial" as const, "private" as const),
  endedOn: fc.option(fc.integer({ min: -3, max: 40 }).map(dayOf)),
  lessons: timesOf(8),
  others: fc.array(fc.record({ lessons: timesOf(6), stay }), {
    maxLength: 3,
  }),
  minAge: fc.option(fc.integer({ min: 8, max: 12 })),
  requires: fc.boolean(),
  freePlaces: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
  prerequisiteReason: fc.constantFrom("", "The teacher agreed"),
  students: fc.array(
    fc.record({
      status: fc.constantFrom<StudentStatus>("lead", "lead", "trial", "active", "active", "paused", "former"),
      birthDate: fc.constantFrom(null, "2014-05-02", "2018-02-11"),
      isSample: fc.boolean(),
      /** In which of the other classes they are, and whether in this one. */
      other: fc.option(fc.nat(2)),
      here: fc.option(stay, { freq: 2 }),
      accepted: fc.boolean(),
      offered: fc.option(fc.constantFrom(-1, 1), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  ),
})
type School = typeof schools extends fc.Arbitrary<infer Value> ? Value : never

const pupil = {
  status: "active" as const,
  birthDate: null,
  isSample: false,
  other: null,
  here: null,
  accepted: false,
  offered: null,
}

/** Two who fit, with others between them who are in the class, in another lesson, or without a place in the plan, and one too many. They are asked by name: 0, 6, 2, 4, 3, 5, 1. */
const withEach: School = {
  capacity: 3,
  kind: "group",
  endedOn: null,
  lessons: [
    [dayOf(7), "14:00"],
    [dayOf(14), "14:00"],
  ],
  others: [
    {
      lessons: [
        [dayOf(7), "14:30"],
        [dayOf(14), "14:30"],
      ],
      stay: { startsOn: dayOf(-5), length: null },
    },
  ],
  minAge: null,
  requires: false,
  freePlaces: 0,
  prerequisiteReason: "",
  students: [
    { ...pupil, here: { startsOn: dayOf(0), length: null } },
    pupil,
    { ...pupil, status: "lead" },
    { ...pupil, other: 0 },
    pupil,
    pupil,
    { ...pupil, status: "former" },
  ],
}

function enter(
  actor: Actor,
  classId: string,
  studentId: string,
  { startsOn, length }: School["others"][number]["stay"],
) {
  const enrollmentId = addEnrollmentRow(actor, classId, studentId, {
    startsOn,
    ...(length === null ? {} : { endsOn: addDays(startsOn, length) }),
  })
  bookStudent(actor, enrollmentId)
}

function found(actor: Actor, made: School) {
  const facts = { kind: made.kind, capacity: made.capacity, name: "Choir" }
  const classId = addClassRow(actor, { ...facts, ...(made.endedOn ? { endedOn: made.endedOn } : {}) })
  addPriceRow(actor, classId, { amountMinor: 1800 })
  for (const [date, startTime] of made.lessons) addOnce(actor, classId, date, startTime)
  const others = made.others.map(({ lessons }, index) => {
    const other = addClassRow(actor, { name: `Band ${index}`, kind: "group", capacity: 50 })
    for (const [date, startTime] of lessons) addOnce(actor, other, date, startTime)
    return other
  })
  if (made.minAge !== null) requireAge(actor, classId, made.minAge)
  if (made.requires && others[0]) requireClass(actor, classId, others[0])
  const ids = made.students.map((each, index) => {
    const { familyId } = addFamily(actor, { name: `Family ${index}`, guardians: [] })
    const name = { firstName: `Pupil ${(index * 5) % 7}`, lastName: index % 2 ? "Berg" : "Alder" }
    const added = addStudent(actor, { ...name, familyId, status: "active", fromDate: "2026-09-01" })
    if (!added.ok) throw new Error(added.reason)
    const { studentId } = added
    const { status, birthDate } = each
    changeRows(students, { id: studentId }, { status, birthDate })
    if (each.isSample)
      addRows(sampleRecords, { ...newRow(actor), noun: "student", nounId: studentId, key: `s${index}` })
    const other = each.other === null ? undefined : others[each.other]
    const otherStay = each.other === null ? undefined : made.others[each.other]?.stay
    if (other && otherStay) enter(actor, other, studentId, otherStay)
    if (each.here) enter(actor, classId, studentId, each.here)
    if (each.accepted) changeRows(bookings, { resourceId: studentId }, { overrideReason: "Agreed" })
    if (each.offered)
      addRows(waitingSpots, {
        ...newRow(actor),
        classId,
        studentId,
        state: "offered",
        offerUntil: now() + each.offered * 86_400_000,
      })
    return studentId
  })
  return { classId, ids }
}

function addOnce(actor: Actor, classId: string, date: string, startTime: string) {
  addSessionRow(actor, classId, date, { startTime })
}

/** Fills the plan's places, but some. */
function leaveFree(actor: Actor, free: number) {
  const limit = 100
  const counted = () =>
    rowsOf(students, { schoolId: actor.school.id }).filter(({ status }) =>
      ["trial", "active", "paused"].includes(status),
    ).length
  for (let used = counted(); used < limit - free; used += 1) addStudentRow(actor, "Other", `Pupil ${used}`)
}

test("the preview of enrolling many says what enrolling them one after the other says", () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(schools, (made) => {
      const { actor } = openSchool()
      const { classId, ids } = found(actor, made)
      if (made.freePlaces !== null) leaveFree(actor, made.freePlaces)
      const wish = { classId, startsOn: first, prerequisiteReason: made.prerequisiteReason }
      const plan = enrollStudents.plan(actor, ids, wish)
      const carriedOut = rehearse(() =>
        plan.map(({ id, name }) => {
          const done = enrollStudents.work.carryOut(actor, wish, {
            taskId: "",
            subjectId: id,
            name,
            detail: null,
          })
          return { id, name, text: done.ok ? done.note : done.reason, can: done.ok }
        }),
      )
      for (const { text } of carriedOut) seen.add((text ?? "").split(/[ :]/)[0] ?? "")
      expect(plan).toEqual(carriedOut)
    }),
    { numRuns: histories(30), examples: [[withEach]] },
  )
  expect([...seen]).toEqual(expect.arrayContaining(["Already", "Another", "From", "No", "Your"]))
})

test("who is paused is named in the preview, and stays so", () => {
  const { actor } = openSchool()
  const classId = addClassRow(actor, { kind: "group", capacity: 5 })
  const [paused, active] = [addStudentRow(actor, "Otis", "Berg"), addStudentRow(actor, "Nora", "Lind")]
  changeRows(students, { id: paused }, { status: "paused" })
  const wish = { classId, startsOn: first, prerequisiteReason: undefined }
  const lines = enrollStudents.plan(actor, [paused, active], wish)
  const stays = "Still paused. Lessons are scheduled anyway"
  expect(lines.find(({ id }) => id === paused)?.text).toContain(stays)
  expect(lines.find(({ id }) => id === active)?.text).not.toContain("paused")
})
