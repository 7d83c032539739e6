import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { addGuardian } from "~/models/people/family/family.server"
import { Browser, textOf } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// A class that ends and comes back, as its office sees it. Today is Wednesday, November 18, 2026; the choir meets on Tuesdays.

let school: ChoirSchool
let classId: string

beforeEach(async () => {
  school = await openChoirSchool()
  await school.make({ students: school.studentIds.slice(0, 2) })
  classId = school.made()
})

const path = () => `/classes/${classId}/end`
const ending = { lastDay: "2026-12-08", reason: "The teacher is moving away" }
const idOn = async () => {
  const html = await school.office.html(path())
  return /name="ending" value="([^"]+)"/.exec(html)?.[1] ?? ""
}
/** Once two minutes are over. */
const mails = () =>
  onceTold(school.actor, () => rowsOf(emails, { schoolId: school.actor.school.id, template: "class-ended" }))

test("another last day than the previewed one is previewed first", async () => {
  const seenOf = async (answer: Response) =>
    /name="seen" value="([^"]+)"/.exec(await answer.text())?.[1] ?? ""
  const before = school.datesOf(classId).length
  const seen = await seenOf(await school.office.submit(path(), { ...ending, intent: "preview" }))
  const other = { ...ending, lastDay: "2026-12-01", intent: "save" }
  const refused = await school.office.submit(path(), { ...other, seen })
  expect(refused.status).toBe(409)
  const text = await textOf(refused.clone())
  expect(text).toContain("This isn’t the preview you saw. Check the changes below, then confirm them.")
  expect(text).toContain("After December 1, 2026: 10 lessons are removed.")
  expect(school.datesOf(classId)).toHaveLength(before)
  const again = await seenOf(refused)
  expect((await school.office.submit(path(), { ...other, seen: again })).status).toBe(303)
  expect(school.datesOf(classId).length).toBeLessThan(before)
})

test("the email waits on the page until the office sends it, and one undo brings everything back", async () => {
  const amara = rowOf(students, { id: school.studentIds[0] ?? "" })
  addGuardian(school.actor, amara?.familyId ?? "", {
    name: "Mateo Okafor",
    email: "mateo@example.org",
    payerShare: 10_000,
  })
  const before = school.datesOf(classId).map(({ id, localDate }) => [id, localDate])
  const preview = await school.office.submit(path(), { ...ending, intent: "preview" })
  expect(await textOf(preview)).toContain("2 students are unenrolled")
  expect(school.datesOf(classId)).toHaveLength(before.length)

  await expect(school.office.submit(path(), { ...ending, intent: "save" })).toAnswer(303)
  const page = await school.office.read(path())
  expect(page).toContain("Youth choir ends on December 8, 2026.")
  expect(page).toContain("Last lesson: Tuesday, December 8, 4:00 PM.")
  expect(page).toContain("Send 1 email")
  expect(mails()).toEqual([])

  const id = await idOn()
  expect((await school.office.submit(path(), { intent: "tell", ending: id })).status).toBe(303)
  expect(mails()).toHaveLength(1)
  expect(await school.office.read(path())).toContain("Families were emailed on Nov 18, 2026.")

  const undone = await school.office.submit(path(), { intent: "undo", ending: id })
  expect(undone.headers.get("location")).toBe(`/classes/${classId}`)
  expect(await school.office.read(`/classes/${classId}`)).toContain("Ending undone.")
  expect(school.datesOf(classId).map(({ id, localDate }) => [id, localDate])).toEqual(before)
  expect(mails()).toEqual([])
})

test("bad input is answered beside its field and keeps what was typed", async () => {
  const none = await school.office.submit(path(), { lastDay: "2026-02-31", reason: "Moving", intent: "save" })
  await expect(none).toAnswer(400, "Enter a date that exists, like Dec 31, 2026.")
  const strange = await school.office.submit(path(), { ...ending, scheduleId: "gone", intent: "save" })
  expect(strange.status).toBe(409)
  expect(await strange.text()).toContain(ending.reason)
})

test("another school's class and endings are not found", async () => {
  await school.office.submit(path(), { ...ending, intent: "save" })
  const id = await idOn()
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  for (const intent of ["undo", "tell"])
    expect((await stranger.submit(path(), { intent, ending: id })).status).toBe(404)
  expect((await school.office.submit(path(), { intent: "undo", ending: "none" })).status).toBe(404)
})
