import { expect, test } from "vitest"
import { forgetUser } from "~/models/accounts/user/forget-user.server"
import { findUser } from "~/models/accounts/user/user.server"
import { Browser, textOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addSessionRow } from "../../support/registers"
import { addMember } from "../../support/school"

// Someone of a family who is in another time zone than the school.

const page = "/settings/profile"
const choose = (by: Browser, timeZone: string) => by.submit(page, { intent: "zone", timeZone })

async function openLesson() {
  const { school, studentIds, guardian } = openPayingFamily()
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar" })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  const otis = studentIds[0] ?? ""
  const sessionId = addSessionRow(school, classId, "2026-11-25", { startTime: "16:00" })
  return { school, guardian, sessionId, otis, browser: await Browser.of(guardian.userId) }
}

test("reads their own time beside the school’s at home, in the list and on the lesson’s page", async () => {
  const { browser, sessionId, otis } = await openLesson()
  expect(await textOf(await browser.visit(page))).toContain("Your school’s, America/New York")
  const places = [`/student/dashboard?child=${otis}`, "/student/schedule", `/student/schedule/${sessionId}`]
  for (const at of places) expect(await textOf(await browser.visit(at)), at).not.toContain(" in Berlin")
  expect((await choose(browser, "Europe/Berlin")).status).toBe(303)
  expect(await textOf(await browser.visit(page))).toContain("Time zone Europe/Berlin")
  for (const at of places) {
    const text = await textOf(await browser.visit(at))
    expect(text, at).toContain("10:00 PM in Berlin")
    expect(text, at).toContain("4:00 to 5:00 PM")
  }
  await choose(browser, "")
  for (const at of places) expect(await textOf(await browser.visit(at)), at).not.toContain(" in Berlin")
})

test("can’t choose what is no zone, and the staff have the school’s", async () => {
  const { browser, guardian, school } = await openLesson()
  const refused = await choose(browser, "Middle/Earth")
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("Choose a time zone."),
  ])
  await choose(browser, "Europe/Berlin")
  forgetUser(guardian.userId, "Former guardian")
  expect(findUser(guardian.userId)?.timeZone).toBeNull()
  const teacher = await Browser.of(addMember(school, "teacher", "Leo Marsh").userId)
  expect((await choose(teacher, "Europe/Berlin")).status).toBe(404)
})
