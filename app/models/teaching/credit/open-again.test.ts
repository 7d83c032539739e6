import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { seats } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addClassRow, addEnrollmentRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { findClosure } from "../closed-days/closed-days.server"
import { addClosure } from "../closure/add-closure.server"
import { settleClosure } from "../closure/settle-closure.server"
import { tellClosure } from "../closure/tell-closure.server"
import { cancelSession } from "../session/cancel-session.server"
import { grantCredit } from "./change-credit.server"
import { redeemCredit } from "./redeem-credit.server"

// Otis makes a lesson up in the guitar club next Wednesday, in which Wren is. The school cancels it.

const wednesday = "2026-11-25"

let actor: Actor
let otis: string
let lesson: string

beforeEach(() => {
  const family = openPayingFamily()
  actor = family.school
  otis = family.studentIds[0] ?? ""
  const own = addClassRow(actor, { name: "Guitar, Otis" })
  addEnrollmentRow(actor, own, otis)
  const club = openClass(actor, {
    class: { name: "Guitar club", capacity: 4 },
    pupils: ["Wren Adeyemi"],
  })
  lesson = addSessionRow(actor, club.classId, wednesday)
  const last = { minutes: 30, lastDay: "2027-06-30", reason: "Sorry" }
  expect(grantCredit(actor, otis, { classId: own, ...last }).ok).toBe(true)
  const spot = { ...newRow(actor), sessionId: lesson, studentId: otis, kind: "make_up" as const }
  addRows(seats, spot)
  expect(redeemCredit(actor, otis, spot.id).ok).toBe(true)
})

const texts = () =>
  onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "session-changed" }).flatMap(({ data }) =>
      (JSON.parse(data) as MailData["session-changed"]).lessons.map(([, text]) => text),
    ),
  )
const toOtis = () => texts().filter((text) => text.startsWith("Otis Haddad"))
const again = "The make-up credit is available again, to use by June 30, 2027"

test("the email about a canceled make-up lesson says that its credit is available again, and how long", () => {
  expect(cancelSession(actor, lesson, "Flood").ok).toBe(true)
  expect(toOtis()).toEqual([expect.stringContaining(again)])
})

test("so does the one about a closure", () => {
  const added = addClosure(actor, {
    name: "Storm",
    startsOn: wednesday,
    endsOn: wednesday,
    cancelSessions: true,
  })
  const closure = added.ok ? findClosure(actor, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  tellClosure(actor, closure)
  expect(toOtis()).toEqual([expect.stringContaining(again)])
})

test("the family of a make-up student hears of a lesson that was settled one by one", () => {
  const added = addClosure(actor, { name: "Storm", startsOn: wednesday, endsOn: wednesday })
  const closure = added.ok ? findClosure(actor, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  expect(settleClosure(actor, closure, { [lesson]: { choice: "cancel" } }).ok).toBe(true)
  expect(tellClosure(actor, closure).lessons).toBe(1)
  expect(toOtis()).toEqual([expect.stringContaining(again)])
})

test("a credit that is spent elsewhere or revoked by then isn't promised", () => {
  const added = addClosure(actor, { name: "Storm", startsOn: wednesday, endsOn: wednesday })
  const closure = added.ok ? findClosure(actor, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  expect(settleClosure(actor, closure, { [lesson]: { choice: "cancel" } }).ok).toBe(true)
  changeRows(makeUpCredits, { studentId: otis }, { revokedAt: testNow, revokedReason: "By mistake" })
  tellClosure(actor, closure)
  expect(toOtis()).toEqual([expect.not.stringContaining("available again")])
})
