import { beforeEach, expect, test } from "vitest"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { addDays, weekday } from "~/utils/dates"
import { Browser } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { addClassRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

// A student's weekly lesson, arranged from the student's own page. Today is Wednesday, November 18, 2026.

let school: ChoirSchool
const [first, second] = [0, 1]

beforeEach(async () => {
  school = await openChoirSchool()
})

const formOf = async (studentId: string, more = "") =>
  school.office.html(`/classes/create?student=${studentId}${more}`)

/** The value of a field as the page shows it. */
const fieldValue = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1]

const idOf = (at: number) => school.studentIds[at] ?? ""

test("a student without lessons leads to a form with name, teacher and a free time filled in", async () => {
  const page = await school.office.html(`/students/${idOf(first)}`)
  expect(page).toContain(`/classes/create?student=${idOf(first)}`)
  const html = await formOf(idOf(first))
  expect(html).toContain("Weekly lesson for Amara Okafor")
  expect(fieldValue(html, "name")).toBe("Amara Okafor, violin")
  expect(fieldValue(html, "instrument")).toBe("Violin")
  expect(fieldValue(html, "minutes")).toBe("45")
  expect(fieldValue(html, "startTime")).toMatch(/^\d\d:\d\d$/)
  expect(html).toMatch(new RegExp(`<option[^>]*value="${school.teacherId}"[^>]*selected`))
  expect(html).toMatch(
    new RegExp(`name="students"[^>]*value="${idOf(first)}"|value="${idOf(first)}"[^>]*name="students"`),
  )
  expect(html).toContain("These times are free")
})

test("length and price are those of the last private lesson of the instrument, the time is the chosen one", async () => {
  const facts = { kind: "private", capacity: "1", instrument: "Violin", minutes: "30", amount: "42" }
  const made = await school.make({ ...facts, name: "Freya Okafor, violin", students: [idOf(second)] })
  expect(made.status).toBe(303)
  const html = await formOf(idOf(first))
  expect(fieldValue(html, "minutes")).toBe("30")
  expect(fieldValue(html, "amount")).toMatch(/^42/)
  const links = [...html.matchAll(/date=(\d{4}-\d\d-\d\d)&amp;time=(\d\d)%3A(\d\d)/g)]
  const [, date, hour, minute] = links.at(-1) ?? []
  const chosen = await formOf(idOf(first), `&date=${date}&time=${hour}%3A${minute}`)
  expect(fieldValue(chosen, "startTime")).toBe(`${hour}:${minute}`)
  expect(fieldValue(chosen, "startsOn")).toBe(date)
})

test("a time that another lesson takes weeks later isn't proposed: the weekly lesson fits as the form begins", async () => {
  // Without hours of its own a school follows its lessons, and the one of it is taken.
  changeOpening(school.actor, { openDays: ["1", "2", "3", "4", "5"], opensAt: "09:00", closesAt: "19:00" })
  const html = await formOf(idOf(first))
  const proposed = {
    date: fieldValue(html, "startsOn") ?? "",
    startTime: fieldValue(html, "startTime") ?? "",
  }
  const { actor, teacherId } = school
  const classId = addClassRow(actor, { name: "Guitar ensemble", kind: "ensemble", teacherId })
  const later = { date: addDays(proposed.date, 28), startTime: proposed.startTime, minutes: 60 }
  expect(addSession(actor, { classId, ...later }).ok).toBe(true)
  const changed = await formOf(idOf(first))
  const [startsOn = "", startTime = ""] = [fieldValue(changed, "startsOn"), fieldValue(changed, "startTime")]
  expect([startsOn, startTime]).not.toEqual([proposed.date, proposed.startTime])
  const facts = { kind: "private", capacity: "1", instrument: "Violin", name: "Amara Okafor, violin" }
  const weekly = { weekdays: [String(weekday(startsOn))], startTime, startsOn, students: [idOf(first)] }
  expect((await school.make({ ...facts, minutes: "45", ...weekly })).status).toBe(303)
})

test("another school’s student is not found", async () => {
  const other = await Browser.of(openSchool({ name: "Another school" }).userId)
  expect((await other.visit(`/classes/create?student=${idOf(first)}`)).status).toBe(404)
  expect((await school.office.visit("/classes/create?student=unknown")).status).toBe(404)
})
