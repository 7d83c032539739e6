import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { schedules } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import type { Actor } from "~/models/foundation/access/actor"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { Browser, textOf } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold, sendTold } from "../../support/told"

// A weekly time that is changed and put back. Today is Wednesday, November 18, 2026; the choir meets on Tuesdays at 4.

let actor: Actor
let office: Browser
let classId: string
let school: ChoirSchool
let datesOf: ChoirSchool["datesOf"]

beforeEach(async () => {
  school = await openChoirSchool()
  ;({ actor, office, datesOf } = school)
  await school.make({ students: school.studentIds.slice(0, 2) })
  classId = school.made()
})

const path = () => `/classes/${classId}/schedule`
const times = () =>
  datesOf(classId)
    .slice(0, 4)
    .map(({ id, localDate, startTime }) => [id, localDate, startTime])

function send(intent: "preview" | "save", weekdays = ["4"]) {
  const rule = rowOf(schedules, { classId })
  return office.submit(path(), {
    scheduleId: rule?.id ?? "",
    scope: "following",
    from: "2026-11-24",
    weekdays,
    everyWeeks: "1",
    startTime: "17:00",
    minutes: "45",
    intent,
  })
}

async function change() {
  await expect(send("save")).toAnswer(303)
  const html = await office.html(path())
  return /name="change" value="([^"]+)"/.exec(html)?.[1] ?? ""
}

test("a changed weekly time is undone from its page, with its lessons", async () => {
  const before = times()
  const id = await change()
  expect(times()).not.toEqual(before)
  await expect(office.submit(path(), { intent: "undo", change: id })).toAnswer(303)
  expect(await office.read(`/classes/${classId}`)).toContain("Weekly time restored.")
  expect(times()).toEqual(before)
  expect(await office.read(path())).not.toContain("Undo this change")
  expect((await office.submit(path(), { intent: "undo", change: id })).status).toBe(404)
})

test("the preview names who gets an email, and sends none", async () => {
  expect(await textOf(await send("preview"))).toContain("No one gets an email.")
  const [first = "", second = ""] = school.studentIds
  for (const [id, email] of [
    [first, "first@choir.example"],
    [second, null],
  ] as const)
    changeRows(students, { id }, { email })
  const name = rowOf(students, { id: first })?.firstName ?? ""
  const text = await textOf(await send("preview"))
  expect(text).toContain("1 person gets an email two minutes after you save. Until then, undo stops it.")
  expect(text).toContain(`Families: ${name}`)
  const sent = () => onceTold(school.actor, () => rowsOf(emails, { recipient: "first@choir.example" }))
  expect(sent()).toEqual([])
  await change()
  expect(sent()).toHaveLength(1)
})

test("the email says the new weekly time in one line", async () => {
  const [first = ""] = school.studentIds
  changeRows(students, { id: first }, { email: "weekly@choir.example" })
  await change()
  sendTold(school.actor)
  const mail = rowOf(emails, { recipient: "weekly@choir.example" })
  if (!mail) throw new Error("no mail")
  const { text } = await composeMail(mail)
  expect(text).toMatch(/\nTuesdays 4:00 PM: .*, now Thursdays 5:00 PM from Nov 26/)
  expect(text).not.toContain("Tue, ")
  expect(JSON.parse(mail.data).lessons.length).toBeGreaterThan(3)
})

test("the preview names the lessons that a second day adds", async () => {
  const text = await textOf(await send("preview", ["2", "4"]))
  expect(text).toMatch(/adds \d+\./)
  expect(text).toContain("Thu, Nov 26, 5:00 PM: added")
})

test("a weekly time that is added names who is told, and its undo removes it without a word", async () => {
  const [first = ""] = school.studentIds
  changeRows(students, { id: first }, { email: "added@choir.example" })
  const before = datesOf(classId).length
  const add = (intent: "preview" | "save") =>
    office.submit(path(), {
      scope: "following",
      from: "2026-11-20",
      weekdays: ["5"],
      everyWeeks: "1",
      startTime: "15:00",
      minutes: "45",
      intent,
    })
  expect(await textOf(await add("preview"))).toContain("1 person gets an email two minutes after you save.")
  const sent = () => onceTold(school.actor, () => rowsOf(emails, { recipient: "added@choir.example" }))
  expect(sent()).toEqual([])
  expect((await add("save")).status).toBe(303)
  expect(sent().map(({ data }) => JSON.parse(data).change)).toEqual(["added"])
  const html = await office.html(`/classes/${classId}`)
  expect(html).toContain("1 person gets an email in 2 minutes, unless you undo this.")
  const times = /name="times" value="([^"]+)"/.exec(html)?.[1] ?? ""
  expect(times).not.toBe("")
  expect((await office.submit(path(), { intent: "undo-added", times })).status).toBe(303)
  expect(datesOf(classId)).toHaveLength(before)
  expect(sent()).toEqual([])
  expect((await office.submit(path(), { intent: "undo-added", times })).status).toBe(404)
})

test("a first day years ahead is named with its year", async () => {
  const text = await textOf(
    await office.submit(path(), {
      scope: "following",
      from: "2028-12-01",
      weekdays: ["5"],
      everyWeeks: "1",
      startTime: "15:00",
      minutes: "45",
      intent: "preview",
    }),
  )
  expect(text).toMatch(/\d+ lessons in the first twelve weeks\. Dec 1, 2028; Dec 8, 2028/)
})

test("it isn't undone once a lesson was canceled, and the page says so", async () => {
  const id = await change()
  const lesson = datesOf(classId)[0]?.id ?? ""
  expect(cancelSession(actor, lesson, "Concert").ok).toBe(true)
  const after = times()
  expect((await office.submit(path(), { intent: "undo", change: id })).status).toBe(303)
  expect(await office.read(path())).toContain("has changed. Change it again instead.")
  expect(times()).toEqual(after)
})

test("another school's office finds no change", async () => {
  const id = await change()
  const after = times()
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  expect((await stranger.submit(path(), { intent: "undo", change: id })).status).toBe(404)
  expect(times()).toEqual(after)
})

test("all lessons of a time that begins later change, and none comes before its first day", async () => {
  const first = "2027-01-12"
  await school.make({ name: "Spring choir", startsOn: first, startTime: "10:00" })
  classId = school.made("Spring choir")
  const rule = rowOf(schedules, { classId })
  const count = datesOf(classId).length
  const saved = await office.submit(path(), {
    scheduleId: rule?.id ?? "",
    scope: "all",
    weekdays: ["2"],
    everyWeeks: "1",
    startTime: "11:00",
    minutes: "45",
    intent: "save",
  })
  expect(saved.status).toBe(303)
  expect(datesOf(classId)[0]).toMatchObject({ localDate: first, startTime: "11:00" })
  expect(datesOf(classId)).toHaveLength(count)
})

test("a year that was mistyped is refused, and schedules nothing", async () => {
  const refused = await school.make({ name: "Old choir", startsOn: "1926-11-18" })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await textOf(refused)).toContain("The first day is more than a year ago. Choose a later one.")
  expect(school.made("Old choir")).toBe("")
})
