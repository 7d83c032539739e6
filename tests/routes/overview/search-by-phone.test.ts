import { guardians, students, teachers } from "db/schema/people"
import { beforeAll, describe, expect, test } from "vitest"
import { own } from "~/models/foundation/access/own.server"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addStudentRow, addTeacherRow } from "../../support/lessons"
import { changeRows } from "../../support/school"

// A number is found however it was written down and however it is typed.

let office: Browser

beforeAll(async () => {
  const { school, guardianIds, studentIds } = openPayingFamily()
  const guardian = own(school, guardians, guardianIds[0] ?? "")
  changeRows(guardians, guardian, { phone: "(555) 010-1236" })
  const ayse = addStudentRow(school, "Ayşe", "Öztürk")
  changeRows(students, own(school, students, ayse), { phone: "030 1234567" })
  const helena = addTeacherRow(school, "Helena Novak", "Cello")
  changeRows(teachers, own(school, teachers, helena), { phone: "+44 20 7946 0958" })
  expect(studentIds.length).toBeGreaterThan(0)
  office = await Browser.of(school.userId ?? "")
})

const page = async (path: string, q: string) =>
  office.read(`${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`)

/** The names a form offers to take a payment from. */
async function familiesIn(find: string) {
  const answer = await office.visit(`/billing/families.json?find=${encodeURIComponent(find)}`)
  const { choices }: { choices: { label: string }[] } = await answer.json()
  return choices.map(({ label }) => label.replace(/ \(.*$/, ""))
}

test("a payment’s family is found by a guardian, too", async () => {
  expect(await familiesIn("jonas")).toEqual(["Haddad"])
  expect(await familiesIn("jona 5")).toEqual([])
})

describe.each([["5550101236", "+15550101236", "555-010-1236", "(555) 010-1236", "555 010 12"]])(
  "the office types %s, …",
  (...spellings) => {
    test.each(spellings)("%s finds the guardian, the family and its students", async (typed) => {
      const found = await office.read(`/search.json?q=${encodeURIComponent(typed)}`)
      expect(found).toContain("Jonas Haddad")
      expect(await page("/search", typed)).toContain("Jonas Haddad")
      expect(await page("/families", typed)).toContain("Haddad")
      expect(await page("/students", typed)).toContain("Milo Haddad")
      expect(await familiesIn(typed)).toEqual(["Haddad"])
    })
  },
)

test.each(["030 1234567", "+49 30 1234567", "0049301234567", "+49 (0)30 1234567"])(
  "%s finds the student with a German number",
  async (typed) => {
    expect(await page("/search", typed)).toContain("Ayşe Öztürk")
    const list = await page("/students", typed)
    expect(list).toContain("Ayşe Öztürk")
    expect(list).not.toContain("Milo Haddad")
    expect(await page("/families?state=all", typed)).not.toContain("No families match")
  },
)

test.each(["020 7946 0958", "+442079460958"])("%s finds the teacher with a British number", async (typed) => {
  expect(await page("/search", typed)).toContain("Helena Novak")
  expect(await page("/teachers", typed)).toContain("Helena Novak")
})

test("another number finds no one", async () => {
  expect(await page("/students", "5550101237")).toContain("No students match")
  expect(await page("/families", "5550101237")).toContain("No families match")
})
