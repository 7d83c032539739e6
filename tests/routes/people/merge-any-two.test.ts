import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, locationOf, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addStudentRow, addTeacherRow } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

// Two records that are one though nothing about them looks alike: chosen on a family's page or ticked in a list.

let actor: Actor
let office: Browser
let keep: string
let gone: string

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const family = (adult: string, child: string) =>
    openFamily(actor, { name: "Haddad", adults: [{ name: adult, payerShare: 10_000 }], children: [child] })
      .familyId
  keep = family("Nora Haddad", "Sami")
  gone = family("Omar Haddad", "Lina")
})

test("a family’s page leads to a search for the family that joins it, and to the comparison", async () => {
  expect(await office.read(`/families/${keep}`)).toContain("Merge with another family")
  const found = await office.read(`/families/${keep}/merge?find=haddad`)
  expect(found).toContain("Haddad (Lina)")
  expect(found).not.toContain("Haddad (Sami)")
  const compare = locationOf(await office.visit(`/families/${keep}/merge?find=haddad&family=${gone}`))
  expect(compare).toBe(`/students/duplicates/families?keep=${keep}&gone=${gone}`)
  const text = await office.read(compare)
  expect(text).toMatch(/Haddad \(Lina \w+, Omar Haddad\) joins Haddad \(Sami \w+, Nora Haddad\)/)
  expect(await office.read(`/families/${keep}/merge?family=${keep}`)).toContain(
    "Choose a family other than Haddad.",
  )
  const elsewhere = openFamily(openSchool().actor)
  expect((await office.visit(`/families/${keep}/merge?family=${elsewhere.familyId}`)).status).toBe(404)
  expect((await office.visit(`/families/${elsewhere.familyId}/merge`)).status).toBe(404)
})

test("two ticked families, students or teachers are compared; one or three are refused", async () => {
  const third = openFamily(actor, { name: "Okafor" }).familyId
  const ticked = async (noun: string, id: string[]) =>
    office.submit("/selections", { noun, act: "merge", scope: "ticked", list: "", id })
  expect(locationOf(await ticked("families", [keep, gone]))).toBe(
    `/students/duplicates/families?keep=${keep}&gone=${gone}`,
  )
  for (const ids of [[keep], [keep, gone, third]]) {
    const refused = await ticked("families", ids)
    expect(locationOf(refused)).toBe("/families")
    expect(await office.read("/families")).toContain("Select two families to merge.")
  }
  const [ada, ines] = [addStudentRow(actor, "Ada", "Rossi"), addStudentRow(actor, "Ines", "Rossi")]
  const students = locationOf(await ticked("students", [ada, ines]))
  expect(students).toBe(`/students/duplicates/people?noun=student&keep=${ada}&gone=${ines}`)
  expect(await office.read(students)).toContain("Ines Rossi")
  const [mara, theo] = [
    addTeacherRow(actor, "Mara Lind", "Cello"),
    addTeacherRow(actor, "Theo Lind", "Cello"),
  ]
  expect(await office.read(locationOf(await ticked("teachers", [mara, theo])))).toContain("Theo Lind")
})

test("who may not merge families isn’t offered it", async () => {
  const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
  expect((await teacher.visit(`/families/${keep}/merge`)).status).not.toBe(200)
})
