import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { addGuardian } from "~/models/people/family/family.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { Browser, textOf } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { openSchool, orFail, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// A choir that gets another teacher, as its office sees it. Today is Wednesday, November 18, 2026; the choir meets on Tuesdays.

let school: ChoirSchool
let classId: string
let theo: string

beforeEach(async () => {
  school = await openChoirSchool()
  await school.make({ students: school.studentIds.slice(0, 2) })
  classId = school.made()
  theo = orFail(addTeacher(school.actor, { name: "Theo Petrović" })).teacherId
  const amara = rowOf(students, { id: school.studentIds[0] ?? "" })
  const mateo = { name: "Mateo Okafor", email: "mateo@example.org", payerShare: 10_000 }
  addGuardian(school.actor, amara?.familyId ?? "", mateo)
})

const path = () => `/classes/${classId}/edit`
const facts = () => ({
  command: "facts",
  name: "Youth choir",
  instrument: "Voice",
  teacherId: theo,
  roomId: school.roomId,
  capacity: "6",
})
const mails = () =>
  onceTold(school.actor, () =>
    rowsOf(emails, { schoolId: school.actor.school.id, template: "class-changed" }, { by: "createdAt" }),
  )
const teachers = () => new Set(school.datesOf(classId).map(({ teacherId }) => teacherId))

test("the preview names who gets an email, saving holds it, and undo stops it", async () => {
  const preview = await school.office.submit(path(), { ...facts(), intent: "preview" })
  expect(preview.status).toBe(200)
  const shown = await textOf(preview)
  expect(shown).toContain("1 person gets an email two minutes after you save.")
  expect(shown).toContain("Families: Mateo Okafor")
  expect(teachers()).toEqual(new Set([school.teacherId]))
  expect(mails()).toEqual([])

  await expect(school.office.submit(path(), { ...facts(), intent: "save" })).toAnswer(303)
  expect(teachers()).toEqual(new Set([theo]))
  const [mail, ...more] = mails()
  expect(more).toEqual([])
  expect(mail?.recipient).toBe("mateo@example.org")
  expect(JSON.parse(mail?.data ?? "").lessons).toEqual([
    [
      "Youth choir (Amara Okafor, Freya Okafor)",
      "From Tue, Nov 24, 4:00 PM: Theo Petrović teaches instead of Ingrid Solheim.",
    ],
  ])
  const html = await school.office.html(path())
  expect(html).toContain("The teacher or room was changed on")
  const change = /name="change" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const undo = { command: "facts-back", change }
  const stranger = await Browser.of(openSchool().userId)
  expect((await stranger.submit(path(), undo)).status).toBe(404)
  expect((await school.office.submit(path(), undo)).status).toBe(303)
  expect(teachers()).toEqual(new Set([school.teacherId]))
  expect(mails()).toEqual([])
  expect((await school.office.submit(path(), undo)).status).toBe(404)
})

test("a teacher who leaves: the preview names the families, and nothing is done before it is confirmed", async () => {
  const leave = `/teachers/${school.teacherId}/deactivate`
  const chosen = { [`class.${classId}`]: theo }
  const preview = await textOf(await school.office.submit(leave, { ...chosen, intent: "preview" }))
  expect(preview).toContain("Families: Mateo Okafor")
  expect(teachers()).toEqual(new Set([school.teacherId]))
  expect((await school.office.submit(leave, { ...chosen, intent: "save" })).status).toBe(303)
  expect(teachers()).toEqual(new Set([theo]))
  expect(mails().map(({ recipient }) => recipient)).toEqual(["mateo@example.org"])
  const change = /name="change" value="([^"]+)"/.exec(await school.office.html(path()))?.[1]
  const refused = await school.office.submit(path(), { command: "facts-back", change: change ?? "" })
  expect(refused.headers.get("Location")).toBe(path())
  expect(teachers()).toEqual(new Set([theo]))
})
