import { makeUpCredits, outcomes } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { formatDate } from "~/utils/formats"
import { testNow } from "../../../../tests/support/clock"
import { addScheduleRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { endClass } from "../class/end-class.server"
import { findClosure } from "../closed-days/closed-days.server"
import { addClosure } from "../closure/add-closure.server"
import { previewClosure } from "../closure/preview-closure.server"
import { tellClosure } from "../closure/tell-closure.server"
import { undoClosure } from "../closure/undo-closure.server"
import { seatSession } from "../seat/seat.server"
import { cancelSession, restoreSession } from "../session/cancel-session.server"
import { makeSessions } from "../session/make-sessions.server"
import { givesCancelCredits } from "./cancel-credits.server"
import { redeemCredit } from "./redeem-credit.server"

// Guitar of Otis and Wren next Wednesday, and a school whose rules give a credit for a lesson it cancels.

let actor: Actor
let classId: string
let otis: string
let lesson: string

beforeEach(() => {
  actor = openSchool().actor
  const opened = openClass(actor, {
    pupils: ["Otis Rossi", "Wren Adeyemi"],
  })
  classId = opened.classId
  otis = opened.studentIds[0] ?? ""
  lesson = addSessionRow(actor, classId, "2026-11-25")
  give(true)
})

const give = (issuesCredit: boolean) =>
  changeRows(outcomes, { schoolId: actor.school.id, code: "cancelled" }, { issuesCredit })
const credits = () => rowsOf(makeUpCredits, { schoolId: actor.school.id })
const open = () => credits().filter(({ revokedAt, usedAt }) => revokedAt === null && usedAt === null).length
const cancel = () => cancelSession(actor, lesson, "Flood").ok
const texts = () =>
  onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id }).flatMap(({ data }) =>
      (JSON.parse(data) as MailData["session-changed"]).lessons.map(([, text]) => text),
    ),
  )
const use = () => {
  const sessionId = addSessionRow(actor, classId, "2026-11-27", { startTime: "09:00" })
  const row = newRow(actor)
  addRows(seats, { ...row, sessionId, studentId: otis, kind: "make_up" })
  return redeemCredit(actor, otis, row.id).ok
}

test("a lesson canceled by itself gives each student one, and restoring it takes them back", () => {
  expect(cancel()).toBe(true)
  expect(open()).toBe(2)
  expect(restoreSession(actor, lesson)).toEqual({ ok: true })
  expect(open()).toBe(0)
  expect(cancel()).toBe(true)
  expect(open()).toBe(2)
})

test("none is given where the rules don't say so", () => {
  expect(givesCancelCredits(actor)).toBe(true)
  give(false)
  expect(givesCancelCredits(actor)).toBe(false)
  expect(cancel()).toBe(true)
  expect(credits()).toEqual([])
  expect(restoreSession(actor, lesson)).toEqual({ ok: true })
})

test("it stays canceled once such a credit is used", () => {
  expect(cancel()).toBe(true)
  expect(use()).toBe(true)
  expect(restoreSession(actor, lesson)).toBeRefused("credit-used")
  expect(open()).toBe(1)
})

test("a credit that a notice has earned is no hindrance, and no second one is given", () => {
  expect(recordNotice(actor, lesson, otis, { at: testNow, text: null }).ok).toBe(true)
  expect(use()).toBe(true)
  expect(cancel()).toBe(true)
  expect(credits()).toHaveLength(2)
  expect(restoreSession(actor, lesson)).toEqual({ ok: true })
  expect(open()).toBe(0)
})

test("one revoked by hand isn't given again", () => {
  expect(cancel()).toBe(true)
  expect(restoreSession(actor, lesson).ok).toBe(true)
  changeRows(makeUpCredits, { schoolId: actor.school.id, studentId: otis }, { isDenied: true })
  expect(cancel()).toBe(true)
  expect(open()).toBe(1)
})

test("a closure gives them for each of its lessons, says so before, and its undo takes them back", async () => {
  addSessionRow(actor, classId, "2026-11-26")
  const days = { startsOn: "2026-11-25", endsOn: "2026-11-26" }
  expect(await previewClosure(actor, days)).toMatchObject({ lessons: 2, givesCredits: true })
  const added = addClosure(actor, { name: "Storm", ...days, cancelSessions: true })
  if (!added.ok) throw new Error(added.reason)
  expect(open()).toBe(4)
  expect(undoClosure(actor, added.closureId)).toMatchObject({ restored: 2, kept: [] })
  expect(open()).toBe(0)
})

test("a lesson that goes with its class gives none", () => {
  makeSessions(actor, addScheduleRow(actor, classId, { startsOn: "2026-12-02" }), "2026-12-16")
  seatSession(actor, lesson)
  expect(endClass(actor, classId, { lastDay: "2026-11-20", reason: "Moving away" }).ok).toBe(true)
  expect(credits()).toEqual([])
})

test("the email about a canceled lesson names the credit and its last day, to each family its own", () => {
  changeRows(students, { id: otis }, { email: "otis@rossi.example" })
  cancel()
  const until = credits().find(({ studentId }) => studentId === otis)?.expiresOn ?? ""
  const named = `. Make-up credit to use by ${formatDate(until, "full", actor.school)}`
  expect(texts()).toEqual([expect.stringContaining(named)])
})

test("the email about a closure names it too; without a credit none is named", () => {
  changeRows(students, { id: otis }, { email: "otis@rossi.example" })
  const flood = { name: "Flood", startsOn: "2026-11-25", endsOn: "2026-11-25", cancelSessions: true }
  const added = addClosure(actor, flood)
  const closure = added.ok ? findClosure(actor, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  tellClosure(actor, closure)
  expect(texts()).toEqual([expect.stringContaining(". Make-up credit to use by ")])
  removeRows(emails)
  give(false)
  const other = addSessionRow(actor, classId, "2026-12-02")
  cancelSession(actor, other, "Flood")
  expect(texts()).toEqual([expect.not.stringContaining("credit")])
})

test("a closure's undo brings back a lesson whose notice had earned a credit that was used before", () => {
  expect(recordNotice(actor, lesson, otis, { at: testNow, text: null }).ok).toBe(true)
  expect(use()).toBe(true)
  const added = addClosure(actor, {
    ...{ name: "Storm", startsOn: "2026-11-25", endsOn: "2026-11-25", cancelSessions: true },
  })
  if (!added.ok) throw new Error(added.reason)
  expect(undoClosure(actor, added.closureId)).toMatchObject({ restored: 1, kept: [] })
  expect(credits().filter(({ usedAt }) => usedAt !== null)).toHaveLength(1)
})
