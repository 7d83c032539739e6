import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { findClass } from "~/models/teaching/class/find-class.server"
import { changeRule } from "~/models/teaching/session/change-schedule.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { addSession, moveSession } from "~/models/teaching/session/move-session.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { addClassRow, addEnrollmentRow, addScheduleRow, addStudentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// The office swaps the weekly times of Anna (Mondays at three) and Ben (Wednesdays at half past four). Today is Wednesday,
// November 18, 2026.

type Weekly = { classId: string; scheduleId: string }

let actor: Actor
let office: Browser
let teacherId: string
let anna: Weekly
let ben: Weekly

function openWeekly(firstName: string, day: string, startTime: string): Weekly {
  const classId = addClassRow(actor, { name: `${firstName}, piano`, teacherId })
  const studentId = addStudentRow(actor, firstName, "Berg")
  changeRows(students, { id: studentId }, { email: `${firstName.toLowerCase()}@berg.example` })
  addEnrollmentRow(actor, classId, studentId)
  const rule = { rrule: `FREQ=WEEKLY;BYDAY=${day}`, startTime, minutes: 45, startsOn: "2026-11-02" }
  const scheduleId = addScheduleRow(actor, classId, rule)
  makeSessions(actor, scheduleId, "2027-02-10")
  return { classId, scheduleId }
}

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  teacherId = addMember(actor, "teacher", "Vera Kovac").teacherId
  anna = openWeekly("Anna", "MO", "15:00")
  ben = openWeekly("Ben", "WE", "16:30")
})

const path = () => `/classes/${anna.classId}/schedule/swap`
const send = (fields: Record<string, string>) =>
  office.submit(path(), {
    scheduleId: anna.scheduleId,
    withId: ben.scheduleId,
    from: "2026-11-23",
    ...fields,
  })
const firstOf = ({ classId }: Weekly) =>
  db()
    .select({ date: sessions.localDate, startTime: sessions.startTime })
    .from(sessions)
    .where(and(eq(sessions.classId, classId), gte(sessions.localDate, "2026-11-23")))
    .orderBy(asc(sessions.startsAt))
    .get()
const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ""
const asBefore = [
  { date: "2026-11-23", startTime: "15:00" },
  { date: "2026-11-25", startTime: "16:30" },
]
const swapped = [
  { date: "2026-11-25", startTime: "16:30" },
  { date: "2026-11-23", startTime: "15:00" },
]
const both = () => [firstOf(anna), firstOf(ben)]

test("a weekly time is swapped from its page, after a preview, and undone from either student's", async () => {
  const schedule = await office.html(`/classes/${anna.classId}/schedule`)
  expect(schedule).toContain(`href="${path()}?time=${anna.scheduleId}"`)
  const page = await office.visit(`${path()}?time=${anna.scheduleId}`)
  expect(await page.clone().text()).toContain('label="Same length, 45 minutes"')
  expect(await textOf(page)).toContain("Ben, piano: Wed 4:30 PM, weekly, 45 min, Vera Kovac")

  const preview = await send({ intent: "preview" })
  expect(preview.status).toBe(200)
  const seen = seenIn(await preview.clone().text())
  const text = await textOf(preview)
  expect(text).toContain("The swap starts Nov 23, 2026.")
  expect(text).toContain("Mon, Nov 23, 3:00 PM → Wed, Nov 25, 4:30 PM")
  expect(text).toContain("Wed, Nov 25, 4:30 PM → Mon, Nov 23, 3:00 PM")
  expect(text).toContain("Families: Anna")
  expect(text).toContain("Families: Ben")
  expect(both()).toEqual(asBefore)

  await expect(send({ intent: "save", seen })).toLead(303, `/classes/${anna.classId}/schedule`)
  expect(both()).toEqual(swapped)
  const mails = onceTold(actor, () => rowsOf(emails, { schoolId: actor.school.id }))
  const toAnna = mails.filter(({ recipient }) => recipient === "anna@berg.example")
  expect(toAnna).toHaveLength(1)
  expect(toAnna[0]?.data).not.toContain("Ben")

  expect(await office.read(`/classes/${anna.classId}/schedule`)).toContain(
    "Weekly times swapped. Anna, piano: 12 lessons moved. Ben, piano: 12 lessons moved.",
  )
  const bens = await office.html(`/classes/${ben.classId}/schedule`)
  expect(bens).toContain("It was swapped with another student’s, who gets it back if you undo.")
  const change = /name="change" value="([^"]+)"/.exec(bens)?.[1] ?? ""
  await expect(office.submit(`/classes/${ben.classId}/schedule`, { intent: "undo", change })).toAnswer(303)
  expect(both()).toEqual(asBefore)
})

test("what has changed since the preview is shown again before it is swapped, and a second press swaps nothing back", async () => {
  const unseen = await send({ intent: "save" })
  expect([unseen.status, both()]).toEqual([409, asBefore])
  const seen = seenIn(await unseen.text())
  expect(seen).not.toBe("")
  const cleo = openWeekly("Cleo", "FR", "10:00")
  const other = await send({ intent: "save", seen, withId: cleo.scheduleId })
  await expect(other).toAnswer(409, "Check what the swap changes now")
  expect((await send({ intent: "save", seen })).status).toBe(303)
  expect(both()).toEqual(swapped)
  expect((await send({ intent: "save", seen })).status).toBe(409)
  expect(both()).toEqual(swapped)
})

test("what is in the way is named, can be left out, and nothing typed is lost", async () => {
  const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 8, teacherId })
  const dan = openWeekly("Dan", "TH", "09:00")
  const lesson = rowOf(sessions, { classId: dan.classId, localDate: "2026-12-03" })
  const friday = { date: "2026-12-04", startTime: "09:00", teacherId, roomId: null }
  expect(moveSession(actor, lesson?.id ?? "", friday, { silent: true }).ok).toBe(true)
  expect(addSession(actor, { classId: choir, date: "2026-12-03", startTime: "09:15", minutes: 45 }).ok).toBe(
    true,
  )
  expect((await send({ intent: "preview" })).status).toBe(200)
  const refused = await send({ intent: "preview", withId: dan.scheduleId })
  expect(refused.status).toBe(409)
  const html = await refused.clone().text()
  expect(html).toMatch(new RegExp(`<option(?=[^>]*value="${dan.scheduleId}")(?=[^>]*selected="")`))
  const text = await textOf(refused)
  expect(text).toContain("Choir")
  expect(text).toContain("Leave out 1 lesson that clashes")
  const preview = await send({ intent: "preview", withId: dan.scheduleId, leavesClashing: "on" })
  await expect(preview).toAnswer(200, "Mon, Nov 30, 3:00 PM: kept because the new time clashes")
})

test("bad choices are refused beside their fields, and another school's class is not found", async () => {
  await expect(send({ intent: "preview", withId: "" })).toAnswer(400, "Choose whose time it swaps with.")
  expect((await send({ intent: "preview", from: "2026-11-31" })).status).toBe(400)
  const past = await send({ intent: "preview", from: "2026-11-17" })
  await expect(past).toAnswer(409, "Choose today or a later date. Past lessons don’t change.")
  expect((await send({ intent: "preview", withId: "none" })).status).toBe(409)
  expect((await office.visit(`${path()}?time=none`)).status).toBe(404)
  const stranger = await Browser.of(openSchool().userId)
  expect((await stranger.visit(path())).status).toBe(404)
  const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 8, teacherId })
  const scheduleId = addScheduleRow(actor, choir, {})
  expect(await office.read(`/classes/${choir}/schedule/swap?time=${scheduleId}`)).toContain(
    "Only the weekly time of a private class with a student can be swapped.",
  )
})

test("a page that was opened before one of the two times changed goes on with it, and says when it changes", async () => {
  const change = (scheduleId: string, from: string, startTime: string) =>
    changeRule(actor, anna.classId, scheduleId, {
      from,
      weekdays: [2],
      everyWeeks: 1,
      startTime,
      minutes: 45,
    })
  expect(change(anna.scheduleId, "2026-11-18", "09:00").ok).toBe(true)
  const stale = `${path()}?time=${anna.scheduleId}`
  expect((await office.visit(stale)).status).toBe(200)
  const fields = { scheduleId: anna.scheduleId, withId: ben.scheduleId, intent: "preview" }
  const preview = await office.submit(stale, { ...fields, from: "2026-11-23" })
  await expect(preview).toAnswer(200, "Tue 9:00 AM, weekly")

  const [rule] = findClass(actor, anna.classId)?.rules ?? []
  expect(change(rule?.id ?? "", "2026-11-30", "11:00").ok).toBe(true)
  const late = await office.submit(stale, { ...fields, from: "2026-12-07" })
  expect(late.status).toBe(409)
  expect(await late.clone().text()).toContain('value="2026-12-07"')
  expect(await textOf(late)).toContain("The weekly time of Anna, piano changes on Nov 30, 2026.")
})
