import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { chargeDiscounts } from "db/schema/money-discounts"
import { packages, packageUses } from "db/schema/money-packages"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import { expect } from "vitest"
import { markCodes } from "~/models/accounts/outcome/outcome"
import { undoRegister } from "~/models/attendance/register/read-register.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addDiscountRule,
  endDiscountRule,
  listDiscountRules,
} from "~/models/money/discount/discount-rules.server"
import { findPackage } from "~/models/money/package/packages.server"
import { choosePackageBeyond } from "~/models/money/package/sell-package.server"
import { waiveSeat } from "~/models/money/waiver/waive-seat.server"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import { countBillingStates } from "../billing-states"
import { addClassRow, addEnrollmentRow, addPriceRow, addSessionRow } from "../lessons"
import { rowsOf } from "../school"
import { type Answer, changedText, pick, type Step } from "./step"

// Lessons that a family pays one by one or from packages, and what is taken off their price.

export const lessonVerbs = [
  "attend",
  "undo-attendance",
  "waive-lesson",
  "beyond",
  "discount",
  "end-discount",
] as const

const byPackage = ["2026-11-03", "2026-11-10", "2026-11-17"]
const byLesson = ["2026-11-04", "2026-11-11"]

const lessonMinor = 4001

type Family = { familyId: string; studentIds: string[] }

/** Two classes of the family's children with lessons that are over: one of packages, one paid by the lesson. */
export function openLessons(actor: Actor, { studentIds }: Family) {
  for (const { billing, days } of [
    { billing: "package", days: byPackage },
    { billing: "per_session", days: byLesson },
  ] as const) {
    const classId = addClassRow(actor, { name: "Violin", kind: "group", instrument: "Violin", capacity: 4 })
    addPriceRow(actor, classId, { billing, amountMinor: lessonMinor })
    for (const studentId of studentIds) addEnrollmentRow(actor, classId, studentId)
    for (const date of days) addSessionRow(actor, classId, date, { startTime: "10:00" })
  }
}

/** One act with the family's lessons; undefined for any other. */
export function teachInHistory(
  actor: Actor,
  { familyId, studentIds }: Family,
  { verb, which, amountMinor }: Step,
): Answer {
  const sessionId = () =>
    pick(
      db()
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(classes, and(eq(classes.schoolId, sessions.schoolId), eq(classes.id, sessions.classId)))
        .where(eq(sessions.schoolId, actor.school.id))
        .orderBy(asc(sessions.localDate))
        .all(),
      which,
    )?.id ?? ""
  switch (verb) {
    case "attend": {
      const codeOf = (index: number) => pick(markCodes, amountMinor + index * which) ?? "present"
      const marks = studentIds.map((studentId, index) => ({ studentId, code: codeOf(index) }))
      return takeRegister(actor, sessionId(), { marks })
    }
    case "undo-attendance":
      return undoRegister(actor, sessionId())
    case "waive-lesson": {
      const all = rowsOf(seats, { schoolId: actor.school.id })
      return waiveSeat(actor, pick(all, amountMinor)?.id ?? "", "Power cut")
    }
    case "beyond":
      choosePackageBeyond(actor, which % 2 ? "charge" : "wait")
      return { ok: true }
    case "discount": {
      const off =
        which % 2 ? { rate: 1000 + amountMinor * 8, amountMinor: null } : { rate: null, amountMinor }
      const kinds = ["family", "sibling", "class"] as const
      const facts = { name: `Discount ${which}`, kind: pick(kinds, amountMinor) ?? "family", fromNth: 2 }
      return addDiscountRule(actor, { ...facts, family: familyId, target: "all", off })
    }
    case "end-discount":
      return endDiscountRule(actor, pick(listDiscountRules(actor), which)?.id ?? "")
    default:
      return undefined
  }
}

/** What lessons take from packages now, or wait for. */
export const standingUses = (actor: Actor) =>
  rowsOf(packageUses, { schoolId: actor.school.id, releasedAt: null })

/** No package is below zero, no lesson is taken twice, and each of so many is in exactly one state. */
export function checkPackages(actor: Actor, lessons: number) {
  const uses = standingUses(actor)
  for (const bought of rowsOf(packages, { schoolId: actor.school.id })) {
    const taken = uses.filter(({ packageId }) => packageId === bought.id)
    const left = bought.lessons * 100 - taken.reduce((sum, { units }) => sum + units, 0)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(findPackage(actor, bought.id)?.leftUnits).toBe(left)
  }
  for (const { seatId, packageId } of uses) {
    const ofSeat = uses.filter((use) => use.seatId === seatId)
    expect(ofSeat.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(100)
    const state = billingStateOf(actor, seatId)
    if (packageId === null) expect(state).toBe("unbilled")
    else expect(["covered", "unbilled", "invoiced"]).toContain(state)
  }
  const counted = countBillingStates(actor, "2026-11-01", "2026-11-30")
  expect(Object.values(counted).reduce((sum, n) => sum + n, 0)).toBe(lessons)
  if (uses.every(({ packageId }) => packageId === null)) expect(counted.covered).toBe(0)
}

/** What discounts take off a lesson is at most its price, and the lesson is charged what is left, once. */
export function checkLessons(actor: Actor, { studentIds }: Family) {
  checkPackages(actor, (byPackage.length + byLesson.length) * studentIds.length)
  const schoolId = actor.school.id
  const off = rowsOf(chargeDiscounts, { schoolId })
  const all = rowsOf(charges, { schoolId })
  const bySeat = new Map<string, number>()
  for (const charge of all) {
    const discounts = off.filter(({ chargeId }) => chargeId === charge.id)
    expect(new Set(discounts.map(({ ruleId }) => ruleId)).size).toBe(discounts.length)
    if (discounts.length > 0) expect(charge.amountMinor).toBeGreaterThanOrEqual(0)
    const offMinor = discounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    const isByHand = charge.description === changedText || charge.usualMinor !== null
    const isAsCharged = charge.source === "seat" && !isByHand
    if (isAsCharged) expect([0, lessonMinor]).toContain(charge.amountMinor + offMinor)
    if (charge.seatId && charge.withdrawnAt === null)
      bySeat.set(charge.seatId, (bySeat.get(charge.seatId) ?? 0) + charge.amountMinor)
  }
  for (const chargedMinor of bySeat.values()) expect(chargedMinor).toBeGreaterThanOrEqual(0)
}
