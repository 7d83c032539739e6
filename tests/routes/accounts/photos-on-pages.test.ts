import { beforeAll, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { photo } from "../../support/pictures"
import { addMember } from "../../support/school"

// Every photo that a page shows is one that its reader may open, whoever they are.

const people = new Map<string, Browser>()
let studentId: string
let familyId: string

beforeAll(async () => {
  const family = openPayingFamily()
  studentId = family.studentIds[0] ?? ""
  familyId = family.familyId
  const mara = addMember(family.school, "teacher", "Mara Lindqvist")
  const dmitri = addMember(family.school, "teacher", "Dmitri Volkov")
  const amina = addMember(family.school, "office", "Amina Haddad")
  const classId = addClassRow(family.school, { name: "Violin", teacherId: mara.teacherId, kind: "group" })
  addEnrollmentRow(family.school, classId, studentId)
  for (const [name, userId] of Object.entries({
    admin: family.school.userId ?? "",
    office: amina.userId,
    teacher: mara.userId,
    colleague: dmitri.userId,
    guardian: family.guardian.userId,
  })) {
    const browser = await Browser.of(userId)
    const file = new File([new Uint8Array(await photo("png", 300, 300))], "me.png")
    expect((await browser.submit("/settings/profile", { intent: "photo", file })).status).toBe(303)
    people.set(name, browser)
  }
  const write = async (who: string, to: string, shown = "1") => {
    const sent = await people.get(who)?.submit("/messaging/new", {
      ...{ to, shown, subject: `From ${who} to ${to}`, body: "Which size?" },
    })
    expect([who, to, sent?.status]).toEqual([who, to, 303])
  }
  await write("guardian", "office")
  await write("guardian", `member:${mara.actor.memberId}`)
  await write("teacher", "office")
  await write("admin", `member:${mara.actor.memberId}`)
  await write("admin", `member:${dmitri.actor.memberId}`)
  await write("admin", "families")
  await write("admin", "teachers", "2")
  await write("teacher", `student:${studentId}`)
})

const lists = [
  "/messaging",
  "/settings/team",
  "/settings/profile",
  "/teachers",
  "/students",
  "/families",
  "/student",
]

test.each(["admin", "office", "teacher", "colleague", "guardian"])("on the pages of %s", async (who) => {
  const browser = people.get(who)
  if (!browser) throw new Error("no one")
  const shown = new Map<string, string[]>()
  const conversations = new Set<string>()
  const look = async (path: string) => {
    const page = await browser.visit(path)
    if (page.status !== 200) return
    const html = await page.text()
    for (const [, source = ""] of html.matchAll(/src="(\/photos\/[^"]+)"/g))
      shown.set(source, [...(shown.get(source) ?? []), path])
    for (const [, address = ""] of html.matchAll(/href="(\/messaging\/[a-z0-9]{8,})["?]/g))
      conversations.add(address)
  }
  for (const path of [...lists, `/students/${studentId}`, `/families/${familyId}`]) await look(path)
  // This member of the office reads no messages.
  expect(conversations.size > 0).toBe(who !== "office")
  for (const path of conversations) await look(path)
  // Their own, and that of someone they write with.
  expect(shown.size > 1).toBe(who !== "office")
  for (const [source, pages] of shown)
    expect([source, pages, (await browser.visit(source)).status]).toEqual([source, pages, 200])
})
