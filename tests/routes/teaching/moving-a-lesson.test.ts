import { emails } from "db/schema/foundation-mail"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { undoOf } from "../../support/forms"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addSessionRow,
  addTeacherRow,
} from "../../support/lessons"
import { changeRows, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// Otis has guitar with Marcus on Wednesday, November 25, at 4 PM. The office moves it.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let marcus: string
let lesson: string

beforeEach(async () => {
  family = openPayingFamily()
  const { school, studentIds } = family
  office = await Browser.of(family.school.userId ?? "")
  marcus = addTeacherRow(school, "Marcus Whitfield")
  const classId = addClassRow(school, { name: "Guitar", teacherId: marcus })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
})

const move = (to: Record<string, string> = {}) =>
  office.submit(`/classes/sessions/${lesson}/edit`, {
    command: "move",
    date: "2026-11-25",
    startTime: "16:00",
    minutes: "60",
    teacherId: marcus,
    roomId: "",
    ...to,
  })
const schedule = async () => office.html("/schedule?date=2026-11-25")
const row = () => rowOf(sessions, { id: lesson })
const mails = () =>
  onceTold(family.school, () =>
    rowsOf(emails, { schoolId: family.school.school.id, template: "session-changed" }),
  )

test("a move at night says that its emails leave in the morning", async () => {
  fixClock(instantOf("2026-11-21", "22:00", family.school.school.timeZone))
  office = await Browser.of(family.school.userId ?? "")
  expect((await move({ date: "2026-11-27", startTime: "17:00" })).status).toBe(303)
  expect(await schedule()).toContain("Families and teachers get an email at 7:00 AM, unless you undo this.")
})

test("a move that is sent twice is made once, and its Undo leads back to the first time", async () => {
  const to = { date: "2026-11-27", startTime: "17:00" }
  expect((await move(to)).status).toBe(303)
  const [revision, told] = [row()?.revision, mails().length]
  expect((await move(to)).status).toBe(303)
  expect([row()?.revision, mails().length]).toEqual([revision, told])
  const html = await schedule()
  expect(html).toContain("Otis Haddad moved to Fri, Nov 27, 5:00 PM.")
  expect(html).toContain("Families and teachers get an email in 2 minutes, unless you undo this.")
  const undo = undoOf(html)
  await office.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(row()).toMatchObject({ localDate: "2026-11-25", startTime: "16:00", teacherId: marcus })
  expect(mails()).toEqual([])
  // Pressed twice, Undo says the same.
  await office.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(await schedule()).toContain("Otis Haddad is back on Wed, Nov 25, 4:00 to 5:00 PM.")
})

test("a lesson dropped on an older week takes back no one else’s change of its teacher or time", async () => {
  const drop = (to: Record<string, string>) =>
    office.submit(`/schedule/lessons/${lesson}`, {
      ...{ command: "move", intent: "save", minutes: "60", teacherId: marcus },
      ...{ seen: `2026-11-25 16:00 60 ${marcus}`, ...to },
    })
  const helena = addTeacherRow(family.school, "Helena Novak")
  expect((await move({ teacherId: helena })).status).toBe(303)
  const to = { date: "2026-11-27", startTime: "17:00" }
  await expect(drop(to)).toAnswer(409, "Someone changed this lesson while you had the schedule open.")
  expect(row()).toMatchObject({ localDate: "2026-11-25", startTime: "16:00", teacherId: helena })
  const onNow = { ...to, teacherId: helena, seen: `2026-11-25 16:00 60 ${helena}` }
  expect((await drop(onNow)).status).toBe(303)
  // Sent again, it is where it was to go.
  expect((await drop(onNow)).status).toBe(303)
  expect(row()).toMatchObject({ localDate: "2026-11-27", startTime: "17:00", teacherId: helena })
})

test("a page from before a lesson was canceled or restored says so when it is sent", async () => {
  const send = (form: Record<string, string>) => office.submit(`/classes/sessions/${lesson}/edit`, form)
  const isCanceled = "There is a problem This lesson is canceled. Restore it first."
  expect((await send({ command: "cancel", reason: "Marcus is ill" })).status).toBe(303)
  await expect(move({ startTime: "17:00" })).toAnswer(400, isCanceled)
  await expect(send({ command: "cancel", reason: "Snow" })).toAnswer(400, isCanceled)
  expect((await send({ command: "restore" })).status).toBe(303)
  await expect(send({ command: "restore" })).toAnswer(400, "There is a problem This lesson isn’t canceled.")
})

test("a lesson that is moved to where it is changes nothing", async () => {
  expect((await move()).status).toBe(303)
  const html = await schedule()
  expect(html).toContain("No changes to save: Otis Haddad, Wed, Nov 25, 4:00 PM.")
  expect(undoOf(html)).toBeUndefined()
  expect([row()?.revision, mails()]).toEqual([0, []])
  // After a while a move that is sent again is no second answer to the first.
  await move({ startTime: "17:00" })
  fixClock(testNow + 5 * 60_000)
  await move({ startTime: "17:00" })
  const later = await schedule()
  expect(later).toContain("No changes to save: Otis Haddad, Wed, Nov 25, 5:00 PM.")
  expect(undoOf(later)).toBeUndefined()
})

test("another teacher, another room or both aren’t called a move, and neither is their undo", async () => {
  const helena = addTeacherRow(family.school, "Helena Novak")
  const hall = addRoomRow(family.school, "Hall")
  await move({ teacherId: helena })
  const html = await schedule()
  expect(html).toContain("Otis Haddad is now with Helena Novak: Wed, Nov 25, 4:00 to 5:00 PM.")
  const undo = undoOf(html)
  await office.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(await schedule()).toContain(
    "Otis Haddad is as before: Wed, Nov 25, 4:00 to 5:00 PM with Marcus Whitfield.",
  )
  await move({ roomId: hall })
  expect(await schedule()).toContain("Otis Haddad is now in Hall: Wed, Nov 25, 4:00 to 5:00 PM.")
  await move({ teacherId: helena })
  expect(await schedule()).toContain("Otis Haddad is now with Helena Novak, without a room:")
  await move({ teacherId: "", roomId: hall, date: "2026-11-26" })
  expect(await office.read("/schedule?date=2026-11-25")).toContain(
    "Otis Haddad moved to Thu, Nov 26, 4:00 PM, without a teacher, in Hall.",
  )
})

test("why it takes place despite a closure or a clash is said on its card and its page", async () => {
  addClosureRow(family.school, "2026-11-26", "2026-11-26", "Staff training")
  const to = { date: "2026-11-26", intent: "override", overrideReason: "The family asked for <it>" }
  expect((await move(to)).status).toBe(303)
  const said = /Scheduled anyway: The family asked for <it> .*Nov 18.*3:10/
  expect(await office.read(`/schedule/lessons/${lesson}?date=2026-11-26`)).toMatch(said)
  expect(await office.read(`/classes/sessions/${lesson}`)).toMatch(said)
  // What came with its weekly time has no one's name.
  changeRows(sessions, { id: lesson }, { keptReason: "Concert week" })
  expect(await office.read(`/classes/sessions/${lesson}`)).toContain("Scheduled anyway: Concert week")
})
