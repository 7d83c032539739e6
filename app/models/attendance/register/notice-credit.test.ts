import { schools } from "db/schema/accounts-schools"
import { makeUpCredits } from "db/schema/attendance"
import { events } from "db/schema/foundation-audit"
import { seats } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { newRow } from "~/models/foundation/access/own.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { testNow } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { listAbsences } from "../absence-record/list-absences.server"
import { listOpenCredits } from "../make-up/open-credits.server"
import { recordNotice, withdrawNotice } from "../notice/notice.server"
import { takeRegister } from "./take-register.server"

// Otis's guitar lesson of today at 2:30 PM (it began 40 minutes ago) and the one of next week.

let actor: Actor
let classId: string
let otis: string
let enrollmentId: string
let todays: string
let nextWeeks: string

beforeEach(() => {
  actor = openSchool().actor
  const opened = openClass(actor, { pupils: ["Otis Rossi"] })
  classId = opened.classId
  otis = opened.studentIds[0] ?? ""
  enrollmentId = opened.enrollmentIds[0] ?? ""
  todays = addSessionRow(actor, classId, "2026-11-18")
  nextWeeks = addSessionRow(actor, classId, "2026-11-25")
})

const day = 24 * 3_600_000
const credits = () => rowsOf(makeUpCredits, { schoolId: actor.school.id })
const open = () => listOpenCredits(actor, otis).length
const say = (sessionId: string, at = testNow) => recordNotice(actor, sessionId, otis, { at, text: null }).ok
const withdraw = (sessionId: string) => {
  const session = findSeatedSession(actor, sessionId)
  return session && withdrawNotice(actor, session, otis)
}
const mark = (code: "present" | "excused" | "absent") =>
  takeRegister(actor, todays, { marks: [{ studentId: otis, code }] })
const use = () => {
  const sessionId = addSessionRow(actor, classId, "2026-11-20", { startTime: "09:00" })
  const row = newRow(actor)
  addRows(seats, { ...row, sessionId, studentId: otis, kind: "make_up" })
  return redeemCredit(actor, otis, row.id).ok
}

describe("a make-up credit from an absence notice", () => {
  test("exists at once when the rule grants it, and not for a late notice", () => {
    expect(say(nextWeeks)).toBe(true)
    expect(credits()).toMatchObject([{ originMarkId: null, expiresOn: "2027-02-23", prepaidPercent: 0 }])
    expect(open()).toBe(1)
    expect(say(todays, testNow - 3_600_000)).toBe(true)
    expect(open()).toBe(1)
  })

  test("is confirmed by the register, which issues no second one", () => {
    say(todays, testNow - 2 * day)
    const taken = mark("excused")
    expect(taken.ok && [taken.effect.credits, taken.effect.seats[0]?.creditUntil]).toEqual([1, "2027-02-16"])
    expect(credits()).toHaveLength(1)
    expect(credits()[0]?.originMarkId).not.toBeNull()
    expect(open()).toBe(1)
  })

  test("is revoked when the student comes after all, and issued again by a correction", () => {
    say(todays, testNow - 2 * day)
    const taken = mark("present")
    expect(taken.ok && taken.effect.seats[0]?.text).toBe("charged as usual, make-up credit revoked")
    expect(open()).toBe(0)
    mark("excused")
    expect(open()).toBe(1)
    mark("present")
    expect([open(), listAbsences(actor, otis)]).toEqual([0, []])
    expect(credits().every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })

  test("goes with the withdrawn absence and comes again with the next one", () => {
    say(nextWeeks)
    expect(withdraw(nextWeeks)).toEqual({ ok: true })
    expect([open(), credits()[0]?.revokedReason]).toEqual([0, "The absence was withdrawn"])
    expect(listAbsences(actor, otis)).toEqual([])
    say(nextWeeks)
    expect(listAbsences(actor, otis)).toMatchObject([{ sessionId: nextWeeks, answer: { hasCredit: true } }])
    expect([open(), credits().length]).toEqual([1, 2])
  })

  test("once used, keeps the absence from being withdrawn, and stays through the register", () => {
    say(nextWeeks)
    expect(use()).toBe(true)
    expect(withdraw(nextWeeks)).toBeRefused("credit-used")
    expect(credits()).toMatchObject([{ revokedAt: null }])
  })

  test("a used one stays when the student was there after all, and a mark issues no second one", () => {
    say(todays, testNow - 2 * day)
    use()
    mark("excused")
    expect(credits()).toMatchObject([{ originMarkId: null, revokedAt: null }])
    const corrected = mark("present")
    expect(corrected.ok && corrected.effect.seats[0]?.change).toBe(
      "Excused becomes present. $18.00 charged. The make-up credit stays: it’s used for Nov 20.",
    )
  })

  test("goes when the school cancels the lesson, and is back with it", () => {
    say(nextWeeks)
    expect(cancelSession(actor, nextWeeks, "Ill").ok).toBe(true)
    expect(open()).toBe(0)
    expect(restoreSession(actor, nextWeeks).ok).toBe(true)
    expect(open()).toBe(1)
  })

  test("of a make-up lesson is replaced in the log, too, when it was withdrawn and the school cancels the lesson", () => {
    say(nextWeeks)
    const makeUp = addSessionRow(actor, classId, "2026-11-23", { startTime: "09:00" })
    const row = newRow(actor)
    addRows(seats, { ...row, sessionId: makeUp, studentId: otis, kind: "make_up" })
    expect(redeemCredit(actor, otis, row.id).ok).toBe(true)
    say(makeUp)
    expect(withdraw(makeUp)).toEqual({ ok: true })
    expect(open()).toBe(0)
    expect(cancelSession(actor, makeUp, "Ill").ok).toBe(true)
    expect(open()).toBe(1)
    const issued = rowsOf(
      events,
      { schoolId: actor.school.id, noun: "make-up-credit", verb: "issue" },
      { only: ["nounId"] },
    )
    expect(issued.map(({ nounId }) => nounId).sort()).toEqual(
      credits()
        .map(({ id }) => id)
        .sort(),
    )
  })

  test("goes when the student leaves the class before the lesson", () => {
    say(nextWeeks)
    expect(dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" }).ok).toBe(
      true,
    )
    expect(open()).toBe(0)
  })

  test("a replaced notice decides again, and the cap of the term holds", () => {
    say(todays, testNow - 2 * day)
    expect(open()).toBe(1)
    say(todays, testNow - 3_600_000)
    expect([open(), credits()[0]?.revokedReason]).toEqual([0, "The notice was too late"])
    changeRows(schools, { id: actor.school.id }, { creditCap: 1 })
    const school = rowOf(schools, { id: actor.school.id })
    if (!school) throw new Error("No school")
    actor = memberActor(school, {
      memberId: actor.memberId ?? "",
      userId: actor.userId ?? "",
      name: actor.name,
      role: "admin",
    })
    say(todays, testNow - 2 * day)
    say(nextWeeks)
    expect(open()).toBe(1)
  })
})
