import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { tasks } from "db/schema/foundation-tasks"
import { students } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { cancelLessonsWork } from "~/models/teaching/closure/add-closure.server"
import { moveLessonsWork } from "~/models/teaching/closure/move-all-lessons.server"
import { addHolidays, readOnHolidays } from "~/models/teaching/closure/offer-holidays.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { undoOf } from "../../support/forms"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

const at = "/settings/holidays"
let school: { actor: Actor; browser: Browser }

beforeEach(async () => {
  const { actor, userId } = openSchool()
  school = { actor, browser: await Browser.of(userId) }
})

const closures = () =>
  sqlite()
    .prepare("select name, starts_on as day from closures where school_id = ? order by starts_on")
    .all(school.actor.school.id)
const add = (fields: Record<string, string | string[]>) =>
  school.browser.submit(at, { country: "US", year: "2026", ...fields })
const stateOf = (sessionId: string) => rowOf(sessions, { id: sessionId })?.state

test("the holidays to come of the school's country, region by region", async () => {
  const text = await school.browser.read(at)
  expect(text).toContain("Thanksgiving Day , Thursday, November 26")
  expect(text).not.toContain("Independence Day")
  const german = await school.browser.read(`${at}?country=DE&region=BY&year=2027`)
  expect(german).toContain("Epiphany , Wednesday, January 6")
  expect(await school.browser.read(`${at}?country=DE&year=2027`)).not.toContain("Epiphany")
  expect((await school.browser.visit(`${at}?country=%3Cscript%3E&region=..&year=99999`)).status).toBe(200)
})

test("selected ones become closures, are named as such, and are undone together", async () => {
  await add({ day: ["2026-11-26", "2026-12-25"] })
  expect(closures()).toEqual([
    { name: "Thanksgiving Day", day: "2026-11-26" },
    { name: "Christmas Day", day: "2026-12-25" },
  ])
  const shown = await school.browser.visit("/settings/school")
  const undo = undoOf(await shown.text())
  expect(await school.browser.read(at)).toContain("Closed already: Thanksgiving Day")
  expect((await add({ day: "2026-11-26" })).status).toBe(409)
  const stranger = await Browser.of(openSchool().userId)
  expect((await stranger.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(404)
  await school.browser.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(closures()).toEqual([])
  expect(await school.browser.read("/settings/school")).toContain("2 holidays removed.")
})

test("lessons on them are canceled only after a preview that counts them", async () => {
  const { classId } = openClass(school.actor, { pupils: ["Milo Haddad"] })
  const sessionId = addSessionRow(school.actor, classId, "2026-11-26")
  const fields = { day: ["2026-11-26", "2026-12-25"], lessons: "cancel" }
  expect(await textOf(await add(fields))).toContain("This cancels 1 lesson of 1 family. Thu, Nov 26: 1.")
  expect(closures()).toEqual([])
  await add({ ...fields, confirmed: "1" })
  expect(stateOf(sessionId)).toBe("cancelled")
  const undo = undoOf(await school.browser.html("/settings/school"))
  await school.browser.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(stateOf(sessionId)).toBe("planned")
})

test("many lessons are canceled as tasks", async () => {
  const { classId } = openClass(school.actor, { pupils: ["Milo Haddad"] })
  for (let lesson = 0; lesson < 26; lesson += 1)
    addSessionRow(school.actor, classId, "2026-11-26", {
      startTime: `${String(8 + Math.floor(lesson / 4)).padStart(2, "0")}:${["00", "15", "30", "45"][lesson % 4]}`,
    })
  const answer = await add({ day: "2026-11-26", lessons: "cancel", confirmed: "26" })
  expect(answer.headers.get("location")).toBe("/tasks")
  expect(await school.browser.read("/tasks")).toContain("1 holiday added.")
})

test("lessons on all of them are moved after a preview, to none of the other days, and no one is told yet", async () => {
  const { teacherId } = addMember(school.actor, "teacher", "Helena Novak")
  const { classId, studentIds } = openClass(school.actor, {
    class: { teacherId },
    pupils: ["Milo Haddad"],
  })
  changeRows(students, { id: studentIds[0] ?? "" }, { email: "milo@haddad.example" })
  const [thanksgiving, christmas] = ["2026-11-26", "2026-12-25"]
  const lessons = [thanksgiving, christmas].map((day) =>
    addSessionRow(school.actor, classId, day, { teacherId, startTime: "16:00" }),
  )
  const days = { day: [thanksgiving, christmas], lessons: "move" }
  const html = await (await add(days)).text()
  const said = await textOf(new Response(html))
  expect(said).toContain("This moves 2 lessons of 1 family.")
  expect(said).toMatch(/Thu, Nov 26, 4:00 PM: \w{3}, Nov \d+, \d+:\d\d [AP]M/)
  expect(closures()).toEqual([])
  const [, seenMoves = ""] = /name="seenMoves" value="([^"]*)"/.exec(html) ?? []
  // What was seen for other days isn't enough.
  expect((await add({ ...days, day: thanksgiving, seenMoves })).status).toBe(200)
  expect(closures()).toEqual([])
  const answer = await add({ ...days, seenMoves })
  expect(answer.headers.get("location")).toBe("/tasks")
  const page = await school.browser.html("/tasks")
  expect(await textOf(new Response(page))).toContain(
    "Nothing is sent until you send the emails, once for all of them.",
  )
  const started = rowsOf(tasks, { kind: "move-lessons" }, { only: ["id"] })
  expect(started).toHaveLength(2)
  for (const { id } of started) while (runNextItems(school.actor, id, moveLessonsWork));
  for (const id of lessons) {
    const lesson = rowOf(sessions, { id })
    expect(lesson?.state).toBe("planned")
    expect([thanksgiving, christmas]).not.toContain(lesson?.localDate)
  }
  expect(rowsOf(emails, { template: "session-changed" })).toEqual([])
  expect(await school.browser.read("/settings/school")).toContain("Send emails about 1 lesson")
  const undo = undoOf(page)
  await school.browser.submit(undo?.action ?? "", undo?.fields ?? {})
  const dayOf = (id: string) => rowOf(sessions, { id })?.localDate
  expect([closures(), lessons.map(dayOf)]).toEqual([[], [thanksgiving, christmas]])
})

test("sent twice at once, a holiday is closed once", async () => {
  const answers = await Promise.all([add({ day: "2026-12-25" }), add({ day: "2026-12-25" })])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(closures()).toEqual([{ name: "Christmas Day", day: "2026-12-25" }])
})

test("the undo of holidays with many lessons says that they are being restored, and shows the tasks that do it", async () => {
  const { classId } = openClass(school.actor, { pupils: ["Milo Haddad"] })
  const days = ["2026-11-26", "2026-12-25"]
  for (const day of days)
    for (let lesson = 0; lesson < 26; lesson += 1)
      addSessionRow(school.actor, classId, day, {
        startTime: `${String(8 + Math.floor(lesson / 4)).padStart(2, "0")}:${["00", "15", "30", "45"][lesson % 4]}`,
      })
  const holidays = days.map((date) => ({ name: date, date }))
  const done = addHolidays(school.actor, holidays, await readOnHolidays(school.actor, holidays))
  if (!done.ok) throw new Error(done.reason)
  const { closureIds, tasks: canceling } = done
  for (const id of canceling) while (runNextItems(school.actor, id, cancelLessonsWork));
  const undo = { intent: "undo-closures", days: closureIds.join(" ") }
  const answer = await school.browser.submit("/settings/school", undo)
  expect(answer.headers.get("location")).toBe("/tasks")
  const said = await school.browser.read("/tasks")
  expect(said).toContain("2 holidays removed. Their lessons are being restored.")
  expect(said).not.toContain("0 lessons")
})

test("a family whose lesson of today has begun isn’t counted among those whose lessons move", async () => {
  const { teacherId } = addMember(school.actor, "teacher", "Helena Novak")
  for (const [name, startTime] of [
    ["Haddad", "09:00"],
    ["Moreau", "18:00"],
  ] as const) {
    const { classId } = openClass(school.actor, { class: { teacherId }, pupils: [`Milo ${name}`] })
    addSessionRow(school.actor, classId, "2026-11-26", { teacherId, startTime })
  }
  fixClock(Date.parse("2026-11-26T17:00:00Z"))
  const browser = await Browser.of(school.actor.userId ?? "")
  const answer = await browser.submit(at, {
    country: "US",
    year: "2026",
    day: "2026-11-26",
    lessons: "move",
  })
  const said = await textOf(answer)
  expect(said).toContain("This moves 1 lesson of 1 family.")
  expect(said).toContain("Add 1 holiday and move 1 lesson")
})

test("nothing selected and a day that is no holiday are refused", async () => {
  await expect(add({})).toAnswer(400, "Select at least one holiday.")
  expect((await add({ day: "2026-11-27x" })).status).toBe(400)
  expect((await add({ day: "2026-12-01" })).status).toBe(409)
  expect(closures()).toEqual([])
})
