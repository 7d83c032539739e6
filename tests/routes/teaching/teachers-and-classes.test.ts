import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { Browser, openOffice, textOf } from "../../support/app"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { openSchool, rowsOf } from "../../support/school"

const teachersOf = (actor: Actor) => rowsOf(teachers, { schoolId: actor.school.id })
const invitations = (actor: Actor) =>
  rowsOf(emails, { schoolId: actor.school.id, template: "teacher-invitation" })

describe("teachers", () => {
  test("an empty school is offered its first one", async () => {
    const text = await (await Browser.of(openSchool().userId)).read("/teachers")
    expect(text).toContain("No teachers yet.")
    expect(text).toContain("New teacher")
  })

  test("are listed with instruments, active students, and the status of their login", async () => {
    const { actor, userId } = openSchool()
    const beatriz = addTeacherRow(actor, "Beatriz Alvarez", "Piano, Theory")
    const classId = addClassRow(actor, { teacherId: beatriz })
    addEnrollmentRow(actor, classId, addStudentRow(actor, "Amara", "Okafor"))
    addEnrollmentRow(actor, classId, addStudentRow(actor, "Milo", "Haddad"), { endsOn: "2026-10-01" })
    const text = await (await Browser.of(userId)).read("/teachers")
    expect(text).toContain("1 of 5 teachers on Standard")
    expect(text).toMatch(/Beatriz Alvarez Piano, Theory – 1 – Not invited/)
  })

  test("are added once, with an invitation when asked", async () => {
    const { actor, browser } = await openOffice()
    const fields = { name: "Leo Marsh", email: "Leo@Harmony.example", instruments: "Drums", invite: "on" }
    await expect(browser.submit("/teachers/create", fields)).toLead(303, "/teachers")
    expect(await browser.read("/teachers")).toContain("Leo Marsh added. Invitation sent.")
    expect(teachersOf(actor)).toMatchObject([
      { name: "Leo Marsh", email: "leo@harmony.example", instruments: "Drums" },
    ])
    expect(invitations(actor)).toHaveLength(1)
    await expect(browser.submit("/teachers/create", fields)).toAnswer(409, "Leo Marsh already teaches here.")
    expect(teachersOf(actor)).toHaveLength(1)
  })

  test("an error is beside its field, and nothing typed is lost", async () => {
    const { actor, browser } = await openOffice()
    const bad: [Record<string, string>, string][] = [
      [{ name: "" }, "Enter the teacher’s name."],
      [{ name: "L".repeat(121) }, "Keep the name under 120 characters."],
      [{ name: "Leo", email: "leo" }, "Enter a complete email address"],
      [{ name: "Leo", invite: "on" }, "Enter an email address to send the invitation to."],
      [{ name: "Leo\u0007" }, "contains a character that can’t be displayed"],
    ]
    for (const [fields, message] of bad) {
      await expect(browser.submit("/teachers/create", fields)).toAnswer(400, message)
    }
    expect(teachersOf(actor)).toEqual([])
    await expect(browser.submit("/teachers/create", { name: "<b>Leo</b>" })).toAnswer(303)
    expect(await browser.html("/teachers")).toContain("&lt;b&gt;Leo&lt;/b&gt;")
  })

  test("the plan's limit is named, before and after trying", async () => {
    const { actor, browser } = await openOffice()
    for (const name of ["One", "Two", "Three", "Four", "Five"]) addTeacher(actor, { name })
    const words = "You have 5 of 5 teachers on Standard. Upgrade to add more."
    expect(await browser.read("/teachers/create")).toContain(words)
    await expect(browser.submit("/teachers/create", { name: "Six" })).toAnswer(409, words)
    expect(teachersOf(actor)).toHaveLength(5)
  })

  test("are invited and uninvited on their record; another school's are not found", async () => {
    const { actor, browser } = await openOffice()
    const added = addTeacher(actor, { name: "Leo Marsh", email: "leo2@harmony.example" })
    const teacherId = added.ok ? added.teacherId : ""
    const record = `/teachers/${teacherId}`
    expect(await browser.read(record)).toMatch(/Not invited Invite to log in/)
    await browser.submit(record, { intent: "invite" })
    expect(await browser.read(record)).toContain("Invitation sent to leo2@harmony.example.")
    expect(await browser.read(record)).toMatch(/Invited Nov 18.*Invite again Withdraw/)
    expect(await browser.read("/teachers")).toContain("Invited Nov 18")
    await browser.submit(record, { intent: "invite" })
    expect(await browser.read(record)).toContain("less than 5 minutes ago")
    const stranger = await Browser.of(openSchool().userId)
    for (const intent of ["invite", "revoke"])
      expect((await stranger.submit(record, { intent })).status).toBe(404)
    expect(invitations(actor)).toHaveLength(1)
    await browser.submit(record, { intent: "revoke" })
    expect(await browser.read("/teachers")).toContain("Not invited")
  })
})

describe("one teacher", () => {
  test("is corrected; another address makes the open invitation worthless", async () => {
    const { actor, browser } = await openOffice()
    const added = addTeacher(actor, { name: "Leo Marsh", email: "leo3@harmony.example" })
    const teacherId = added.ok ? added.teacherId : ""
    addTeacher(actor, { name: "Dana Wu", email: "dana@harmony.example" })
    await browser.submit(`/teachers/${teacherId}`, { intent: "invite" })
    const page = await browser.html(`/teachers/${teacherId}`)
    expect(page).toContain('value="leo3@harmony.example"')
    const taken = await browser.submit(`/teachers/${teacherId}`, {
      name: "Leo",
      email: "dana@harmony.example",
    })
    await expect(taken).toAnswer(409, "Dana Wu already uses this email. Enter another.")
    const saved = await browser.submit(`/teachers/${teacherId}`, {
      name: "Leo Marsh",
      email: "marsh@harmony.example",
    })
    await expect(saved).toLead(303, `/teachers/${teacherId}`)
    await browser.submit("/teachers", { intent: "columns", column: ["email", "students", "next", "login"] })
    expect(await browser.read("/teachers")).toMatch(/Leo Marsh marsh@harmony.example 0 – Not invited/)
    const stranger = await Browser.of(openSchool().userId)
    expect((await stranger.visit(`/teachers/${teacherId}`)).status).toBe(404)
    expect((await stranger.submit(`/teachers/${teacherId}`, { name: "Mine" })).status).toBe(404)
    expect(teachersOf(actor).map(({ name }) => name)).not.toContain("Mine")
  })
})

describe("classes", () => {
  test("show when they meet, how full they are, and which are not scheduled", async () => {
    const { actor, browser } = await openOffice()
    const teacherId = addTeacherRow(actor, "Beatriz Alvarez")
    const trio = addClassRow(actor, { name: "Piano trio", kind: "group", capacity: 3, teacherId })
    addScheduleRow(actor, trio)
    addEnrollmentRow(actor, trio, addStudentRow(actor, "Amara", "Okafor"))
    addEnrollmentRow(actor, trio, addStudentRow(actor, "Zoë", "Öztürk"), { startsOn: "2027-01-01" })
    addClassRow(actor, { name: "Théorie" })
    addClassRow(actor, { name: "Old choir", endedOn: "2026-06-30" })
    const first = await browser.read("/classes")
    expect(first).toContain("1 class ")
    expect(first).toContain("Classes 1 Private lessons 1 All 2")
    expect(first).toContain("Piano trio Group")
    expect(first).not.toContain("Théorie")
    const text = await browser.read("/classes?kind=all")
    expect(text).toContain("2 classes and private lessons")
    expect(text).toContain("Piano trio Group Beatriz Alvarez – Wed 4:00 PM, weekly – 1 of 3 Scheduled")
    expect(text).toContain("Théorie Private – – – – 0 of 1 Not scheduled Set a time")
    expect(text).not.toContain("Old choir")
    expect(await browser.read("/classes?q=theorie")).toContain("1 class ")
    expect(await browser.read("/classes?q=alvarez&kind=group")).toContain("Piano trio")
    expect(await browser.read("/classes?state=not-scheduled")).not.toContain("Piano trio")
    expect(await browser.read("/classes?q=nothing")).toContain("No classes match these filters.")
    for (const odd of ["?page=0", "?kind=%00", "?q=%25_%27", "?page=-1"])
      expect((await browser.visit(`/classes${odd}`)).status).toBe(200)
    expect((await browser.visit("/classes?page=99")).headers.get("Location")).toBe("/classes?page=1")
  })

  test("come in pages of fifty", async () => {
    const { actor, browser } = await openOffice()
    for (let n = 0; n < 51; n += 1) addClassRow(actor, { name: `Piano ${String(n).padStart(2, "0")}` })
    expect(await browser.read("/classes?kind=private")).toContain("1–50 of 51")
    const second = await browser.html("/classes?kind=private&page=2")
    expect(await textOf(new Response(second))).toMatch(/Piano 50.*51–51 of 51/)
    const [, lesson = ""] = /href="(\/classes\/[^"/?]+)">Piano 50/.exec(second) ?? []
    expect(await browser.html(lesson)).toContain('href="/classes?kind=private">Private lessons')
  })

  test("are called lessons where one person teaches, without a teacher", async () => {
    const { actor, userId } = openSchool({ kind: "solo" })
    addClassRow(actor)
    const answer = await (await Browser.of(userId)).visit("/classes")
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("1 lesson ")
    expect(html).not.toContain('<th scope="col">Teacher')
  })

  test("another school's are not in the list", async () => {
    const { actor } = openSchool()
    addClassRow(actor, { name: "Secret ensemble" })
    const stranger = await Browser.of(openSchool().userId)
    for (const path of ["/classes", "/classes?q=secret"])
      expect(await stranger.read(path)).not.toContain("Secret ensemble")
  })
})
