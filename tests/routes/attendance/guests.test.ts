import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { charges } from "db/schema/money"
import { classPrices } from "db/schema/teaching"
import { seats } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { findGuests } from "~/models/attendance/guest/guests.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { chooseTrialPrice } from "~/models/teaching/price/price.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addClassRow, addEnrollmentRow, addSessionRow, addStudentRow } from "../../support/lessons"
import { addMember, addRows, openSchool, rowsOf } from "../../support/school"

let office: Browser
let officeId: string
let school: Actor
let marcus: ReturnType<typeof addMember>
let lab: string
const people: Record<"milo" | "nadia" | "otis" | "zoe", string> = { milo: "", nadia: "", otis: "", zoe: "" }

beforeAll(async () => {
  const opened = openSchool()
  school = opened.actor
  officeId = opened.userId
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  people.milo = addStudentRow(school, "Milo", "Haddad")
  people.nadia = addStudentRow(school, "Nadia", "Kim")
  people.otis = addStudentRow(school, "Otis", "Bell")
  people.zoe = addStudentRow(school, "Zoe", "Marsh")
  lab = addClassRow(school, {
    name: "Piano lab",
    kind: "group",
    capacity: 3,
    teacherId: marcus.teacherId,
    instrument: "Piano",
  })
  addRows(classPrices, {
    ...newRow(school),
    classId: lab,
    billing: "per_session",
    amountMinor: 1800,
    fromDate: "2026-09-01",
  })
  addEnrollmentRow(school, lab, people.milo)
})
beforeEach(async () => {
  fixClock(testNow)
  office = await Browser.of(officeId)
})
/** The lesson is over, and the office logs in again. */
const tenDaysLater = async () => {
  fixClock(testNow + 10 * 86_400_000)
  office = await Browser.of(officeId)
}

const guestsOf = (lesson: string) => `/classes/sessions/${lesson}/guests`
const kindsIn = (lesson: string) =>
  findSession(school, lesson)?.students.map(({ name, kind }) => `${name} ${kind}`)

test("a guest joins one lesson: on the list, in the history, and charged the class price", async () => {
  const lesson = addSessionRow(school, lab, "2026-11-25")
  const answer = await office.submit(guestsOf(lesson), {
    intent: "save",
    students: [people.nadia],
    price: "class",
  })
  expect(answer.status).toBe(303)
  expect(kindsIn(lesson)).toEqual(["Milo Haddad enrolled", "Nadia Kim visitor"])
  expect(await office.read(guestsOf(lesson))).toContain("Nadia Kim added as a guest.")
  expect(await office.read("/settings/admin/log")).toContain("added a guest")

  await tenDaysLater()
  const taken = takeRegister(school, lesson, {
    marks: [people.milo, people.nadia].map((studentId) => ({ studentId, code: "present" as const })),
  })
  expect(taken.ok).toBe(true)
  expect(chargedFor(lesson, people.nadia)).toEqual([1800])
  expect(await office.read(guestsOf(lesson))).toContain("the guests of this lesson can’t change")
  const late = await office.submit(guestsOf(lesson), {
    intent: "save",
    students: [people.otis],
    price: "free",
  })
  expect(late.status).toBe(409)
})

test("without charge there is attendance and no charge", async () => {
  const lesson = addSessionRow(school, lab, "2026-11-26")
  await office.submit(guestsOf(lesson), { intent: "save", students: [people.otis], price: "free" })
  await tenDaysLater()
  const present = [people.milo, people.otis].map((studentId) => ({ studentId, code: "present" as const }))
  expect(takeRegister(school, lesson, { marks: present }).ok).toBe(true)
  expect(chargedFor(lesson, people.otis)).toEqual([])
  expect(chargedFor(lesson, people.milo)).toEqual([1800])
})

test("a full lesson, a student who is there or elsewhere, and no choice are refused", async () => {
  const lesson = addSessionRow(school, lab, "2026-11-27")
  const send = (fields: Record<string, string | string[]>) =>
    office.submit(guestsOf(lesson), { intent: "save", price: "class", ...fields })
  await expect(send({})).toAnswer(400, "Choose at least one student.")
  const there = await send({ students: [people.milo] })
  await expect(there).toAnswer(409, "Milo Haddad is already in this lesson.")
  const full = await send({ students: [people.nadia, people.otis, people.zoe] })
  expect(await textOf(full)).toContain("This lesson has 3 spots, and there aren’t enough left.")

  const other = addClassRow(school, { name: "Choir", kind: "group", capacity: 9 })
  addEnrollmentRow(school, other, people.zoe)
  addSession(school, { classId: other, date: "2026-11-27", startTime: "14:30", minutes: 60 })
  await expect(send({ students: [people.zoe] })).toAnswer(409, "Zoe Marsh has Choir")
  const accepted = await send({ students: [people.zoe], intent: "override", overrideReason: "Leaves early" })
  expect(accepted.status).toBe(303)
})

test("a guest is removed until attendance is recorded, and only by the office of the school", async () => {
  const lesson = addSessionRow(school, lab, "2026-11-30", { teacherId: marcus.teacherId })
  await office.submit(guestsOf(lesson), { intent: "save", students: [people.nadia], price: "free" })
  const [seat] = rowsOf(
    seats,
    { schoolId: school.school.id, sessionId: lesson, kind: "visitor" },
    { only: ["id"] },
  )
  const remove = { intent: "remove", seatId: seat?.id ?? "" }
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  expect((await stranger.submit(guestsOf(lesson), remove)).status).toBe(404)
  const teacher = await Browser.of(marcus.userId)
  expect((await teacher.submit(guestsOf(lesson), remove)).status).toBe(302)
  expect(kindsIn(lesson)).toHaveLength(2)
  expect((await office.submit(guestsOf(lesson), { ...remove, seatId: "unknown" })).status).toBe(404)
  expect((await office.submit(guestsOf(lesson), remove)).status).toBe(303)
  expect(kindsIn(lesson)).toEqual(["Milo Haddad enrolled"])
  const told = rowsOf(emails, { recipient: marcus.email, template: "absence-noticed" })
  expect(told.map(({ data }) => JSON.parse(data))).toMatchObject([{ studentName: "Nadia Kim", comes: false }])
})

function chargedFor(lesson: string, studentId: string): number[] {
  return db()
    .select({ amount: charges.amountMinor })
    .from(charges)
    .innerJoin(seats, and(eq(seats.schoolId, charges.schoolId), eq(seats.id, charges.seatId)))
    .innerJoin(marks, and(eq(marks.schoolId, seats.schoolId), eq(marks.seatId, seats.id)))
    .where(and(eq(seats.sessionId, lesson), eq(seats.studentId, studentId)))
    .all()
    .map(({ amount }) => amount)
}

test("a guest of a free trial lesson isn’t promised a class price", async () => {
  const trial = addClassRow(school, {
    name: "First violin lesson",
    kind: "trial",
    capacity: 3,
    instrument: "Violin",
  })
  const lesson = addSessionRow(school, trial, "2026-11-23")
  expect(findGuests(school, lesson)).toMatchObject({ isCharged: false, isFreeTrial: true })
  expect(await office.read(guestsOf(lesson))).toContain("because trial lessons are free")
  chooseTrialPrice(school, "class")
  expect(findGuests(school, lesson)).toMatchObject({ isCharged: true, isFreeTrial: false })
  expect(await office.read(guestsOf(lesson))).toContain("Class price")
  chooseTrialPrice(school, "free")
})
