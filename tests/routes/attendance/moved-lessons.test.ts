import { emails } from "db/schema/foundation-mail"
import { beforeEach, expect, test } from "vitest"
import { unsentNotice } from "~/models/overview/family-area/family-notice"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addPriceRow, addSessionRow } from "../../support/lessons"
import { addMember, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// Otis has guitar with Marcus next Wednesday at 4. Today is Wednesday, November 18.

let opened: Awaited<ReturnType<typeof openLesson>>

async function openLesson() {
  const family = openPayingFamily()
  const { school, studentIds, guardian } = family
  const [otis = ""] = studentIds
  const { teacherId } = addMember(school, "teacher", "Marcus Whitfield")
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId })
  const enrollmentId = addEnrollmentRow(school, classId, otis)
  addPriceRow(school, classId, { amountMinor: 3000 })
  const lesson = addSessionRow(school, classId, "2026-11-25", { teacherId, startTime: "16:00" })
  bookStudent(school, enrollmentId)
  const browser = await Browser.of(guardian.userId)
  const office = await Browser.of(school.userId ?? "")
  return { school, otis, teacherId, lesson, browser, office }
}

beforeEach(async () => {
  opened = await openLesson()
})

const move = (date: string, startTime = "17:00") => {
  const { school, lesson, teacherId } = opened
  const moved = moveSession(school, lesson, { date, startTime, teacherId, roomId: null })
  if (!moved.ok) throw new Error(moved.reason)
}
const path = () => `/student/schedule/${opened.lesson}`
const send = (fields: Record<string, string>) =>
  opened.browser.submit(path(), { child: opened.otis, ...fields })
/** The start that the page's form would send. */
const shownStart = async () =>
  /name="startsAt" value="(\d+)"/.exec(await opened.browser.html(path()))?.[1] ?? ""
const card = () => opened.office.read(`/schedule/lessons/${opened.lesson}?date=2026-11-27`)

test("a lesson that wasn't moved asks nothing, and confirming it writes nothing", async () => {
  expect(await opened.browser.read(path())).not.toContain("Confirm new time")
  expect((await send({ intent: "confirm-move" })).status).toBe(303)
  expect(await card()).not.toContain("New time confirmed")
})

test("a moved lesson is confirmed from the email and the schedule, and the office sees it", async () => {
  move("2026-11-27")
  const letters = onceTold(opened.school, () =>
    rowsOf(emails, { schoolId: opened.school.school.id, template: "session-changed" }, { only: ["data"] }),
  ).map(({ data }) => JSON.parse(data) as { forTeacher: boolean; lessonId?: string })
  expect(letters.filter(({ forTeacher }) => !forTeacher)).toMatchObject([{ lessonId: opened.lesson }])
  expect(letters.filter(({ forTeacher }) => forTeacher).map(({ lessonId }) => lessonId)).toEqual([undefined])
  expect(await opened.browser.read("/student/schedule")).toContain(
    "Otis: Wed, Nov 25, 4:00 PM was moved to Fri, Nov 27, 5:00 PM. Confirm or decline",
  )
  expect(await opened.browser.read(path())).toContain("Does the new time work?")
  expect((await send({ intent: "confirm-move", startsAt: await shownStart() })).status).toBe(303)
  expect(await opened.browser.read(path())).toContain("You confirmed the new time.")
  expect(await opened.browser.read("/student/schedule")).not.toContain("was moved to")
  expect(await card()).toContain("New time confirmed: Otis Haddad")
  expect(await opened.office.read("/settings/admin/log")).toContain("confirmed the new time for Otis Haddad")

  move("2026-11-30")
  expect(await opened.browser.read(path())).toContain("Does the new time work?")
  expect(await card()).not.toContain("New time confirmed")
})

test("a time that the family never saw isn't confirmed: the lesson was moved again meanwhile", async () => {
  move("2026-11-27")
  const startsAt = await shownStart()
  move("2026-11-30")
  const unseen: Record<string, string>[] = [{ startsAt }, {}]
  for (const fields of unseen) {
    await expect(send({ ...fields, intent: "confirm-move" })).toAnswer(409, "The lesson was moved again.")
  }
  expect(await card()).not.toContain("New time confirmed")
  expect((await send({ intent: "confirm-move", startsAt: "soon" })).status).toBe(400)
  expect((await send({ intent: "confirm-move", startsAt: await shownStart() })).status).toBe(303)
  expect(await card()).toContain("New time confirmed: Otis Haddad")
})

test("what waits on the device for a connection is called what it is", () => {
  expect(["cannot", "comes", "confirm-move"].map(unsentNotice)).toEqual([
    "Absence",
    "Absence withdrawn",
    "New time confirmed",
  ])
})

test("declining is an absence by the school's rules", async () => {
  move("2026-11-27")
  expect((await send({ intent: "cannot", reason: "Choir" })).status).toBe(303)
  expect(await opened.browser.read(path())).toContain("Withdraw absence")
  expect(await opened.browser.read("/student/schedule")).not.toContain("was moved to")
  expect(await card()).toContain("New time declined: Otis Haddad")
  expect(await opened.office.read("/attendance?view=notices")).toContain("Otis Haddad")
  expect((await send({ intent: "comes" })).status).toBe(303)
  expect(await card()).toContain("New time confirmed: Otis Haddad")
})

test("another family's lesson is not found", async () => {
  move("2026-11-27")
  const other = openPayingFamily()
  const browser = await Browser.of(other.guardian.userId)
  const sent = await browser.submit(path(), { child: other.studentIds[0] ?? "", intent: "confirm-move" })
  expect(sent.status).toBe(404)
})
