import { members } from "db/schema/people"
import { expect, test } from "vitest"
import { Browser, locationOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool } from "../../support/school"

test("who may write to everyone and nothing else sees whom an announcement reaches, and sends it", async () => {
  const { actor: school } = openSchool()
  const family = openFamily(school, {
    adults: [{ name: "Mateo Okafor", email: "mateo.everyone@example.com", payerShare: 10_000 }],
  })
  const mara = addMember(school, "teacher", "Mara Lindqvist")
  const classId = addClassRow(school, { name: "Violin", teacherId: mara.teacherId, kind: "group" })
  addEnrollmentRow(school, classId, family.studentIds[0] ?? "")
  const writer = addMember(school, "office", "Amina Haddad")
  changeRows(members, { id: writer.memberId }, { rights: "messages" })
  const amina = await Browser.of(writer.userId)
  for (const [to, name] of [
    ["families", "Mateo Okafor"],
    ["teachers", "Mara Lindqvist"],
    [`class:${classId}`, "Mateo Okafor"],
    [`pupils:${mara.teacherId}`, "Mateo Okafor"],
  ]) {
    const text = await amina.read(`/messaging/new?to=${to}`)
    expect([to, text.includes(name ?? "")]).toEqual([to, true])
    expect(text).toContain("1 person")
  }
  const concert = { to: "families", shown: "1", subject: "Concert", body: "On Friday." }
  const sent = await amina.submit("/messaging/new", concert)
  const at = locationOf(sent)
  expect(sent.status).toBe(303)
  expect(await amina.read(at)).toContain("Mateo Okafor")
})
