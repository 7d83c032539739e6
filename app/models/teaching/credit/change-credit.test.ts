import { schools } from "db/schema/accounts-schools"
import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { inHistories } from "../../../../tests/support/histories/count"
import { openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import {
  extendCredit,
  grantCredit,
  listCreditChanges,
  revokeByHand,
  undoCreditChange,
} from "./change-credit.server"
import { type CreditState, withoutReplaced } from "./credit"
import { countCredits, listCredits, warnOfExpiry } from "./credit.server"

// Today is Wednesday, 2026-11-18, in New York.

let actor: Actor
let classId: string
let otis: string

beforeEach(() => {
  actor = openSchool().actor
  const opened = openClass(actor, { pupils: ["Otis Rossi"] })
  classId = opened.classId
  otis = opened.studentIds[0] ?? ""
})

const grant = (lastDay = "2026-12-31", formKey?: string) =>
  grantCredit(actor, otis, { classId, minutes: 45, lastDay, reason: "Snow day", formKey })
const granted = (lastDay?: string) => orFail(grant(lastDay))
const states = () => listCredits(actor, { studentId: otis }).map(({ state }) => state)

describe("a credit changed by hand", () => {
  test("is granted once for each form, for a class of the student, to a day within reach", () => {
    expect(grant("2026-12-31", "form-1")).toEqual(grant("2026-12-31", "form-1"))
    expect(states()).toEqual(["open"])
    expect(grant("2026-11-17")).toBeRefused("not-ahead")
    expect(grant("2030-01-01")).toBeRefused("not-ahead")
    const other = openClass(openSchool().actor, { pupils: [] })
    const elsewhere = grantCredit(actor, otis, {
      classId: other.classId,
      minutes: 30,
      lastDay: "2026-12-31",
      reason: "Snow day",
    })
    expect(elsewhere).toBeRefused("class-unknown")
  })

  test("is extended to a later day, also after it expired, and revoked with the reason kept", () => {
    const { creditId } = granted()
    const extend = (lastDay: string) => extendCredit(actor, otis, { creditId, lastDay, reason: "Ill" })
    expect(extend("2026-12-31")).toBeRefused("not-later")
    fixClock(instantOf("2027-01-10", "12:00", actor.school.timeZone))
    expect(states()).toEqual(["expired"])
    expect(extend("2027-02-01").ok).toBe(true)
    expect(states()).toEqual(["open"])
    expect(revokeByHand(actor, otis, { creditId, reason: "Moved away" }).ok).toBe(true)
    expect(listCredits(actor, { studentId: otis })[0]?.revokedReason).toBe("Moved away")
    expect(extend("2027-03-01")).toBeRefused("revoked")
  })

  test("is as it was once its latest change is undone, unless it changed otherwise since", () => {
    const { creditId, changeId } = granted()
    const credit = () => rowOf(makeUpCredits, { id: creditId })
    const set = (to: Partial<typeof makeUpCredits.$inferInsert>) =>
      changeRows(makeUpCredits, { id: creditId }, to)
    const undo = (id: string) => undoCreditChange(actor, otis, id)
    const idOf = (changed: ReturnType<typeof grantCredit>) => (changed.ok ? changed.changeId : changed.reason)
    const before = credit()
    const extended = idOf(extendCredit(actor, otis, { creditId, lastDay: "2027-01-31", reason: "Ill" }))
    expect(undo(changeId)).toBeRefused("not-latest")
    set({ expiresOn: "2027-02-01" })
    expect(undo(extended)).toBeRefused("not-latest")
    set({ expiresOn: "2027-01-31", warnedAt: 1 })
    expect(undo(extended).ok).toBe(true)
    expect(credit()).toEqual(before)
    const revoked = idOf(revokeByHand(actor, otis, { creditId, reason: "Mistake" }))
    const gone = credit()
    set({ revokedAt: null })
    expect(undo(revoked)).toBeRefused("not-latest")
    set({ revokedAt: gone?.revokedAt })
    expect(undo(revoked).ok).toBe(true)
    expect(credit()).toEqual(before)
  })

  test("is another school's business only there", () => {
    const { creditId, changeId } = granted()
    const stranger = openSchool({ name: "Crescendo" }).actor
    expect(revokeByHand(stranger, otis, { creditId, reason: "Mine" })).toMatchObject({ ok: false })
    expect(undoCreditChange(stranger, otis, changeId)).toMatchObject({ ok: false })
    expect(states()).toEqual(["open"])
  })
})

type Step = "grant" | "extend" | "revoke" | "undo"

test("undoing every change from the latest on leaves no open credit, and issued is always the sum of the states", () => {
  const steps = fc.array(fc.constantFrom<Step>("grant", "extend", "revoke", "undo"), { maxLength: 12 })
  inHistories(15, steps, (acts) => {
    const duo = openClass(actor, { class: { name: "Duo" }, pupils: ["Otis Rossi"] })
    otis = duo.studentIds[0] ?? ""
    let last = "2026-12-31"
    for (const act of acts) {
      const credit = listCredits(actor, { studentId: otis }).find(({ state }) => state === "open")
      const latest = listCreditChanges(actor, otis).find(({ isUndone }) => !isUndone)
      last = addDays(last, 1)
      if (act === "grant")
        grantCredit(actor, otis, { classId: duo.classId, minutes: 30, lastDay: last, reason: "Snow day" })
      else if (act === "undo" && latest) undoCreditChange(actor, otis, latest.id)
      else if (credit && act === "extend")
        extendCredit(actor, otis, { creditId: credit.creditId, lastDay: last, reason: "Ill" })
      else if (credit && act === "revoke")
        revokeByHand(actor, otis, { creditId: credit.creditId, reason: "Mistake" })
      const { open, used, expired, revoked, issued } = countCredits(actor, { studentId: otis })
      expect(open + used + expired + revoked).toBe(issued)
    }
    for (let tries = 0; tries < 30; tries += 1) {
      const latest = listCreditChanges(actor, otis).find(({ isUndone }) => !isUndone)
      if (latest) expect(undoCreditChange(actor, otis, latest.id).ok).toBe(true)
    }
    expect(countCredits(actor, { studentId: otis }).open).toBe(0)
  })
})

describe("the warning before a credit expires", () => {
  test("comes once, in the morning, by the school's days, and again when the credit is extended", () => {
    const { creditId } = granted("2026-12-01")
    granted("2027-03-01")
    const student = rowOf(students, { id: otis })
    const email = "jonas@family.example"
    addRows(guardians, { ...newRow(actor), familyId: student?.familyId ?? "", name: "Jonas Rossi", email })
    const mails = () => rowsOf(emails, { template: "credits-expiring" })
    const at = (day: string, time: string) => fixClock(instantOf(day, time, actor.school.timeZone))
    const warn = () => warnOfExpiry(schoolActor(actor.school.id) ?? actor)
    at("2026-11-18", "08:30")
    expect(warn()).toBe(0)
    at("2026-11-18", "09:30")
    expect([warn(), warn()]).toEqual([1, 0])
    expect(mails()[0]?.data).toContain("Use by Dec 1, 2026")
    expect(mails()[0]?.data).not.toContain("2027")
    at("2026-11-19", "09:30")
    expect(warn()).toBe(0)
    extendCredit(actor, otis, { creditId, lastDay: "2026-12-02", reason: "Ill" })
    at("2026-11-20", "09:30")
    expect(warn()).toBe(1)
    changeRows(schools, { id: actor.school.id }, { creditWarnDays: 0 })
    changeRows(makeUpCredits, undefined, { warnedAt: null })
    at("2026-11-21", "09:30")
    expect(warn()).toBe(0)
  })
})

test("of one absence’s credits families read the one that counts, without those that changes revoked before it", () => {
  const credit = (creditId: string, state: CreditState, originSessionId: string | null) => ({
    ...{ creditId, state, originSessionId },
  })
  const read = withoutReplaced([
    credit("a", "revoked", "feb 6"),
    credit("b", "open", "feb 6"),
    credit("c", "revoked", "mar 6"),
    credit("d", "revoked", "mar 6"),
    credit("e", "revoked", null),
    credit("f", "revoked", null),
  ])
  expect(read.map(({ creditId }) => creditId)).toEqual(["b", "c", "e", "f"])
})
