import { classes, schedules } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { addSession } from "~/models/teaching/session/move-session.server"
import { textOf } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { rowOf } from "../../support/school"

// A weekly time that changes, or is added, where one lesson clashes. Today is Wednesday, November 18, 2026; the choir meets on Tuesdays at 4,
// and its teacher gives another lesson on the Thursday of its second week.

let school: ChoirSchool
let classId: string

beforeEach(async () => {
  school = await openChoirSchool()
  await school.make()
  classId = school.made()
  const teacherId = rowOf(classes, { id: classId })?.teacherId ?? null
  const trio = addClassRow(school.actor, { name: "Brass trio", kind: "group", capacity: 3, teacherId })
  const slot = { date: "2026-12-03", startTime: "17:15", minutes: 30 }
  expect(addSession(school.actor, { classId: trio, ...slot }).ok).toBe(true)
})

const path = () => `/classes/${classId}/schedule`
const times = () =>
  school
    .datesOf(classId)
    .slice(0, 3)
    .map(({ localDate, startTime }) => `${localDate} ${startTime}`)

function send(fields: Record<string, string>) {
  const rule = rowOf(schedules, { classId })
  return school.office.submit(path(), {
    ...{ scheduleId: rule?.id ?? "", scope: "following", from: "2026-11-24" },
    ...{ weekdays: "4", everyWeeks: "1", startTime: "17:00", minutes: "45" },
    ...fields,
  })
}

test("the lesson that clashes is offered to be left out, stays at its old time, and the undo takes all back", async () => {
  expect((await school.office.visit(path())).status).toBe(200)
  const before = times()
  const refused = await send({ intent: "preview" })
  expect(refused.status).toBe(409)
  const html = await refused.clone().text()
  expect(await textOf(refused)).toContain("Leave out 1 lesson that clashes")
  expect(html).toMatch(/<input(?=[^>]*type="checkbox")(?=[^>]*name="leavesClashing")/)
  expect(times()).toEqual(before)

  const preview = await send({ intent: "preview", leavesClashing: "on" })
  expect(preview.status).toBe(200)
  expect(await preview.clone().text()).toMatch(/<input(?=[^>]*name="leavesClashing")(?=[^>]*checked="")/)
  const text = await textOf(preview)
  expect(text).toContain("Tue, Nov 24, 4:00 PM → Thu, Nov 26, 5:00 PM")
  expect(text).toContain("Tue, Dec 1, 4:00 PM: kept because the new time clashes")
  expect(times()).toEqual(before)

  expect((await send({ intent: "save", leavesClashing: "on" })).status).toBe(303)
  expect(times()).toEqual(["2026-11-26 17:00", "2026-12-01 16:00", "2026-12-10 17:00"])
  const page = await school.office.html(path())
  expect(page).toMatch(/\d+ lessons moved, 1 kept\./)
  expect(page).not.toContain("leavesClashing")
  const changeId = /name="change" value="([^"]+)"/.exec(page)?.[1] ?? ""
  expect((await school.office.submit(path(), { intent: "undo", change: changeId })).status).toBe(303)
  expect(times()).toEqual(before)
})

test("without the wish to leave it out nothing changes, and a made-up one is ignored", async () => {
  const before = times()
  expect((await send({ intent: "save" })).status).toBe(409)
  expect((await send({ intent: "save", leavesClashing: "<b>all</b>" })).status).toBe(409)
  expect(times()).toEqual(before)
})

test("a weekly time that is added offers it, too, and the undo takes it back", async () => {
  const before = times()
  const add = (fields: Record<string, string>) => send({ scheduleId: "", from: "2026-11-26", ...fields })
  await expect(add({ intent: "preview" })).toAnswer(409, "Leave out 1 lesson that clashes")
  expect((await add({ intent: "save" })).status).toBe(409)

  const preview = await add({ intent: "preview", leavesClashing: "on" })
  await expect(preview).toAnswer(200, "Thu, Dec 3, 5:00 PM: not scheduled because it clashes")
  expect(times()).toEqual(before)

  expect((await add({ intent: "save", leavesClashing: "on" })).status).toBe(303)
  expect(times()).toEqual(["2026-11-24 16:00", "2026-11-26 17:00", "2026-12-01 16:00"])
  expect(school.datesOf(classId).map(({ localDate }) => localDate)).not.toContain("2026-12-03")
  const page = await school.office.html(path())
  expect(page).toMatch(/\d+ lessons scheduled, 1 left out\./)
  const added = /name="times" value="([^"]+)"/.exec(page)?.[1] ?? ""
  expect((await school.office.submit(path(), { intent: "undo-added", times: added })).status).toBe(303)
  expect(times()).toEqual(before)
})

test("a reason isn’t asked for while lessons are left out, and one that is sent with its own button is kept", async () => {
  const { actor, roomId } = school
  const trio = addClassRow(actor, { name: "Strings", kind: "group", capacity: 3, roomId })
  const slot = { date: "2026-12-02", startTime: "17:15", minutes: 30, roomId }
  expect(addSession(actor, { classId: trio, ...slot }).ok).toBe(true)
  const html = await (await send({ intent: "preview", weekdays: "3" })).text()
  const [, around] = html.split('<div class="group-has-[[name=leavesClashing]:checked]:hidden">')
  expect(around).toContain("Reason to schedule it anyway")
  expect(html).toContain("Leave out 1 lesson that clashes")

  const both = { weekdays: "3", leavesClashing: "on", overrideReason: "Half the hall each" }
  expect((await send({ ...both, intent: "override" })).status).toBe(303)
  expect(times()).toEqual(["2026-11-25 17:00", "2026-12-02 17:00", "2026-12-09 17:00"])
})

test("a new class offers it for what its teacher and its students have, and isn’t refused a second time", async () => {
  const { actor, studentIds } = school
  const [amara = ""] = studentIds
  const band = addClassRow(actor, { name: "Band", kind: "group", capacity: 3 })
  addEnrollmentRow(actor, band, amara)
  const slot = { date: "2026-12-10", startTime: "17:30", minutes: 30 }
  expect(addSession(actor, { classId: band, ...slot }).ok).toBe(true)
  const make = (fields: Record<string, string>) =>
    school.make({
      ...{ name: "Duo", weekdays: "4", startTime: "17:00", startsOn: "2026-11-26", roomId: "" },
      ...{ students: [amara], ...fields },
    })
  await expect(make({ intent: "save" })).toAnswer(409, "Leave out 2 lessons that clash")
  expect(school.made("Duo")).toBe("")

  const preview = await make({ intent: "preview", leavesClashing: "on" })
  expect(preview.status).toBe(200)
  expect(await preview.clone().text()).toMatch(/<input(?=[^>]*name="leavesClashing")(?=[^>]*checked="")/)
  const text = await textOf(preview)
  expect(text).toContain("9 lessons in the coming weeks, 2 left out.")
  expect(text).toContain("Thu, Dec 3, 5:00 PM: not scheduled because it clashes")
  expect(school.made("Duo")).toBe("")

  expect((await make({ intent: "save", leavesClashing: "on" })).status).toBe(303)
  const dates = school.datesOf(school.made("Duo")).map(({ localDate }) => localDate)
  expect(dates.slice(0, 3)).toEqual(["2026-11-26", "2026-12-17", "2026-12-24"])
})

test("a free time is previewed at its weekday and start, with everything else as typed", async () => {
  const before = times()
  const preview = await send({ minutes: "30", place: "2026-11-27 18:15" })
  expect(preview.status).toBe(200)
  const html = await preview.clone().text()
  expect(html).toMatch(/<input(?=[^>]*name="weekdays")(?=[^>]*value="5")(?=[^>]*checked="")/)
  expect(html).toMatch(/<input(?=[^>]*name="startTime")(?=[^>]*value="18:15")/)
  expect(html).toMatch(/<input(?=[^>]*name="minutes")(?=[^>]*value="30")/)
  expect(times()).toEqual(before)
  expect((await send({ place: "garbage <b>" })).status).toBe(400)
})
