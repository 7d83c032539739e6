import { schools } from "db/schema/accounts-schools"
import { makeUpCredits, marks } from "db/schema/attendance"
import { events } from "db/schema/foundation-audit"
import { charges } from "db/schema/money"
import { seats, sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addSessionRow,
  addTeacherRow,
  openClass,
} from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

/** Otis has guitar today at 4 and next Wednesday; now is 3:10 PM, and the school asks for 24 hours. */
async function openLessons() {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = ""] = studentIds
  const marcus = addMember(school, "teacher", "Marcus Whitfield")
  const { teacherId } = marcus
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId })
  const enrollmentId = addEnrollmentRow(school, classId, otis)
  addPriceRow(school, classId, { amountMinor: 3000 })
  const todays = addSessionRow(school, classId, "2026-11-18", { teacherId, startTime: "16:00" })
  const next = addSessionRow(school, classId, "2026-11-25", { teacherId, startTime: "16:00" })
  bookStudent(school, enrollmentId)
  return {
    ...{ school, otis, classId, todays, next },
    at: `/students/${otis}/credits`,
    office: await Browser.of(school.userId ?? ""),
    family: await Browser.of(guardian.userId),
    teacher: await Browser.of(marcus.userId),
  }
}

const creditsOf = (studentId: string) => rowsOf(makeUpCredits, { studentId })

test("the office grants, extends, revokes and undoes with a reason; the family reads it", async () => {
  const { at, office, family, otis, classId } = await openLessons()
  const grant = { intent: "grant", classId, minutes: "30", lastDay: "2026-12-31", reason: "Snow day" }
  expect((await office.submit(at, { ...grant, formKey: "k1" })).status).toBe(303)
  expect((await office.submit(at, { ...grant, formKey: "k1" })).status).toBe(303)
  expect(creditsOf(otis)).toMatchObject([
    { originSeatId: null, grantedClassId: classId, prepaidPercent: 100 },
  ])
  const credit = creditsOf(otis)[0]?.id ?? ""
  expect(await family.read(`/student/schedule/credits?child=${otis}`)).toContain("Snow day")
  expect(await office.read(`/students/${otis}/activity`)).toContain("granted a make-up credit")

  await office.submit(at, {
    intent: "extend",
    credit,
    lastDay: "2027-01-31",
    reason: "Away over the holidays",
  })
  expect(creditsOf(otis)[0]?.expiresOn).toBe("2027-01-31")
  await office.submit(at, { intent: "extend", credit, lastDay: "2028-01-31", reason: "A year abroad" })
  // The form begins with a day that is later than what there is.
  const extending = (await office.html(at)).split("New last day")[1] ?? ""
  expect(extending).toMatch(/^[^>]*>\s*<input[^>]*value="2028-02-29"/)
  await office.submit(at, { intent: "revoke", credit, reason: "Entered twice" })
  expect(creditsOf(otis)[0]).toMatchObject({ revokedReason: "Entered twice", isDenied: true })
  expect(await office.read(`/students/${otis}/make-up`)).toContain("No make-up credits left.")
  expect(await family.read(`/student/schedule/make-up?child=${otis}`)).toContain("No make-up credits left.")
  const undo = /name="change" value="([^"]+)"/.exec(await office.html(at))?.[1] ?? ""
  expect((await office.submit(at, { intent: "undo", change: undo })).status).toBe(303)
  expect(creditsOf(otis)[0]).toMatchObject({ revokedAt: null, isDenied: false })
  expect((await office.submit(at, { intent: "undo", change: undo })).status).toBe(404)
})

test("without a free time the office reads who can add one, and the family who arranges it", async () => {
  const { at, office, family, otis, classId } = await openLessons()
  const booking = `/students/${otis}/make-up`
  expect(await office.read(booking)).toContain(
    "No make-up credits yet. Absences earn them, or you grant one under Make-up credits.",
  )
  const grant = { intent: "grant", classId, minutes: "30", lastDay: "2026-12-31", reason: "Snow day" }
  await office.submit(at, { ...grant, formKey: "k1" })
  expect(await office.read(booking)).toContain("once they add teaching hours.")
  expect(await office.read(booking)).not.toContain("The school arranges")
  expect(await family.read(`/student/schedule/make-up?child=${otis}`)).toContain("The school arranges")
})

test("what can't be done is said beside its field, and changes nothing", async () => {
  const { at, office, teacher, otis, classId } = await openLessons()
  const grant = { intent: "grant", classId, minutes: "30", lastDay: "2026-12-31", reason: "Snow day" }
  for (const [field, bad, words] of [
    ["reason", "", "Enter a reason."],
    ["reason", "ok", "That reason is too short. Use at least 3 characters."],
    ["lastDay", "2027-02-30", "Enter a date that exists, like Dec 31, 2026."],
    ["lastDay", "10000-01-01", "Enter a date that exists, like Dec 31, 2026."],
    ["minutes", "900", "from 5 to 600 minutes"],
    ["lastDay", "soon", "Enter a date"],
    ["classId", "", "Choose a class."],
  ] as const) {
    await expect(office.submit(at, { ...grant, [field]: bad })).toAnswer(400, words)
  }
  expect((await office.submit(at, { ...grant, lastDay: "2026-11-01" })).status).toBe(409)
  expect((await office.submit(at, { intent: "dance" })).status).toBe(404)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.submit(at, grant)).status).toBe(404)
  expect((await teacher.submit(at, grant)).headers.get("Location")).toBe("/dashboard/teacher")
  expect(creditsOf(otis)).toEqual([])
})

test("a late absence says why it earns none, until a note of illness counts it as reported in time", async () => {
  const { at, office, family, otis, todays } = await openLessons()
  await family.submit(`/student/schedule/${todays}`, { child: otis, intent: "cannot" })
  expect(creditsOf(otis)).toEqual([])
  const why = "it was reported 50 minutes before the lesson, and the school asks for 24 hours."
  expect(await office.read(at)).toContain(why)
  expect(await family.read(`/student/schedule/credits?child=${otis}`)).toContain(why)
  const seat = rowOf(seats, { sessionId: todays })?.id ?? ""
  expect((await office.submit(at, { intent: "excuse", seat, note: "" })).status).toBe(400)
  expect((await office.submit(at, { intent: "excuse", seat, note: "Doctor’s note" })).status).toBe(303)
  expect(creditsOf(otis)).toMatchObject([{ revokedAt: null }])
  expect(await family.read(`/student/schedule/credits?child=${otis}`)).toContain(
    "counts as reported in time: illness with a note",
  )
  expect((await office.submit(at, { intent: "unexcuse", seat })).status).toBe(303)
  expect(creditsOf(otis)[0]?.revokedReason).toBe("The exemption was withdrawn")
  expect((await office.submit(at, { intent: "excuse", seat: "none", note: "Ill" })).status).toBe(404)
})

test("a note after attendance was taken corrects absent to excused, with charge and credit, and back", async () => {
  fixClock(testNow)
  const { school, at, otis, todays } = await openLessons()
  recordNotice(school, todays, otis, { at: now(), text: "Feels ill" })
  fixClock(testNow + 2 * 3_600_000)
  const office = await Browser.of(school.userId ?? "")
  takeRegister(school, todays, { marks: [{ studentId: otis, code: "absent" }] })
  const seat = rowOf(seats, { sessionId: todays })?.id ?? ""
  const state = () => [
    rowOf(marks, { seatId: seat, supersededAt: null })?.code,
    rowsOf(charges, { seatId: seat, withdrawnAt: null }).reduce(
      (sum, { amountMinor }) => sum + amountMinor,
      0,
    ),
    creditsOf(otis).filter(({ revokedAt }) => revokedAt === null).length,
  ]
  expect(state()).toEqual(["absent", 3000, 0])
  expect(await office.read(at)).toContain("Attendance changes from absent to excused.")
  expect((await office.submit(at, { intent: "excuse", seat, note: "Doctor’s note" })).status).toBe(303)
  expect(state()).toEqual(["excused", 0, 1])
  const explained = rowsOf(
    events,
    { schoolId: school.school.id, verb: "explain-correction" },
    { only: ["after"] },
  )
  expect(explained).toEqual([{ after: JSON.stringify({ reason: "Doctor’s note" }) }])
  expect((await office.submit(at, { intent: "unexcuse", seat })).status).toBe(303)
  expect(state()).toEqual(["absent", 3000, 0])
  takeRegister(school, todays, { marks: [{ studentId: otis, code: "present" }] })
  const refused = await office.submit(at, { intent: "excuse", seat, note: "Doctor’s note" })
  await expect(refused).toAnswer(409, "another status")
  fixClock(testNow)
})

test("late absences that the term allows count as reported in time, and the next one says they are used", async () => {
  const { school, family, otis, todays, classId } = await openLessons()
  changeRows(schools, { id: school.school.id }, { lateAllowance: 1 })
  const path = `/student/schedule/${todays}`
  expect(await family.read(path)).toContain(
    "It counts as reported in time, as 1 of 1 late absences of the term.",
  )
  await family.submit(path, { child: otis, intent: "cannot" })
  expect(creditsOf(otis)).toHaveLength(1)
  const tonight = addSessionRow(school, classId, "2026-11-18", { startTime: "18:00" })
  expect(await family.read(`/student/schedule/${tonight}`)).toContain(
    "All 1 of 1 late absences of the term are used.",
  )
  await family.submit(path, { child: otis, intent: "comes" })
  expect(await family.read(`/student/schedule/${tonight}`)).toContain("as 1 of 1 late absences")
})

test("a booking that a credit paid for is canceled without the lesson, and undone by booking it again", async () => {
  const { school, at, office, teacher, family, otis, classId } = await openLessons()
  const teacherId = addTeacherRow(school, "Ana Lopez")
  const grant = { intent: "grant", classId, minutes: "30", lastDay: "2026-12-31", reason: "Snow day" }
  await office.submit(at, grant)
  const club = openClass(school, { class: { name: "Guitar club", capacity: 2 }, pupils: ["Milo Singh"] })
  const friday = addSessionRow(school, club.classId, "2026-11-20", { startTime: "17:00", teacherId })
  const monday = { startTime: "17:00", teacherId: addTeacherRow(school, "Ben Ode") }
  addSessionRow(school, club.classId, "2026-11-23", monday)
  for (const asked of ["day=5", "teacher=Ana+Lopez", "day=5&teacher=Ana+Lopez"]) {
    const times = await office.read(`/students/${otis}/make-up?${asked}`)
    expect(times).toContain("Guitar club with Ana Lopez")
    expect(times).not.toContain("with Ben Ode")
    const asFamily = await family.read(`/student/schedule/make-up?child=${otis}&${asked}`)
    expect(asFamily).not.toContain("with Ben Ode")
  }
  expect(await office.read(`/students/${otis}/make-up?day=1&teacher=Ana+Lopez`)).toContain(
    "No times match these filters.",
  )
  expect(await office.read(`/students/${otis}/make-up?day=9`)).toContain("with Ben Ode")
  const book = () => office.submit(`/students/${otis}/make-up`, { offer: friday })
  const seatsOfOtis = () => rowsOf(seats, { sessionId: friday, studentId: otis })
  expect((await book()).status).toBe(303)
  const cancel = { intent: "cancel-booking", session: friday }
  expect((await teacher.submit(at, cancel)).headers.get("Location")).toBe("/dashboard/teacher")
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.submit(at, cancel)).status).toBe(404)
  expect(await office.read(at)).toContain("Booked make-up lessons")
  expect((await office.submit(at, cancel)).status).toBe(303)
  expect(seatsOfOtis()).toEqual([])
  expect(creditsOf(otis)).toMatchObject([{ usedSeatId: null, usedAt: null, expiresOn: "2026-12-31" }])
  expect(rowOf(sessions, { id: friday })?.state).toBe("planned")
  expect((await office.submit(at, cancel)).status).toBe(404)
  expect((await book()).status).toBe(303)
  recordNotice(school, friday, otis, { at: now() - 1000, text: null })
  await expect(office.submit(at, cancel)).toAnswer(409, "An absence was reported for this make-up lesson")
})

test("a credit is granted for a class that goes on, unless the office chooses one that is over", async () => {
  const { school, at, office, otis, classId } = await openLessons()
  const summer = addClassRow(school, { name: "Summer ukulele" })
  addEnrollmentRow(school, summer, otis, { startsOn: "2026-09-10", endsOn: "2026-09-24" })
  const html = await office.html(at)
  const values = [...html.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)
  expect(values.filter((value) => value === summer || value === classId)).toEqual([classId, summer])
})
