import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { emails } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { claimFreedTime } from "~/models/attendance/freed-time/claim-freed-time.server"
import { passOnFreedTimes } from "~/models/attendance/freed-time/freed-times.server"
import { offerFreedAgain, offerToNewHolders } from "~/models/attendance/freed-time/offer-again.server"
import { recordNotice, withdrawNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { grantCredit } from "~/models/teaching/credit/change-credit.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { inAct } from "../../support/in-act"
import { addClassRow, addEnrollmentRow, addSessionRow, addStudentRow } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// Nadia has piano on Wednesdays at 4 with Beatriz. Otis and Milo each missed a piano lesson and hold a credit; Milo's ends
// first. Today is Wednesday, November 18.

const hour = 3_600_000
let opened: Awaited<ReturnType<typeof openLessons>>

async function openLessons() {
  const family = openPayingFamily()
  const { school, studentIds, guardian } = family
  const [otis = "", milo = ""] = studentIds
  const beatriz = addMember(school, "teacher", "Beatriz Alvarez")
  const piano = (name: string) =>
    addClassRow(school, { name: `${name}, piano`, instrument: "Piano", teacherId: beatriz.teacherId })
  const nadia = addStudentRow(school, "Nadia", "Kim")
  const hers = piano("Nadia Kim")
  addEnrollmentRow(school, hers, nadia)
  for (const [student, date] of [
    [otis, "2026-11-12"],
    [milo, "2026-11-10"],
  ] as const) {
    const own = piano(student === otis ? "Otis Haddad" : "Milo Haddad")
    addEnrollmentRow(school, own, student)
    const missed = addSessionRow(school, own, date, { minutes: 30 })
    takeRegister(school, missed, { marks: [{ studentId: student, code: "excused" }] })
  }
  const lesson = addSession(school, { classId: hers, date: "2026-11-25", startTime: "16:00", minutes: 30 })
  if (!lesson.ok) throw new Error(lesson.reason)
  const office = await Browser.of(school.userId ?? "")
  return {
    school,
    guardian,
    otis,
    milo,
    nadia,
    lesson: lesson.sessionId,
    beatriz,
    office,
    browser: await Browser.of(guardian.userId),
  }
}

beforeEach(async () => {
  opened = await openLessons()
})

const turnOn = (hours = "12") =>
  opened.office.submit("/settings/policies?edit=freed-times", { intent: "hours", hours })
const cancel = () =>
  recordNotice(opened.school, opened.lesson, opened.nadia, { at: now(), text: "Traveling" })
const offers = () =>
  db()
    .select({
      id: freedOffers.id,
      studentId: freedOffers.studentId,
      state: freedOffers.state,
      until: freedOffers.offerUntil,
    })
    .from(freedOffers)
    .where(eq(freedOffers.schoolId, opened.school.school.id))
    .orderBy(freedOffers.createdAt, freedOffers.id)
    .all()
const answer = (intent: string, offer = offers().at(-1)?.id ?? "") =>
  opened.browser.submit("/student/schedule/freed-times", { intent, offer })
const stateOf = () => rowOf(freedTimes, { schoolId: opened.school.school.id })

const stateOfId = (id: string) => rowOf(freedTimes, { id })?.state

test("nothing is offered until the school turns it on", async () => {
  const off = await opened.office.read("/attendance/freed-times")
  expect(off).toContain("its time can be offered to students with a make-up credit")
  expect(off).toContain("Off. Turn on Offers are turned off.")
  cancel()
  expect(offers()).toEqual([])
  expect((await turnOn("100")).status).toBe(400)
  expect((await turnOn()).status).toBe(303)
  expect(await opened.office.read("/attendance/freed-times")).toContain(
    "Freed times are offered for 12 hours each.",
  )
})

test("whose credit expires first is asked first, by mail and on the schedule, and the lesson is booked", async () => {
  await turnOn()
  cancel()
  expect(offers()).toMatchObject([{ studentId: opened.milo, state: "offered", until: testNow + 12 * hour }])
  const mails = rowsOf(
    emails,
    { schoolId: opened.school.school.id, template: "freed-time" },
    { only: ["data"] },
  )
  expect(mails).toHaveLength(1)
  expect(await opened.browser.read("/student/schedule")).toContain("A lesson time is free")
  expect(await opened.browser.read("/student/dashboard")).toContain(
    "Milo can have a make-up lesson on Wed, Nov 25, 4:00 PM. Accept or decline",
  )
  const page = await opened.browser.read("/student/schedule/freed-times")
  expect(page).toContain("Wed, Nov 25, 4:00 PM")
  expect(page).not.toContain("Nadia")

  await expect(answer("accept")).toAnswer(303)
  const made = stateOf()
  expect(made?.state).toBe("claimed")
  const lesson = findSession(opened.school, made?.makeUpSessionId ?? "")
  expect(lesson).toMatchObject({
    className: "Milo Haddad, piano",
    localDate: "2026-11-25",
    startTime: "16:00",
    teacherId: opened.beatriz.teacherId,
    clash: null,
  })
  const [credit] = rowsOf(makeUpCredits, { studentId: opened.milo })
  expect(credit?.usedAt).not.toBeNull()
  expect(findSession(opened.school, opened.lesson)?.clash).toBeNull()
  const session = findSeatedSession(opened.school, opened.lesson)
  expect(session && withdrawNotice(opened.school, session, opened.nadia)).toBeRefused("time-given")
  expect(await opened.office.read("/attendance/freed-times")).toContain("Milo Haddad")
})

test.each([
  ["2026-11-25", "milo"],
  ["2026-11-24", "otis"],
] as const)(
  "of a credit whose last day is %s for a lesson on November 25, %s is asked first",
  async (day, who) => {
    changeRows(makeUpCredits, { studentId: opened.milo }, { expiresOn: day })
    await turnOn()
    cancel()
    expect(offers().map(({ studentId }) => studentId)).toEqual([opened[who]])
  },
)

test("those whose credits end earlier and whom no one can ask don’t keep it from the next", async () => {
  const { school, milo, beatriz } = opened
  const classId = addClassRow(school, { name: "Ensemble", kind: "group", teacherId: beatriz.teacherId })
  for (let index = 0; index < 60; index += 1) {
    const studentId = addStudentRow(school, `Ada ${index}`, "Alone")
    addEnrollmentRow(school, classId, studentId)
    const facts = { classId, minutes: 30, lastDay: "2026-11-26", reason: "Missed" }
    expect(grantCredit(school, studentId, facts).ok).toBe(true)
  }
  await turnOn()
  cancel()
  expect(offers()).toMatchObject([{ studentId: milo, state: "offered" }])
})

test("declined or expired, it goes to the next; after the last it waits until the lesson is near", async () => {
  await turnOn()
  cancel()
  expect((await answer("decline")).status).toBe(303)
  expect(offers()).toMatchObject([
    { studentId: opened.milo, state: "declined" },
    { studentId: opened.otis, state: "offered" },
  ])
  fixClock(testNow + 12 * hour)
  opened.browser = await Browser.of(opened.guardian.userId)
  expect(passOnFreedTimes(opened.school)).toBe(1)
  expect(passOnFreedTimes(opened.school)).toBe(0)
  expect(stateOf()?.state).toBe("open")
  offerToNewHolders(opened.school)
  expect(offers()).toHaveLength(2)
  opened.office = await Browser.of(opened.school.userId ?? "")
  expect(await opened.office.read("/attendance/freed-times")).toContain("Waiting for the next credit")
  const late = await answer("accept")
  await expect(late).toAnswer(409, "This offer has expired. Your make-up credit is still available.")
  fixClock(Date.parse("2026-11-25T19:00:00Z"))
  offerToNewHolders(opened.school)
  expect(stateOf()?.state).toBe("over")
})

test("is offered to whoever earns a credit after no one could come", async () => {
  await turnOn()
  changeRows(makeUpCredits, { schoolId: opened.school.school.id }, { expiresOn: "2026-11-17" })
  cancel()
  expect([offers().length, stateOf()?.state]).toEqual([0, "open"])
  fixClock(testNow + 24 * hour)
  offerToNewHolders(opened.school)
  expect(offers()).toEqual([])
  const own = addClassRow(opened.school, {
    name: "Otis, piano",
    instrument: "Piano",
    teacherId: opened.beatriz.teacherId,
  })
  addEnrollmentRow(opened.school, own, opened.otis)
  const missed = addSessionRow(opened.school, own, "2026-11-19", { minutes: 30 })
  takeRegister(opened.school, missed, { marks: [{ studentId: opened.otis, code: "excused" }] })
  offerToNewHolders(opened.school)
  expect(offers()).toMatchObject([{ studentId: opened.otis, state: "offered" }])
  offerToNewHolders(opened.school)
  expect(offers()).toHaveLength(1)
})

test("is offered to whoever gets a credit back after no one could come", async () => {
  await turnOn()
  const setEnd = (expiresOn: string) =>
    changeRows(makeUpCredits, { schoolId: opened.school.school.id }, { expiresOn })
  setEnd("2026-11-17")
  cancel()
  setEnd("2026-12-31")
  fixClock(testNow + 24 * hour)
  offerToNewHolders(opened.school)
  expect(offers()).toEqual([])
  const credit = rowsOf(makeUpCredits, { studentId: opened.otis }, { only: ["id"] })[0]
  const after = { sessionId: opened.lesson }
  inAct(recordEvent)(opened.school, "make-up-credit.return", credit?.id ?? "", { after })
  offerToNewHolders(opened.school)
  expect(offers()).toMatchObject([{ studentId: opened.otis, state: "offered" }])
})

test("offered at night, it is held from the morning on", async () => {
  await turnOn("2")
  fixClock(Date.parse("2026-11-19T03:40:00Z")) // 10:40 PM in New York
  opened.office = await Browser.of(opened.school.userId ?? "")
  cancel()
  expect(offers()).toMatchObject([{ state: "offered", until: Date.parse("2026-11-19T15:00:00Z") }])
  fixClock(Date.parse("2026-11-19T11:00:00Z"))
  expect(passOnFreedTimes(opened.school)).toBe(0)
  fixClock(Date.parse("2026-11-19T15:00:00Z"))
  expect(passOnFreedTimes(opened.school)).toBe(1)
})

test("of two who accept at once one wins, and the other is told", async () => {
  await turnOn()
  cancel()
  const [offer] = offers()
  expect(claimFreedTime(opened.guardian.actor, offer?.id ?? "", { id: opened.milo, as: "guardian" }).ok).toBe(
    true,
  )
  await expect(answer("accept", offer?.id)).toAnswer(409, "You already have this time.")
})

test("ends when the student comes after all, or the office stops it", async () => {
  await turnOn()
  cancel()
  const session = findSeatedSession(opened.school, opened.lesson)
  expect(session && withdrawNotice(opened.school, session, opened.nadia)).toEqual({ ok: true })
  expect(stateOf()?.state).toBe("withdrawn")
  expect((await answer("accept")).status).toBe(409)
  cancel()
  const freed = rowsOf(freedTimes, { state: "open" }).at(-1)
  const stop = { intent: "stop", freed: freed?.id ?? "" }
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  expect((await stranger.submit("/attendance/freed-times", stop)).status).toBe(404)
  expect((await opened.browser.submit("/attendance/freed-times", stop)).status).toBe(302)
  expect(stateOfId(stop.freed)).toBe("open")
  expect((await opened.office.submit("/attendance/freed-times", stop)).status).toBe(303)
  expect(await opened.office.read("/attendance/freed-times")).toContain("Stopped by the office")
})

test("isn't offered, nor given, while its teacher is away", async () => {
  await turnOn()
  cancel()
  const day = "2026-11-25"
  const off = { startsOn: day, endsOn: day, reason: null }
  expect(recordTimeOff(opened.school, opened.beatriz.teacherId, off).ok).toBe(true)
  await expect(answer("accept")).toAnswer(409, "no longer free")
  expect((await answer("decline")).status).toBe(303)
  expect(offers()).toHaveLength(1)
  expect(stateOf()?.state).toBe("over")
})

test("is offered to the next once the make-up that was booked in it is canceled", async () => {
  await turnOn()
  cancel()
  expect((await answer("accept")).status).toBe(303)
  expect(offerFreedAgain(opened.school)).toBe(0)
  const makeUp = stateOf()?.makeUpSessionId ?? ""
  expect(cancelSession(opened.school, makeUp, "Milo is ill").ok).toBe(true)
  expect(offerFreedAgain(opened.school)).toBe(1)
  expect(offers()).toMatchObject([
    { studentId: opened.milo, state: "ended" },
    { studentId: opened.otis, state: "offered" },
  ])
  expect(offerFreedAgain(opened.school)).toBe(0)
  expect((await answer("accept")).status).toBe(303)
  expect(offerFreedAgain(opened.school)).toBe(0)
  expect(stateOf()).toMatchObject({ state: "claimed" })
})

test("an offer of another family or school is not found", async () => {
  await turnOn()
  cancel()
  const [offer] = offers()
  const other = openPayingFamily()
  const browser = await Browser.of(other.guardian.userId)
  const answered = await browser.submit("/student/schedule/freed-times", {
    intent: "accept",
    offer: offer?.id ?? "",
  })
  expect(answered.status).toBe(404)
  expect((await answer("later")).status).toBe(404)
})

test("an older credit of an ensemble doesn’t stand in the way of a later private one, which is used", async () => {
  await turnOn()
  const choir = addClassRow(opened.school, { name: "Choir", kind: "ensemble", capacity: 30 })
  const { id } = newRow(opened.school)
  addRows(makeUpCredits, {
    ...newRow(opened.school),
    id,
    studentId: opened.milo,
    grantedClassId: choir,
    minutes: 60,
    prepaidPercent: 100,
    expiresOn: "2026-11-30",
  })
  cancel()
  expect(offers()).toMatchObject([{ studentId: opened.milo, state: "offered" }])
  expect((await answer("accept")).status).toBe(303)
  const credits = rowsOf(makeUpCredits, { studentId: opened.milo })
  expect(credits.map((credit) => [credit.id === id, credit.usedAt !== null])).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  )
})
