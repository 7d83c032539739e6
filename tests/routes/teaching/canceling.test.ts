import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// The office cancels a lesson of another day from the dashboard, without scripts. Today is Wednesday, November 18, 3:10 PM. Otis and
// Milo have guitar together on Wednesdays at 6.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let next: string
let later: string

beforeEach(async () => {
  family = openPayingFamily()
  const { school, studentIds } = family
  office = await Browser.of(school.userId ?? "")
  const marcus = addTeacherRow(school, "Marcus Whitfield")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  const classId = addClassRow(school, { name: "Guitar duo", kind: "group", capacity: 2, teacherId: marcus })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  const on = (date: string) => addSessionRow(school, classId, date, { teacherId: marcus, startTime: "18:00" })
  later = on("2026-12-02")
  next = on("2026-11-25")
  on("2026-11-11")
})

const at = "/schedule/cancel-lesson"
const stateOf = (id: string) => rowOf(sessions, { id })?.state
const told = () =>
  onceTold(
    family.school,
    () => rowsOf(emails, { schoolId: family.school.school.id, template: "session-changed" }).length,
  )
const optionsIn = (html: string) => [...html.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id)
const found = async (query: string) => optionsIn(await office.html(`${at}?${query}`))

test("it is found by a student or a class, the soonest first, and canceled with what families read", async () => {
  expect(await office.html("/dashboard")).toContain(`href="${at}"`)
  expect(await office.read(at)).toContain("Student or class")
  // A booking is what a student's lessons are found by; a class's are found by its name.
  expect(await found("q=Guitar+duo")).toEqual([next, later])
  expect(await found("q=Guitar+duo&from=2026-11-26")).toEqual([later])
  expect(await found("q=Guitar+duo&from=9999-12-31")).toEqual([next, later])
  expect(await office.read(`${at}?q=Guitar+duo&from=2027-03-01`)).toContain(
    "No upcoming lessons from this date.",
  )
  expect(await office.read(`${at}?q=Nonesuch`)).toContain("No results for “Nonesuch.”")
  expect(await found("q=Guitar+duo&from=0000-00-00")).toEqual([next, later])
  const text = await office.read(`${at}?q=Guitar+duo`)
  expect(text).toContain("Wed, Nov 25, 6:00 PM: Guitar duo with Marcus Whitfield")
  expect(text).toContain("Families and the teacher get an email after 2 minutes")

  const canceled = await office.submit(`${at}?q=Guitar+duo`, { lesson: next, reason: "The hall is taken" })
  await expect(canceled).toLead(303, "/schedule?date=2026-11-25")
  expect([stateOf(next), stateOf(later), told()]).toEqual(["cancelled", "planned", 2])
  const undone = await office.submit(`/classes/sessions/${next}/edit`, { command: "restore" })
  expect([undone.status, stateOf(next), told()]).toEqual([303, "planned", 0])
})

test("a refusal keeps what was typed, and another school’s lesson is none", async () => {
  const short = await office.submit(`${at}?q=Guitar+duo`, { lesson: later, reason: "x" })
  expect(short.status).toBe(400)
  const html = await short.text()
  expect(html).toContain("That reason is too short. Use at least 3 characters.")
  expect(html).toMatch(new RegExp(`value="${later}" selected`))
  const fields = { lesson: next, reason: "The hall is taken" }
  expect((await office.submit(`${at}?q=Guitar+duo`, fields)).status).toBe(303)
  const twice = await office.submit(`${at}?q=Guitar+duo`, fields)
  expect([twice.status, (await twice.text()).includes("This lesson is canceled.")]).toEqual([409, true])
  expect(told()).toBe(2)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.submit(at, { lesson: later, reason: "Mischief" })).status).toBe(404)
  expect(await stranger.html(`${at}?q=Guitar+duo`)).toContain("No results")
  expect(stateOf(later)).toBe("planned")
})
