import { beforeAll, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { addStudentRow, addTeacherRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

// A school with more than fifty teachers: their list turns pages, and the schedule finds a teacher by name instead of
// listing them all. A small school sees neither.

let large: Browser
let small: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  const school = openSchool()
  for (let number = 1; number <= 60; number += 1) {
    const name = `Teacher ${String(number).padStart(2, "0")}`
    ids.set(name, addTeacherRow(school.actor, name, number === 57 ? "Harp" : "Piano"))
  }
  addStudentRow(school.actor, "Wren", "Teacherson")
  large = await Browser.of(school.userId)
  const other = openSchool({ name: "Crescendo" })
  addTeacherRow(other.actor, "Helena Novak")
  small = await Browser.of(other.userId)
})
const namesIn = (html: string) => [...html.matchAll(/>(Teacher \d\d)</g)].map(([, name]) => name)
const optionsOf = (html: string) => {
  const [, select = ""] = /<select[^>]*name="teacher"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
  return [...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value)
}

test("a page of the list has fifty teachers, in any order", async () => {
  const first = await large.html("/teachers")
  expect([namesIn(first).length, namesIn(first)[0]]).toEqual([50, "Teacher 01"])
  expect(first).toContain("1–50 of 60 teachers")
  expect(first).toContain('href="/teachers?page=2"')
  expect(namesIn(await large.html("/teachers?page=2"))).toEqual(
    Array.from({ length: 10 }, (_, at) => `Teacher ${51 + at}`),
  )
  expect(namesIn(await large.html("/teachers?order=reversed"))[0]).toBe("Teacher 60")
  expect(namesIn(await large.html("/teachers?sort=students"))).toHaveLength(50)
  const found = await large.html("/teachers?q=harp")
  expect(namesIn(found)).toEqual(["Teacher 57"])
  expect(found).not.toContain('aria-label="Pages"')
  expect((await large.visit("/teachers?page=3")).headers.get("Location")).toBe("/teachers?page=2")
})

test("the schedule finds a teacher by name", async () => {
  const html = await large.html("/schedule")
  expect([optionsOf(html), html.includes('name="teacher"')]).toEqual([[], false])
  expect(html).toContain('placeholder="Student, class or teacher"')
  const found = await large.visit("/schedule?q=Teacher+33&date=2026-11-25")
  const address = `/schedule?date=2026-11-25&teacher=${ids.get("Teacher 33")}`
  expect(found.headers.get("Location")).toBe(address)
  const narrowed = await large.html(address)
  expect(optionsOf(narrowed)).toEqual([ids.get("Teacher 33")])
  expect(narrowed).toContain("All teachers")
  const several = await large.html("/schedule?q=Teacher")
  expect(several).toContain("Whose lessons?")
  expect(several).toContain(`teacher=${ids.get("Teacher 01")}`)
  expect(several).toContain("Wren Teacherson")
  expect(await large.read("/schedule?q=Helena")).toContain("No students, classes or teachers match “Helena.”")
})

test("a small school sees its teachers at once", async () => {
  const html = await small.html("/schedule")
  expect([optionsOf(html).length, html.includes('placeholder="Student or class"')]).toEqual([1, true])
  const list = await small.html("/teachers")
  expect(list).toContain("Helena Novak")
  expect(list).not.toContain('aria-label="Pages"')
})
