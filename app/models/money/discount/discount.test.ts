import { readFileSync } from "node:fs"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { withTax } from "~/models/accounts/tax/tax"
import { undoRegister } from "~/models/attendance/register/read-register.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { joinFamilies } from "../../../../tests/support/family-of-two"
import { addEnrollmentRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { chargeMonth } from "../charge/charge-month.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { type Discount, discounted, discountsBefore, ruleText } from "./discount"
import {
  addDiscountRule,
  endDiscountRule,
  listDiscountRules,
  moveDiscountUp,
  restoreDiscountRule,
} from "./discount-rules.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const rule = { name: "Sibling discount", kind: "sibling", fromNth: 2, target: "all" } as const
const tenPercent = { off: { rate: 10_000, amountMinor: null } }
const five = { off: { rate: null, amountMinor: 500 } }

describe("discounts", () => {
  test("apply one after the other, each to what is left, and never below zero", () => {
    const sibling = { ruleId: "a", name: "Sibling discount", rate: 10_000, amountMinor: null }
    const second = { ruleId: "b", name: "Second class", rate: null, amountMinor: 500 }
    expect(discounted(4000, [sibling, second])).toEqual({
      priceMinor: 3100,
      discounts: [
        { ruleId: "a", reason: "Sibling discount, 10%", amountMinor: 400 },
        { ruleId: "b", reason: "Second class", amountMinor: 500 },
      ],
    })
    expect(discounted(4000, [second, sibling]).priceMinor).toBe(3150)
    expect(discounted(300, [second, sibling])).toMatchObject({
      priceMinor: 0,
      discounts: [{ amountMinor: 300 }],
    })
  })

  test("are worked out from what is left of a price, to the cent", () => {
    const some: fc.Arbitrary<Discount> = fc.record({
      ruleId: fc.uuid(),
      name: fc.constant("Any"),
      rate: fc.option(fc.integer({ min: 1, max: 90_000 })),
      amountMinor: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.array(some, { maxLength: 3 }), (left, rules) => {
        const taken = discountsBefore(left, rules)
        const price = taken.reduce((sum, { amountMinor }) => sum + amountMinor, left)
        expect(discounted(price, rules)).toEqual({ priceMinor: left, discounts: taken })
      }),
    )
    expect(discountsBefore(100, [{ ruleId: "a", name: "Free", rate: 100_000, amountMinor: null }])).toEqual(
      [],
    )
  })

  test("and tax add up to the cent with any rules", () => {
    const any: fc.Arbitrary<Discount> = fc.record({
      ruleId: fc.uuid(),
      name: fc.constant("Any"),
      rate: fc.option(fc.integer({ min: 1, max: 100_000 })),
      amountMinor: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(
        fc.nat({ max: 1_000_000 }),
        fc.array(any, { maxLength: 5 }),
        fc.boolean(),
        (price, rules, isAdded) => {
          const left = discounted(price, rules)
          const off = left.discounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
          expect(left.priceMinor + off).toBe(price)
          expect(left.priceMinor).toBeGreaterThanOrEqual(0)
          const { amountMinor, taxMinor } = withTax(left.priceMinor, { name: "VAT", rate: 19_000, isAdded })
          expect(amountMinor - (isAdded ? taxMinor : 0)).toBe(left.priceMinor)
        },
      ),
    )
  })

  test("say whom they are for", () => {
    const said = { ...rule, ...tenPercent.off, familyName: null }
    expect(ruleText(said, "USD")).toBe("10% off lessons and tuition, from the 2nd child of a family on")
    expect(ruleText({ ...said, kind: "class", fromNth: 3, ...five.off }, "USD")).toBe(
      "$5.00 off each charge for lessons and tuition, from a student’s 3rd class on",
    )
  })

  test("of siblings begin with the second child, on lessons and on tuition, and are lines of the invoice", () => {
    addDiscountRule(actor, { ...rule, ...tenPercent })
    const pupils = ["Otis Rossi", "Lina Rossi"] as const
    const lessons = openClass(actor, { pupils, price: { amountMinor: 4000 } })
    const familyId = joinFamilies(actor, lessons.studentIds)
    const monthly = openClass(actor, { pupils: [], price: { billing: "monthly", amountMinor: 9000 } })
    for (const studentId of lessons.studentIds) addEnrollmentRow(actor, monthly.classId, studentId)
    const sessionId = addSessionRow(actor, lessons.classId, "2026-11-18", { startTime: "10:00" })
    takeRegister(actor, sessionId, {
      marks: lessons.studentIds.map((studentId) => ({ studentId, code: "present" })),
    })
    chargeMonth(actor, "2026-11")
    const charged = listUnbilledCharges(actor)
    expect(charged.map(({ amountMinor }) => amountMinor).sort()).toEqual([3600, 4000, 8100, 9000])
    const issued = issueInvoice(
      actor,
      november(
        familyId,
        charged.map(({ chargeId }) => chargeId),
      ),
    )
    if (!issued.ok) throw new Error(issued.reason)
    const lines = findInvoice(actor, issued.invoiceId)?.groups.flatMap((group) => group.lines) ?? []
    expect(lines.flatMap(({ discounts }) => discounts)).toEqual([
      { reason: "Sibling discount, 10%", amountMinor: 900 },
      { reason: "Sibling discount, 10%", amountMinor: 400 },
    ])
  })

  test("of a second class leave the first alone, and one that ended takes nothing off", () => {
    addDiscountRule(actor, { ...rule, name: "Second class", kind: "class", ...five })
    const first = openClass(actor, { pupils: ["Otis Rossi"], price: { amountMinor: 4000 } })
    const second = openClass(actor, { pupils: [], price: { amountMinor: 3000 } })
    addEnrollmentRow(actor, second.classId, first.studentIds[0] ?? "")
    const take = (classId: string, date: string) =>
      takeRegister(actor, addSessionRow(actor, classId, date, { startTime: "10:00" }), {
        marks: first.studentIds.map((studentId) => ({ studentId, code: "present" })),
      })
    take(first.classId, "2026-11-11")
    take(second.classId, "2026-11-12")
    const [entry] = listDiscountRules(actor)
    expect(endDiscountRule(actor, entry?.id ?? "").ok).toBe(true)
    expect(endDiscountRule(actor, entry?.id ?? "").ok).toBe(false)
    take(second.classId, "2026-11-13")
    expect(listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)).toEqual([4000, 2500, 3000])
    // Its end is undone, pressed once or twice; not where the same one was added since.
    const ended = entry?.id ?? ""
    for (let press = 0; press < 2; press += 1)
      expect(restoreDiscountRule(actor, ended)).toEqual({ ok: true, name: "Second class" })
    take(second.classId, "2026-11-14")
    expect(listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)).toEqual([4000, 2500, 3000, 2500])
    endDiscountRule(actor, ended)
    addDiscountRule(actor, { ...rule, name: "Second class", kind: "class", ...five })
    expect(restoreDiscountRule(actor, ended)).toBeRefused("twin")
    expect(restoreDiscountRule(openSchool().actor, ended)).toBeRefused("not-found")
  })

  test("for one family are not for another school’s, and move up one place", () => {
    const { studentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
    const familyId = joinFamilies(actor, studentIds)
    const ours = {
      ...rule,
      name: "Staff child",
      kind: "family",
      fromNth: 1,
      family: familyId,
      ...tenPercent,
    } as const
    addDiscountRule(actor, { ...rule, ...five })
    expect(addDiscountRule(actor, ours).ok).toBe(true)
    expect(addDiscountRule(openSchool().actor, ours)).toBeRefused("family-unknown")
    moveDiscountUp(actor, listDiscountRules(actor)[1]?.id ?? "")
    expect(listDiscountRules(actor).map(({ name }) => name)).toEqual(["Staff child", "Sibling discount"])
  })

  test("of a corrected lesson are those that were in force when it was first charged", () => {
    const chapter = readFileSync("docs/accounting.md", "utf8")
      .split(/^## /m)
      .find((text) => text.startsWith("Discounts when attendance is corrected\n"))
    const rows = (chapter ?? "").split("\n").filter((line) => /^\| [a-z]+ (?:between )?\|/.test(line))
    const examples = rows.filter((line) => !line.startsWith("| discount")).map((line) => line.split(" | "))
    expect(examples).toHaveLength(4)
    for (const [first = "", code, corrected, before, after = ""] of examples) {
      fixClock(testNow)
      const school = openSchool().actor
      const add = () => addDiscountRule(school, { ...rule, fromNth: 1, ...tenPercent })
      if (first.includes("ended")) add()
      const { classId, studentIds } = openClass(school, {
        pupils: ["Otis Rossi"],
        price: { amountMinor: 4000 },
      })
      const sessionId = addSessionRow(school, classId, "2026-11-16", { startTime: "10:00" })
      const codes = ["present", "late", "excused"] as const
      const take = (mark = "") => {
        const found = codes.find((each) => each === mark) ?? "excused"
        takeRegister(school, sessionId, { marks: [{ studentId: studentIds[0] ?? "", code: found }] })
      }
      const charged = () =>
        listUnbilledCharges(school)
          .reduce((sum, { amountMinor }) => sum + amountMinor / 100, 0)
          .toFixed(2)
      take(code)
      expect(charged(), first).toBe(before)
      fixClock(testNow + 60_000)
      if (first.includes("made")) add()
      if (first.includes("ended")) endDiscountRule(school, listDiscountRules(school)[0]?.id ?? "")
      fixClock(testNow + 120_000)
      take(corrected)
      expect(`${charged()} |`, first).toBe(after)
    }
  })

  test("of a corrected lesson aren't one that was ended when it was first charged, and restored later", () => {
    fixClock(testNow)
    const { classId, studentIds } = openClass(actor, {
      pupils: ["Otis Rossi"],
      price: { amountMinor: 4000 },
    })
    const charged = () => listUnbilledCharges(actor).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    const sessions = ["2026-11-14", "2026-11-15", "2026-11-16"].map((day) =>
      addSessionRow(actor, classId, day, { startTime: "10:00" }),
    )
    const take = (index: number, code: "present" | "late") =>
      takeRegister(actor, sessions[index] ?? "", { marks: [{ studentId: studentIds[0] ?? "", code }] })
    addDiscountRule(actor, { ...rule, fromNth: 1, ...tenPercent })
    const [made] = listDiscountRules(actor)
    const later = (minutes: number, act: () => unknown) => {
      fixClock(testNow + minutes * 60_000)
      act()
    }
    later(1, () => take(0, "present"))
    later(2, () => endDiscountRule(actor, made?.id ?? ""))
    later(3, () => take(1, "present"))
    later(4, () => restoreDiscountRule(actor, made?.id ?? ""))
    later(5, () => take(2, "present"))
    expect(charged()).toBe(3600 + 4000 + 3600)
    for (const index of [0, 1, 2]) later(6 + index, () => take(index, "late"))
    expect(charged()).toBe(3600 + 4000 + 3600)
    // Ended again, it still counts for those that had it.
    later(10, () => endDiscountRule(actor, made?.id ?? ""))
    for (const index of [0, 1, 2]) later(11 + index, () => take(index, "present"))
    expect(charged()).toBe(3600 + 4000 + 3600)
  })

  test("of a lesson whose attendance was undone are those in force when it is taken again, and corrected after that", () => {
    fixClock(testNow)
    const { classId, studentIds } = openClass(actor, {
      pupils: ["Otis Rossi"],
      price: { amountMinor: 4000 },
    })
    const sessionId = addSessionRow(actor, classId, "2026-11-16", { startTime: "10:00" })
    const take = (code: "present" | "late") =>
      takeRegister(actor, sessionId, { marks: [{ studentId: studentIds[0] ?? "", code }] })
    const charged = () => listUnbilledCharges(actor).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    take("present")
    expect(charged()).toBe(4000)
    fixClock(testNow + 60_000)
    expect(undoRegister(actor, sessionId).ok).toBe(true)
    fixClock(testNow + 120_000)
    addDiscountRule(actor, { ...rule, fromNth: 1, ...tenPercent })
    fixClock(testNow + 180_000)
    take("present")
    expect(charged()).toBe(3600)
    fixClock(testNow + 240_000)
    take("late")
    expect(charged()).toBe(3600)
  })
})
