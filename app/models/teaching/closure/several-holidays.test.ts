import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { tasks } from "db/schema/foundation-tasks"
import { teachers } from "db/schema/people"
import { closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { runNextItems, startTask } from "~/models/foundation/task/run-task.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { recordStatements } from "../../../../tests/support/query-plan"
import { changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { findClosure } from "../closed-days/closed-days.server"
import { tellWith } from "../session/compose-updates.server"
import { cancelLessonsWork } from "./add-closure.server"
import { addHolidaysAndMove, moveLessonsWork } from "./move-all-lessons.server"
import { addHolidays, readOnHolidays } from "./offer-holidays.server"
import { countUntold, tellClosure, tellClosureWork } from "./tell-closure.server"
import { restoreLessonsWork, undoClosure, undoClosures } from "./undo-closure.server"

// Otis and Milo have guitar with Marcus, also on Thanksgiving, a Thursday, and on the day after.

const holidays = [
  { name: "Thanksgiving", date: "2026-11-26" },
  { name: "Day after Thanksgiving", date: "2026-11-27" },
]

let family: ReturnType<typeof openPayingFamily>
let classId: string
let marcus: string

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  marcus = addTeacherRow(school, "Marcus Whitfield")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  classId = addClassRow(school, { name: "Guitar duo", kind: "group", capacity: 2, teacherId: marcus })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  for (const { date } of holidays)
    addSessionRow(school, classId, date, { teacherId: marcus, startTime: "16:00" })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const mails = () =>
  rowsOf(emails, { schoolId: family.school.school.id, template: "session-changed" }).map(
    ({ recipient, data, state, dueAt }) => ({
      to: recipient.split("@")[0]?.replace(/\d.*/, ""),
      ...{ state, dueAt },
      ...(JSON.parse(data) as MailData["session-changed"]),
    }),
  )
const toFamily = () => mails().filter(({ to }) => to === "adult")
const haveLeft = () =>
  changeRows(emails, { schoolId: family.school.school.id }, { state: "sent", attempts: 1 })
/** The office sends what waits for the first of them, and for those added with it. */
const tell = ([id = ""]: readonly string[]) => {
  const closure = findClosure(family.school, id)
  if (!closure) throw new Error("Not closed")
  return tellClosure(family.school, closure).taskId
}
/** The same as a task, which has its lessons and hasn't ended. */
function beginTelling(closureIds: readonly string[]) {
  const items = rowsOf(closedLessons, inArray(closedLessons.closureId, [...closureIds])).map(
    ({ closureId, sessionId }) => ({ subjectId: sessionId, name: "Guitar duo", detail: { closureId } }),
  )
  const taskId = startTask(family.school, {
    kind: "tell-closure",
    about: { closureId: closureIds[0], closureIds },
    items,
  })
  expect(runNextItems(family.school, taskId, tellClosureWork)).toBe(true)
  return taskId
}
/** Closes the school on the holidays and cancels their lessons. */
const addAndCancel = async () =>
  done(addHolidays(family.school, holidays, await readOnHolidays(family.school, holidays)))
function done<Added extends { ok: boolean }>(added: Added) {
  if (!added.ok) throw new Error("Refused")
  return added as Extract<Added, { ok: true }>
}
const planned = () => rowsOf(sessions, { schoolId: family.school.school.id, state: "planned" }).length

test("each person gets one email about all days, with the reason of each, once the office sends them", async () => {
  const added = await addAndCancel()
  expect(added).toMatchObject({ cancelled: 2, tasks: [] })
  expect(mails()).toEqual([])
  tell(added.closureIds)
  expect(mails().map(({ to, lessons }) => [to, lessons.length])).toEqual([
    ["adult", 2],
    ["marcus", 2],
  ])
  const [mail] = toFamily()
  expect(mail).toMatchObject({ state: "queued", dueAt: testNow, reason: null })
  expect(mail?.lessons.map(([when, text]) => [when, text.split("Reason: ")[1]])).toEqual([
    ["Thu, Nov 26, 4:00 PM", "Thanksgiving"],
    ["Fri, Nov 27, 4:00 PM", "Day after Thanksgiving"],
  ])
})

test("undone together it is as if nothing was; one day alone isn’t in the email", async () => {
  const together = await addAndCancel()
  expect(undoClosures(family.school, together.closureIds).map(({ restored }) => restored)).toEqual([1, 1])
  expect([planned(), mails()]).toEqual([2, []])
  const [first = "", second = ""] = (await addAndCancel()).closureIds
  expect(undoClosure(family.school, first)).toMatchObject({ restored: 1 })
  tell([second])
  expect(toFamily().map(({ lessons }) => lessons.map(([when]) => when))).toEqual([["Fri, Nov 27, 4:00 PM"]])
})

test("undone in the middle of the task that tells of them, it is as if nothing was", async () => {
  const { closureIds } = await addAndCancel()
  const telling = beginTelling(closureIds)
  undoClosures(family.school, closureIds)
  while (runNextItems(family.school, telling, tellClosureWork));
  expect([planned(), mails()]).toEqual([2, []])
})

test("the emails of a task are written a few people at a time, each once", async () => {
  const { closureIds } = await addAndCancel()
  beginTelling(closureIds)
  const writeOne = () => transact(() => tellWith(family.school, closureIds, 1))
  expect(writeOne()).toBe(true)
  expect(mails()).toHaveLength(1)
  while (writeOne());
  expect(
    mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(["adult", "marcus"])
})

test("undone while the emails are written, who has one reads of it, and the others nothing", async () => {
  const { closureIds } = await addAndCancel()
  const telling = beginTelling(closureIds)
  const first = tellOne(telling, closureIds)
  undoClosures(family.school, closureIds)
  while (runNextItems(family.school, telling, tellClosureWork));
  expect(mails().map(({ to, change, lessons }) => [to, change, lessons.length])).toEqual([
    [first, "cancelled", 2],
    [first, "restored", 2],
  ])
})

test("the same where the undo is a task, beside which the one that tells goes on", async () => {
  const telling = await closeMany()
  const closureIds = listClosureIds()
  const reader = tellOne(telling, closureIds)
  const undoing = undoClosures(family.school, closureIds)[0]?.taskId ?? ""
  expect(runNextItems(family.school, undoing, restoreLessonsWork)).toBe(true)
  while (runNextItems(family.school, telling, tellClosureWork));
  while (runNextItems(family.school, undoing, restoreLessonsWork));
  expect(planned()).toBe(28)
  expect(mails().map(({ to, change, lessons }) => [to, change, lessons.length])).toEqual([
    [reader, "cancelled", 28],
    [reader, "restored", 28],
  ])
})

test("who has the email reads of the undo of all days once", async () => {
  const { closureIds } = await addAndCancel()
  tell(closureIds)
  haveLeft()
  undoClosures(family.school, closureIds)
  expect(mails().map(({ to, change, lessons }) => [to, change, lessons.length])).toEqual([
    ["adult", "cancelled", 2],
    ["marcus", "cancelled", 2],
    ["adult", "restored", 2],
    ["marcus", "restored", 2],
  ])
})

/** The task goes on until one person is written to. Answers who. */
function tellOne(taskId: string, closureIds: readonly string[]) {
  const close = (actor: Actor) => tellWith(actor, closureIds, 1)
  while (mails().length === 0) runNextItems(family.school, taskId, { ...tellClosureWork, close })
  return mails()[0]?.to
}
const listClosureIds = () => rowsOf(closures, { schoolId: family.school.school.id }).map(({ id }) => id)

/** Closes the school on the holidays and cancels their 28 lessons, of which a task is to tell. */
async function closeMany() {
  for (const [index, { date }] of holidays.entries())
    for (let hour = 0; hour < 13; hour += 1)
      addSessionRow(family.school, classId, date, {
        teacherId: marcus,
        startTime: `${String(8 + Math.floor(hour / 2)).padStart(2, "0")}:${hour % 2 ? "30" : "00"}`,
        minutes: 20 + index,
      })
  const { tasks: started } = await addAndCancel()
  expect(started).toHaveLength(1)
  expect(toFamily()).toEqual([])
  while (runNextItems(family.school, started[0] ?? "", cancelLessonsWork));
  expect([planned(), toFamily()]).toEqual([0, []])
  return tell(listClosureIds()) ?? ""
}

test("many lessons are one task, and still one email each", async () => {
  const telling = await closeMany()
  while (runNextItems(family.school, telling, tellClosureWork));
  expect(toFamily().map(({ lessons, state }) => [lessons.length, state])).toEqual([[28, "queued"]])
})

test("lessons that move for several days are told of in one email, sent from the page of any day", () => {
  const { closureIds } = done(addHolidaysAndMove(family.school, holidays))
  const ofMoving = and(eq(tasks.schoolId, family.school.school.id), eq(tasks.kind, "move-lessons"))
  for (const { id } of rowsOf(tasks, ofMoving)) while (runNextItems(family.school, id, moveLessonsWork));
  expect(mails()).toEqual([])
  const closure = findClosure(family.school, closureIds[1] ?? "")
  if (!closure) throw new Error("Not closed")
  expect(countUntold(family.school, closure)).toEqual({ lessons: 2, moved: 2, closures: 2 })
  expect(tellClosure(family.school, closure)).toMatchObject({ lessons: 2 })
  expect(countUntold(family.school, closure)).toEqual({ lessons: 0, moved: 0, closures: 0 })
  expect(toFamily().map(({ change, lessons }) => [change, lessons.length])).toEqual([["moved", 2]])
})

test("undone together while the clock goes on, no email about the days is left to leave", async () => {
  let at = testNow
  fixClock(undefined)
  vi.spyOn(Date, "now").mockImplementation(() => {
    at += 5
    return at
  })
  const { closureIds } = await addAndCancel()
  expect(undoClosures(family.school, closureIds).map(({ restored }) => restored)).toEqual([1, 1])
  expect([planned(), mails()]).toEqual([2, []])
})

test("one of two moved days undone while they are told of, the email is about the other alone", () => {
  const { closureIds } = done(addHolidaysAndMove(family.school, holidays))
  const ofMoving = and(eq(tasks.schoolId, family.school.school.id), eq(tasks.kind, "move-lessons"))
  for (const { id } of rowsOf(tasks, ofMoving)) while (runNextItems(family.school, id, moveLessonsWork));
  const telling = beginTelling(closureIds)
  const [first = "", second = ""] = closureIds
  const left = rowOf(closedLessons, { closureId: second })
  expect(undoClosure(family.school, first)).toMatchObject({ restored: 1 })
  while (runNextItems(family.school, telling, tellClosureWork));
  expect(toFamily().map(({ lessons, lessonId }) => [lessons.length, lessonId])).toEqual([
    [1, left?.sessionId],
  ])
})

test("who was told of a day isn’t looked for among emails when its lessons come back", async () => {
  for (let hour = 10; hour < 15; hour += 1)
    addSessionRow(family.school, classId, "2026-11-26", { teacherId: marcus, startTime: `${hour}:00` })
  const { closureIds } = await addAndCancel()
  tell(closureIds)
  haveLeft()
  const asked = await recordStatements(async () => {
    expect(undoClosure(family.school, closureIds[0] ?? "")).toMatchObject({ restored: 6 })
  })
  expect(asked.filter(({ sql }) => sql.includes('from "emails"'))).toEqual([])
  expect(toFamily().map(({ change, lessons }) => [change, lessons.length])).toEqual([
    ["cancelled", 7],
    ["restored", 6],
  ])
})

test("days with few lessons each that have many together are put back as one task, with one email each", async () => {
  for (const { date } of holidays)
    for (let hour = 0; hour < 13; hour += 1)
      addSessionRow(family.school, classId, date, {
        teacherId: marcus,
        startTime: `${String(8 + Math.floor(hour / 2)).padStart(2, "0")}:${hour % 2 ? "30" : "00"}`,
        minutes: 30,
      })
  const { closureIds, tasks: canceling } = await addAndCancel()
  while (runNextItems(family.school, canceling[0] ?? "", cancelLessonsWork));
  const telling = tell(closureIds)
  while (runNextItems(family.school, telling ?? "", tellClosureWork));
  haveLeft()
  const undone = undoClosures(family.school, closureIds)
  expect(undone.map(({ restored, kept }) => [restored, kept])).toEqual([
    [0, []],
    [0, []],
  ])
  const [taskId = "", ...others] = new Set(undone.map((each) => each.taskId ?? ""))
  expect([planned(), others]).toEqual([0, []])
  while (runNextItems(family.school, taskId, restoreLessonsWork));
  expect(planned()).toBe(28)
  expect(toFamily().map(({ change, lessons }) => [change, lessons.length])).toEqual([
    ["cancelled", 28],
    ["restored", 28],
  ])
})
