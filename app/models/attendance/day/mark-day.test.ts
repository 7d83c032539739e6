import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, isNull } from "drizzle-orm"
import { expect, test } from "vitest"
import { now } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/registers"
import { addMember, openSchool } from "../../../../tests/support/school"
import { recordNotice } from "../notice/notice.server"
import { takeRegister } from "../register/take-register.server"
import { planDay, takeAsExpected, undoDay } from "./mark-day.server"
import { findNextLesson, findTeachingDay } from "./teaching-day.server"

/** Marcus's day: lessons at 12, 1 and 2:30 that have begun, one at 5; the first has attendance. */
function openDay() {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, {
    pupils: [
      ["Wren", "Adeyemi"],
      ["Ravi", "Lindqvist"],
    ],
  })
  const [noon = "", one = "", half = "", five = ""] = ["12:00", "13:00", "14:30", "17:00"].map((startTime) =>
    addSessionRow(actor, classId, testToday, { startTime, teacherId: marcus.teacherId }),
  )
  takeRegister(marcus.actor, noon, {
    marks: studentIds.map((studentId) => ({ studentId, code: "absent" as const })),
  })
  recordNotice(actor, one, studentIds[1] ?? "", { at: testNow - 40 * 3_600_000, text: "cold" })
  return { actor, marcus, studentIds, noon, one, half, five }
}

const codesOf = (sessionId: string) =>
  db()
    .select({ code: marks.code })
    .from(seats)
    .innerJoin(marks, and(eq(marks.schoolId, seats.schoolId), eq(marks.seatId, seats.id)))
    .where(and(eq(seats.sessionId, sessionId), isNull(marks.supersededAt)))
    .all()
    .map(({ code }) => code)
    .sort()

test("a whole day is planned, marked as planned and undone; what has attendance stays", () => {
  const { actor, marcus, noon, one, half, five } = openDay()
  const plan = planDay(actor, testToday, marcus.teacherId)
  expect(plan.lessons.map(({ id }) => id)).toEqual([one, half])
  expect([plan.taken, plan.later]).toEqual([1, 1])
  expect(plan.lessons[0]).toMatchObject({
    present: ["Wren Adeyemi"],
    others: [{ name: "Ravi Lindqvist", code: "excused" }],
  })
  expect(planDay(marcus.actor, testToday, undefined)).toEqual(plan)

  const since = now()
  for (const id of [noon, one, half, five])
    expect([id, takeAsExpected(marcus.actor, id).ok]).toEqual([id, id === one || id === half])
  expect([codesOf(noon), codesOf(one), codesOf(half), codesOf(five)]).toEqual([
    ["absent", "absent"],
    ["excused", "present"],
    ["present", "present"],
    [],
  ])
  const other = addMember(actor, "teacher", "Helena Novak").actor
  const act = { day: testToday, teacherId: undefined, since: since + 1, until: now() + 1 }
  expect(undoDay(other, { ...act, since }), "another teacher’s lessons aren’t theirs").toEqual({
    undone: 0,
    kept: 0,
  })
  expect(undoDay(marcus.actor, act), "taken before").toEqual({ undone: 0, kept: 0 })
  expect(takeAsExpected(openSchool().actor, one)).toEqual({ ok: false, reason: "session-unknown" })
})

test("the day opens the lesson under way, and leads on through what is left", () => {
  const { marcus, noon, one, half, five } = openDay()
  const day = findTeachingDay(marcus.actor, testToday)
  expect(day.open?.register.session.id).toBe(half)
  expect(day.open?.next).toEqual({ id: five, label: "Guitar ensemble, 5:00" })
  expect(day.lessons.map(({ register }) => register)).toEqual(["taken", "missing", "live", "expected"])
  expect(findTeachingDay(marcus.actor, testToday, noon).open?.register.phase).toBe("taken")
  const lesson = { id: five, localDate: testToday, teacherId: marcus.teacherId }
  expect(findNextLesson(marcus.actor, lesson)?.id, "what was left out comes last").toBe(one)
  expect(findNextLesson(marcus.actor, { ...lesson, teacherId: null })).toBeNull()
})
