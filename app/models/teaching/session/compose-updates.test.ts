import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, removeRows, rowsOf } from "../../../../tests/support/school"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { moveSession } from "./move-session.server"

// Otis has guitar with Marcus on Wednesdays at 4; the worker writes the letters. Today is Wednesday, November 18, 3:10 PM.

const minute = 60_000
let family: ReturnType<typeof openPayingFamily>
let marcus: string
let [first, second] = ["", ""]

beforeEach(() => {
  family = openPayingFamily()
  removeRows(jobs)
  const { school, studentIds } = family
  marcus = addTeacherRow(school, "Marcus Whitfield")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  const classId = addClassRow(school, { name: "Guitar", kind: "private", teacherId: marcus })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  const on = (date: string) => addSessionRow(school, classId, date, { teacherId: marcus, startTime: "16:00" })
  ;[first, second] = [on("2026-11-25"), on("2026-12-02")]
})

const move = (lesson: string, date: string) =>
  expect(
    moveSession(family.school, lesson, {
      date,
      startTime: "17:00",
      minutes: 60,
      teacherId: marcus,
      roomId: null,
    }).ok,
  ).toBe(true)
const work = async (ms: number) => {
  fixClock(testNow + ms)
  while (await runNextJob());
}
const letters = () =>
  rowsOf(
    emails,
    { schoolId: family.school.school.id, recipient: "marcus@harmony.example", template: "session-changed" },
    { by: ["createdAt", "id"] },
  ).map(({ data }) => JSON.parse(data) as MailData["session-changed"])
const rows = () => rowsOf(readerUpdates, { schoolId: family.school.school.id })

test("lessons that change within the same two minutes are one letter, and nothing is kept of them", async () => {
  move(first, "2026-11-27")
  move(second, "2026-12-04")
  await work(2 * minute - 1)
  expect(letters()).toEqual([])
  await work(2 * minute)
  expect(letters()).toMatchObject([{ change: "moved", lessons: [{}, {}] }])
  expect(rows()).toEqual([])
})

test("a further change puts the letter off, and tells all of it", async () => {
  move(first, "2026-11-27")
  fixClock(testNow + minute)
  move(first, "2026-11-28")
  await work(2 * minute)
  expect(letters()).toEqual([])
  await work(3 * minute)
  expect(letters().map(({ lessons }) => lessons)).toEqual([
    [["Wed, Nov 25, 4:00 PM", expect.stringContaining("now Sat, Nov 28, 5:00 PM")]],
  ])
})

test("a lesson that begins before its letter is due is told all the same", async () => {
  fixClock(testNow)
  move(first, "2026-11-18")
  await work(2 * minute)
  const soon = Date.parse("2026-11-18T22:00:00Z") - minute
  fixClock(soon)
  expect(cancelSession(family.school, first, "Marcus is ill").ok).toBe(true)
  fixClock(soon + 2 * minute)
  while (await runNextJob());
  expect(letters().map(({ change }) => change)).toEqual(["moved", "cancelled"])
})

test("a cancellation is remembered until it is told that the lesson is back on", async () => {
  expect(cancelSession(family.school, first, "Marcus is ill").ok).toBe(true)
  await work(2 * minute)
  expect(rows().map(({ dueAt, known }) => [dueAt, JSON.parse(known).state])).toEqual([
    [null, "cancelled"],
    [null, "cancelled"],
  ])
  expect(restoreSession(family.school, first).ok).toBe(true)
  await work(4 * minute)
  expect(letters().map(({ change, reason }) => [change, reason])).toEqual([
    ["cancelled", "Marcus is ill"],
    ["restored", null],
  ])
  expect(rows()).toEqual([])
})

test("written while the clock was ahead, a letter is due at once", async () => {
  fixClock(testNow + 60 * minute)
  move(first, "2026-11-27")
  fixClock(testNow)
  changeRows(jobs, undefined, { dueAt: testNow })
  await work(0)
  expect(letters()).toHaveLength(1)
})

test("a past lesson that moves to a far day waits for the morning like any other", async () => {
  const evening = Date.parse("2026-11-26T03:30:00Z")
  fixClock(evening)
  move(first, "2026-12-09")
  await work(evening + 2 * minute - testNow)
  expect(letters()).toEqual([])
  await work(evening + 10 * 60 * minute - testNow)
  expect(letters()).toMatchObject([{ change: "moved" }])
})
