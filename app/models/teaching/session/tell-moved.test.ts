import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addClassRow, addEnrollmentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { addSessionRow } from "../../../../tests/support/registers"
import { moveSession } from "./move-session.server"

// Otis has guitar with Marcus on Wednesdays at 4, alone. Today is Wednesday, November 18, 3:10 PM.

let family: ReturnType<typeof openPayingFamily>
let marcus: string
let lesson: string

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  const email = (name: string) => `${name}@harmony.example`
  marcus = addTeacherRow(school, "Marcus Whitfield")
  db()
    .update(teachers)
    .set({ email: email("marcus") })
    .where(eq(teachers.id, marcus))
    .run()
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId: marcus })
  for (const id of studentIds.slice(0, 1)) addEnrollmentRow(school, classId, id)
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
})

const slot = { date: "2026-11-25", startTime: "16:00", minutes: 60, roomId: null }
const move = (to: Partial<typeof slot>, back = false) => {
  const kept = { keptReason: null, keptDespite: null }
  const moved = moveSession(
    family.school,
    lesson,
    { ...slot, teacherId: marcus, ...to },
    back ? { back: kept } : {},
  )
  expect(moved.ok).toBe(true)
}
const mails = () =>
  db()
    .select()
    .from(emails)
    .where(and(eq(emails.schoolId, family.school.school.id), eq(emails.template, "session-changed")))
    .orderBy(asc(emails.createdAt))
    .all()
const told = () =>
  mails().map(({ recipient, data }) => [
    recipient.startsWith("marcus") ? "marcus" : "family",
    ...(JSON.parse(data) as MailData["session-changed"]).lessons.flat(),
  ])
const leave = (to?: string) =>
  db()
    .update(emails)
    .set({ state: "sent", attempts: 1 })
    .where(
      and(
        eq(emails.schoolId, family.school.school.id),
        to === undefined ? undefined : eq(emails.recipient, to),
      ),
    )
    .run()

const was = "Wed, Nov 25, 4:00 PM"
const friday = "Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Marcus Whitfield"

test("a moved lesson is told two minutes later, and its student is named once", () => {
  move({ date: "2026-11-27", startTime: "17:00" })
  expect(mails().map(({ state, dueAt }) => [state, dueAt - testNow])).toEqual([
    ["queued", 120_000],
    ["queued", 120_000],
  ])
  expect(told()).toEqual([
    ["family", was, friday],
    ["marcus", was, friday],
  ])
})

test("moved back before its emails leave, it is told to no one", () => {
  move({ date: "2026-11-27", startTime: "17:00" })
  move({}, true)
  expect(told()).toEqual([])
  // Saved where it is, it has nothing to tell either.
  move({})
  expect(told()).toEqual([])
})

test("moved on before its emails leave, it is one email from the first time to the last", () => {
  move({ startTime: "15:00" })
  move({ date: "2026-11-27", startTime: "17:00" })
  expect(told()).toEqual([
    ["family", was, friday],
    ["marcus", was, friday],
  ])
  // The last step alone is undone: they are told of the first.
  move({ startTime: "15:00" }, true)
  expect(told().map(([, ...text]) => text.join())).toEqual(
    Array(2).fill(`${was},Otis Haddad, guitar, now Wed, Nov 25, 3:00 PM with Marcus Whitfield`),
  )
})

test("who has read of a move is told that it is back, and the others nothing", () => {
  move({ date: "2026-11-27", startTime: "17:00" })
  leave("marcus@harmony.example")
  move({}, true)
  expect(told()).toEqual([
    ["marcus", was, friday],
    ["marcus", "Fri, Nov 27, 5:00 PM", `Otis Haddad, guitar, now ${was} with Marcus Whitfield`],
  ])
})

test("a lesson that lasts longer says how long", () => {
  move({ minutes: 75 })
  expect(told()[0]).toEqual([
    "family",
    was,
    `Otis Haddad, guitar, now ${was} for 75 minutes with Marcus Whitfield`,
  ])
})
