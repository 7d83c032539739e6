import { beforeAll, expect, test } from "vitest"
import { groupBy } from "~/utils/group-by"
import { Browser } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { formsOf } from "../../support/forms"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

// "Find a time" for two students, down to their lesson. Today is Wednesday, November 18, 2026.

let school: ChoirSchool
let amara: string
let freya: string
let milo: string

beforeAll(async () => {
  school = await openChoirSchool()
  const [first = "", second = "", third = ""] = school.studentIds
  ;[amara, freya, milo] = [first, second, third]
})

/** The first time that is found for these students with the school's teacher. */
async function firstFound(...ids: string[]): Promise<string> {
  const students = ids.map((id) => `student=${id}`).join("&")
  const search = `${students}&minutes=40&teacher=${school.teacherId}&room=${school.roomId}`
  const html = await school.office.html(`/schedule/find-a-time?${search}`)
  const book = /href="(\/(?:classes\/create|schedule\/new-session)\?[^"]*)"/.exec(html)?.[1] ?? ""
  return book.replaceAll("&amp;", "&")
}

const fieldOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1]
const chosenOf = (html: string, name: string) =>
  new RegExp(`<select[^>]*name="${name}".*?<option[^>]*value="([^"]*)"[^>]*selected`, "s").exec(html)?.[1]
const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*name="students"[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes("checked"))
    .map((input) => /value="([^"]*)"/.exec(input)?.[1])

/** What the form of a new class sends as it stands. */
function held(html: string, address: string): Record<string, string | string[]> {
  const form = formsOf(html, address).find(({ fields }) => fields.some(({ name }) => name === "capacity"))
  const sent = (form?.fields ?? []).filter(({ kind }) => kind !== "checkbox")
  return Object.fromEntries(
    [...groupBy(sent, ({ name }) => name)].map(([name, same]) => [name, same.map(({ value }) => value)]),
  )
}

test("students who have no class together arrive in the form with teacher, length, room and time, and get one lesson", async () => {
  const address = await firstFound(amara, freya)
  const found = new URL(address, "http://localhost").searchParams
  const html = await school.office.html(address)
  expect(html).toContain("Lesson for Amara Okafor and Freya Okafor")
  expect(ticked(html).sort()).toEqual([amara, freya].sort())
  expect([chosenOf(html, "teacherId"), chosenOf(html, "roomId")]).toEqual([school.teacherId, school.roomId])
  const named = ["minutes", "startTime", "startsOn", "capacity", "count"].map((name) => fieldOf(html, name))
  expect(named).toEqual(["40", found.get("time"), found.get("date"), "2", "1"])
  await expect(school.office.submit(address, { ...held(html, address), name: "Two violins" })).toAnswer(303)
  const lessons = school.datesOf(school.made("Two violins"))
  expect(lessons.map(({ localDate, startTime, minutes }) => [localDate, startTime, minutes])).toEqual([
    [found.get("date"), found.get("time"), 40],
  ])
})

test("a student without a class arrives in a form, too", async () => {
  const html = await school.office.html(await firstFound(milo))
  expect(html).toContain("Lesson for Milo Okafor")
  expect([ticked(html), fieldOf(html, "capacity"), fieldOf(html, "minutes")]).toEqual([[milo], "1", "40"])
})

test("a class of just these students is chosen in the form of a new lesson, one with others isn't", async () => {
  const trio = addClassRow(school.actor, { name: "Trio", kind: "ensemble", capacity: 3 })
  for (const id of [amara, freya, milo]) addEnrollmentRow(school.actor, trio, id)
  expect(await firstFound(amara, milo)).toContain("/classes/create?")
  const address = await firstFound(amara, freya, milo)
  expect(address).toContain(`class=${trio}`)
  expect(chosenOf(await school.office.html(address), "classId")).toBe(trio)
})

test("impossible values are left for the person to fill in, and other schools' students aren't found", async () => {
  const odd = await school.office.visit(
    `/classes/create?student=${amara}&student=${freya}&date=2026-02-30&time=99:99&minutes=x&teacher=none&room=none`,
  )
  await expect(odd).toAnswer(200, "Lesson for Amara Okafor")
  const other = await Browser.of(openSchool().userId)
  expect((await other.visit(`/classes/create?student=${amara}&student=${freya}&minutes=30`)).status).toBe(404)
  expect((await school.office.visit(`/classes/create?student=${amara}&student=unknown`)).status).toBe(404)
})
