import { notificationPreferences, quietHours } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { choiceOf } from "~/models/foundation/notification-preferences/choices.server"
import { unsubscribeKey } from "~/models/foundation/notification-preferences/unsubscribe.server"
import { now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// The grid of events and channels: a person's own, and the school's for all who chose nothing. Links in emails turn one kind off.

let school: ReturnType<typeof openSchool>
let grace: ReturnType<typeof addMember>
let office: Browser
let own: Browser
beforeEach(async () => {
  school = openSchool()
  grace = addMember(school.actor, "student", "Grace Okafor")
  office = await Browser.of(school.userId)
  own = await Browser.of(grace.userId)
})
const at = "/settings/preferences"
const all = "/settings/emails"
const email = (topic: "notes" | "messages" | "credits") =>
  choiceOf(school.actor.school.id, grace.memberId, topic, "email")

test("the school’s choices hold for who chose nothing, and a person’s own until they go back to them", async () => {
  const opened = await office.html(`${all}?edit=told`)
  expect(opened).toMatch(/name="email\.notes"[^>]*aria-label="Lesson notes by email"/)
  expect(opened).toContain("Invoices by text message")
  const columns = "email text push"
  const text = ["lessons", "changes", "messages", "invoices"]
  const push = ["changes", "invoices", "messages"]
  const answer = await office.submit(all, { intent: "told", columns, text, push, "email.notes": "daily" })
  expect(answer.status).toBe(303)
  expect(await office.read(all)).toMatch(/Lesson notes Email once a day/)
  expect(email("notes")).toBe("daily")
  const page = await own.read(at)
  expect(page).toMatch(/Lesson notes Email once a day/)
  expect(page).toContain("Text: your school sends no text messages.")
  expect(page).not.toContain("Use your school’s choices")
  // Columns that can't reach them aren't changed by a form without them.
  await own.submit(at, { intent: "mail", columns: "email", "email.notes": "off", "email.invoices": "off" })
  expect([email("notes"), email("messages")]).toEqual(["off", "now"])
  const rows = () => rowsOf(notificationPreferences, { memberId: grace.memberId })
  expect(rows()).toHaveLength(1)
  expect(await own.read(`${at}?edit=mail`)).toContain("Use your school’s choices")
  await own.submit(at, { intent: "told-as-school" })
  expect([rows(), email("notes")]).toEqual([[], "daily"])
})

test("hours are the school’s until a person has their own; a wrong time is refused beside its field", async () => {
  const hours = { intent: "told-hours", startsAt: "22:00", endsAt: "06:30", dailyAt: "18:00" }
  expect((await office.submit(all, hours)).status).toBe(303)
  expect(await own.read(at)).toContain("10:00 PM to 6:30 AM")
  const wrong = await own.submit(at, { ...hours, dailyAt: "25:00" })
  await expect(wrong).toAnswer(400, "Enter when the daily email leaves.")
  await own.submit(at, { ...hours, startsAt: "20:00" })
  expect(await own.read(at)).toContain("8:00 PM to 6:30 AM")
  await own.submit(at, { intent: "hours-as-school" })
  expect(rowsOf(quietHours, { memberId: grace.memberId })).toEqual([])
})

test("a mail program turns a kind off with one call, opening the link alone doesn’t, and a forged one is a 404", async () => {
  const subscription = { schoolId: school.actor.school.id, memberId: grace.memberId }
  const link = `/unsubscribe/${unsubscribeKey({ ...subscription, what: "messages" })}`
  const stranger = new Browser()
  expect(await stranger.read(link)).toContain("Stop emails about messages")
  expect(email("messages")).toBe("now")
  const body = Buffer.from("List-Unsubscribe=One-Click")
  const type = { "Content-Type": "application/x-www-form-urlencoded" }
  for (let press = 0; press < 2; press += 1) expect((await stranger.send(link, body, type)).status).toBe(200)
  expect([email("messages"), email("notes")]).toEqual(["off", "now"])
  const forged = link.replace(grace.memberId, school.actor.memberId ?? "")
  expect((await stranger.visit(forged)).status).toBe(404)
  expect((await stranger.send(forged, body, type)).status).toBe(404)
  const daily = `/unsubscribe/${unsubscribeKey({ ...subscription, what: "daily" })}`
  await own.submit(at, { intent: "mail", columns: "email", "email.credits": "daily" })
  await stranger.send(daily, body, type)
  expect([email("credits"), email("notes")]).toEqual(["off", "now"])
  // Who can’t log in any more still gets emails of their family.
  changeRows(members, { id: grace.memberId }, { deactivatedAt: now() })
  const notes = `/unsubscribe/${unsubscribeKey({ ...subscription, what: "notes" })}`
  expect((await stranger.send(notes, body, type)).status).toBe(200)
  expect(email("notes")).toBe("off")
})

test("when reminders leave is the school’s", async () => {
  const times = {
    ...{ lessonReminderDays: "2", lessonReminderAt: "10:00", missingEveningAt: "19:30" },
    ...{ missingMorningAt: "07:15", creditWarningAt: "11:00", intent: "reminder-times" },
    ...{ birthdayEmails: "both", birthdayAt: "09:30" },
  }
  const wrong: [Record<string, string>, string][] = [
    [{ lessonReminderDays: "8" }, "Enter a number of days from 1 to 7."],
    [{ lessonReminderAt: "25:00" }, "Enter when lesson reminders leave."],
    [{ creditWarningAt: "23:45" }, "Enter a time up to 11:00 PM."],
    [{ missingEveningAt: "09:00" }, "Enter a time from noon on."],
    [{ birthdayEmails: "everyone" }, "Choose who gets birthday emails."],
    [{ birthdayAt: "06:00" }, "Enter a time outside your school’s quiet hours, 9:00 PM to 7:00 AM."],
    [{ lessonReminderAt: "21:30" }, "Enter a time outside your school’s quiet hours, 9:00 PM to 7:00 AM."],
    [{ missingMorningAt: "06:30" }, "Enter a time outside your school’s quiet hours, 9:00 PM to 7:00 AM."],
  ]
  for (const [fields, says] of wrong) {
    await expect(office.submit(all, { ...times, ...fields })).toAnswer(400, says)
  }
  expect((await office.submit(all, times)).status).toBe(303)
  const page = await office.read(all)
  expect(page).toContain("2 days before, at 10:00 AM")
  expect(page).toContain("Families and teachers, at 9:30 AM")
  expect(page).toContain("At 7:30 PM the same evening, or at 7:15 AM the next morning")
  const quiet = await office.submit(all, {
    ...{ intent: "told-hours", startsAt: "09:30", endsAt: "12:00", dailyAt: "17:00" },
  })
  await expect(quiet).toAnswer(400, "Your lesson reminders leave at 10:00 AM.")
})
