import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, isNull } from "drizzle-orm"
import { expect, test } from "vitest"
import { addPackageOffer, choosePackageBeyond, sellPackage } from "~/models/money/package/sell-package.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addRoomRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addMember, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { recordNotice } from "../notice/notice.server"
import { takeRegister } from "../register/take-register.server"
import { listTaken, planDay, takeAsExpected, takeAsShown, undoDay } from "./mark-day.server"
import { MarkDayForm } from "./mark-day-form"
import { findNextLesson, findTeachingDay } from "./teaching-day.server"

/** Marcus's day: lessons at 12, 1 and 2:30 that have begun, one at 5; the first has attendance. */
function openDay() {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Wren Adeyemi", "Ravi Lindqvist"],
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

test("a whole day is planned, marked as planned and undone; what has attendance stays", async () => {
  const { actor, marcus, noon, one, half, five } = openDay()
  const plan = await planDay(actor, testToday, { teacherId: marcus.teacherId })
  expect(plan.lessons.map(({ id }) => id)).toEqual([one, half])
  expect([plan.taken, plan.later]).toEqual([1, 1])
  expect(plan.lessons[0]?.students.map(({ name, expected }) => [name, expected])).toEqual([
    ["Ravi Lindqvist", "excused"],
    ["Wren Adeyemi", "present"],
  ])
  const own = await planDay(marcus.actor, testToday, {})
  expect([own.lessons.map(({ id, students }) => [id, students]), own.taken, own.later]).toEqual([
    plan.lessons.map(({ id, students }) => [id, students]),
    plan.taken,
    plan.later,
  ])

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
  const act = { lessons: [noon, one, half], since: since + 1, until: now() + 1 }
  expect(await undoDay(other, { ...act, since }), "another teacher’s lessons aren’t theirs").toEqual({
    undone: 0,
    kept: 0,
  })
  expect(await undoDay(marcus.actor, act), "taken before").toEqual({ undone: 0, kept: 0 })
  expect(takeAsExpected(openSchool().actor, one)).toBeRefused("session-unknown")
})

test("the day of all teachers, or of one room, says beforehand what its lessons come to, and what is chosen changes it", async () => {
  const { actor, marcus, studentIds, one, half } = openDay()
  const helena = addMember(actor, "teacher", "Helena Novak")
  const roomId = addRoomRow(actor, "Studio 2")
  const piano = openClass(actor, { class: { name: "Piano" }, pupils: ["Theo Haddad"] })
  const eleven = addSessionRow(actor, piano.classId, testToday, {
    startTime: "11:00",
    teacherId: helena.teacherId,
    roomId,
  })
  const all = await planDay(actor, testToday, {})
  expect(all.lessons.map(({ id, teacherName }) => [id, teacherName])).toEqual([
    [eleven, "Helena Novak"],
    [one, "Marcus Whitfield"],
    [half, "Marcus Whitfield"],
  ])
  expect((await planDay(actor, testToday, { roomId })).lessons.map(({ id }) => id)).toEqual([eleven])
  expect((await planDay(marcus.actor, testToday, {})).lessons.map(({ id }) => id)).toEqual([one, half])

  const [wren = ""] = studentIds
  const chosen = new Map([[half, [{ studentId: wren, code: "absent" as const }]]])
  const changed = await planDay(actor, testToday, {}, { chosen })
  expect(changed.lessons[2]?.students.map((each) => each.chosen)).toEqual(["", "absent"])
  expect(changed.lessons[2]?.students[1]?.effect).toContain("charged")
  const chargedNow = () =>
    rowsOf(charges, { schoolId: actor.school.id }, { only: ["amountMinor"] }).filter(
      ({ amountMinor }) => amountMinor > 0,
    )
  const before = chargedNow()
  for (const { id } of changed.lessons) expect(takeAsExpected(actor, id, chosen.get(id)).ok).toBe(true)
  const made = chargedNow().slice(before.length)
  const sum = made.reduce((total, { amountMinor }) => total + amountMinor, 0)
  expect(changed.effect).toBe(`${made.length} charged, ${formatMoney(sum, "USD")}. 1 make-up credit.`)
  expect(codesOf(half)).toEqual(["absent", "present"])
  expect((await planDay(actor, testToday, {})).lessons).toEqual([])
})

test("a lesson that comes to something else than was shown isn’t taken: an earlier one used the package’s last unit", async () => {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "package", amountMinor: 4000 },
  })
  const [studentId = ""] = studentIds
  const offer = addPackageOffer(actor, {
    ...{ name: "1 lesson", lessons: 1, price: 4000, restRule: "forfeit" as const },
  })
  if (!offer.ok) throw new Error(offer.reason)
  choosePackageBeyond(actor, "charge")
  const familyId = rowOf(students, { id: studentId })?.familyId ?? ""
  const sale = { familyId, studentId, offerId: offer.id, soldOn: "2026-11-18", formKey: newId() }
  expect(sellPackage(actor, sale).ok).toBe(true)
  const ids = ["10:00", "11:00"].map((startTime) => addSessionRow(actor, classId, testToday, { startTime }))
  const [ten = "", eleven = ""] = ids
  const { lessons } = await planDay(actor, testToday, {})
  const signs = new Map(lessons.map(({ id, sign }) => [id, sign]))
  expect(takeAsShown(actor, ten, [], undefined)).toBe("changed")
  expect(takeAsShown(actor, ten, [], signs.get(ten))).toBe("taken")
  expect(takeAsShown(actor, ten, [], signs.get(ten))).toBe("left")
  expect(takeAsShown(actor, eleven, [], signs.get(eleven))).toBe("changed")
  expect(codesOf(eleven)).toEqual([])
  const [again] = (await planDay(actor, testToday, {})).lessons
  expect(again?.effect).toContain("1 charged, $40.00")
  expect(takeAsShown(actor, eleven, [], again?.sign)).toBe("taken")
  const act = { lessons: [eleven], since: now() - 60_000, until: now() }
  expect(listTaken(actor, act)).toEqual([eleven])
  expect(await undoDay(actor, act), "only the act’s own lessons").toEqual({ undone: 1, kept: 0 })
  expect([codesOf(ten), codesOf(eleven)]).toEqual([["present"], []])
})

test("the page is limited by students too, its total by what is selected, and its signs tell students apart", async () => {
  const { actor } = openSchool()
  const pupils = Array.from({ length: 101 }, (_, index) => `Pupil N${index}`)
  const { classId } = openClass(actor, { class: { capacity: 200 }, pupils })
  const ids = ["09:00", "10:00", "11:00"].map((startTime) =>
    addSessionRow(actor, classId, testToday, { startTime }),
  )
  const plan = await planDay(actor, testToday, {})
  expect([plan.lessons.map(({ id }) => id), plan.more]).toEqual([ids.slice(0, 2), 1])
  const selected = ids.slice(0, 1)
  expect((await planDay(actor, testToday, {}, { selected })).effect).toBe("101 charged, $1,818.00.")
  const absentee = async (index: number) => {
    const studentId = plan.lessons[0]?.students[index]?.id ?? ""
    const chosen = new Map([[ids[0] ?? "", [{ studentId, code: "excused" as const }]]])
    return (await planDay(actor, testToday, {}, { chosen })).lessons[0]
  }
  const [one, other] = [await absentee(0), await absentee(1)]
  expect(one?.effect).toBe(other?.effect)
  expect(one?.sign).not.toBe(other?.sign)
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

test("a student who is left as expected comes as a blank choice from the page; a strange one is refused", () => {
  const read = (choice: string) => {
    const marks = { one: { ada: "late", otis: choice } }
    return MarkDayForm.safeParse({ day: testToday, lesson: ["one"], marks })
  }
  expect(read("").data?.marks).toEqual({ one: { ada: { code: "late", statusId: null }, otis: undefined } })
  expect(read("asleep").success).toBe(false)
})
