import { expect, test } from "vitest"
import { findStudent } from "~/models/people/student/student.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

test("a student who was entered by mistake is deleted, and comes back with Undo; one with a class stays", async () => {
  const { actor, userId } = openSchool()
  const { studentIds } = openFamily(actor, { children: ["Ivo", "Milo"] })
  const [ivo = "", milo = ""] = studentIds
  addEnrollmentRow(actor, addClassRow(actor, {}), milo)
  const office = await Browser.of(userId)
  const edit = (id: string) => `/students/${id}/edit`
  expect(await textOf(await office.visit(edit(ivo)))).toContain("Delete Ivo")
  const deleted = await office.submit(edit(ivo), { intent: "delete" })
  expect([deleted.status, deleted.headers.get("Location")]).toEqual([303, "/students"])
  const list = await (await office.visit("/students")).text()
  expect(list).toContain("deleted.")
  const again = await office.submit(edit(ivo), { intent: "delete" })
  expect([again.status, again.headers.get("Location")], "pressed twice").toEqual([303, "/students"])
  expect((await office.submit(edit(ivo), { intent: "save" })).status).toBe(404)
  const undo = { record: ivo, back: "/students" }
  expect((await office.submit("/undo-deletion", undo)).status).toBe(303)
  expect(findStudent(actor, ivo)?.firstName).toBe("Ivo")

  const kept = await office.submit(edit(milo), { intent: "delete" })
  expect(kept.headers.get("Location")).toBe(edit(milo))
  expect(await textOf(await office.visit(edit(milo)))).toContain(
    "Something else is on record for Milo, such as a class, a login",
  )
  expect(findStudent(actor, milo)?.firstName).toBe("Milo")
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.submit(edit(milo), { intent: "delete" })).status).toBe(404)
  const teacher = await Browser.of(addMember(actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.submit(edit(milo), { intent: "delete" })).status).toBe(302)
})
