import { sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { findStudent } from "~/models/people/student/student.server"
import { startClass } from "~/models/teaching/class/class.server"
import { Browser, redirectOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow, testToday } from "../../support/clock"
import { addClassRow, addEnrollmentRow, addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

test("a student who was entered by mistake is deleted, and comes back with Undo; one in a group class stays", async () => {
  const { actor, userId } = openSchool()
  const { studentIds } = openFamily(actor, { children: ["Ivo", "Milo"] })
  const [ivo = "", milo = ""] = studentIds
  addEnrollmentRow(actor, addClassRow(actor, { kind: "group", name: "Guitar group", capacity: 8 }), milo)
  const office = await Browser.of(userId)
  const edit = (id: string) => `/students/${id}/edit`
  expect(await office.read(edit(ivo))).toContain("Delete Ivo")
  const deleted = await office.submit(edit(ivo), { intent: "delete" })
  await expect(deleted).toLead(303, "/students")
  const list = await office.html("/students")
  expect(list).toContain("deleted.")
  const again = await office.submit(edit(ivo), { intent: "delete" })
  expect(redirectOf(again), "pressed twice").toEqual([303, "/students"])
  expect((await office.submit(edit(ivo), { intent: "save" })).status).toBe(404)
  const undo = { record: ivo, back: "/students" }
  expect((await office.submit("/undo-deletion", undo)).status).toBe(303)
  expect(findStudent(actor, ivo)?.firstName).toBe("Ivo")

  const kept = await office.submit(edit(milo), { intent: "delete" })
  expect(kept.headers.get("Location")).toBe(edit(milo))
  expect(await office.read(edit(milo))).toContain(
    "On record for Milo: the class Guitar group. Move them to former instead.",
  )
  expect(findStudent(actor, milo)?.firstName).toBe("Milo")
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.submit(edit(milo), { intent: "delete" })).status).toBe(404)
  const teacher = await Browser.of(addMember(actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.submit(edit(milo), { intent: "delete" })).status).toBe(302)
})

test("a weekly lesson entered by mistake goes with its student and comes back; after attendance both stay", async () => {
  const { actor, userId } = openSchool()
  const { studentIds } = openFamily(actor, { children: ["Ivo"] })
  const [ivo = ""] = studentIds
  const teacherId = addTeacherRow(actor, "Helena Novak", "Piano")
  const made = startClass(actor, {
    ...{ name: "Piano with Ivo", kind: "private", instrument: "Piano", teacherId, capacity: 1 },
    ...{
      billing: "per_session",
      amount: 4_500,
      weekdays: [3],
      everyWeeks: 1,
      rotation: [],
      startTime: "15:00",
    },
    ...{ minutes: 30, startsOn: testToday, ends: "open", students: [ivo] },
  })
  if (!made.ok) throw new Error("The class didn’t start.")
  const lessons = () => rowsOf(sessions, { classId: made.classId }, { by: "id" })
  const before = lessons()
  expect(before.length).toBeGreaterThan(10)
  const office = await Browser.of(userId)
  const edit = `/students/${ivo}/edit`
  expect(await office.read(edit)).toContain(
    "Also deleted, without an email: the planned lessons of Piano with Ivo.",
  )
  expect((await office.submit(edit, { intent: "delete" })).headers.get("Location")).toBe("/students")
  expect([findStudent(actor, ivo), lessons()]).toEqual([undefined, []])
  expect((await office.submit("/undo-deletion", { record: ivo, back: "/students" })).status).toBe(303)
  expect(findStudent(actor, ivo)?.firstName).toBe("Ivo")
  expect(lessons()).toEqual(before)

  const [first] = before
  changeRows(sessions, { id: first?.id ?? "" }, { registerTakenAt: testNow })
  await office.submit(edit, { intent: "delete" })
  expect(await office.read(edit)).toContain("On record for Ivo: attendance.")
  expect(lessons()).toHaveLength(before.length)
})
