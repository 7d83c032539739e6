import { readFileSync } from "node:fs"
import { charges } from "db/schema/money"
import { payRates } from "db/schema/money-pay"
import { classes } from "db/schema/teaching"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { listExpectedBills } from "~/models/money/charge/month-fee.server"
import { setCoursePrice } from "~/models/money/course-price/course-price.server"
import { addExpense, deleteExpense } from "~/models/money/expense/save-expense.server"
import { writePlan } from "~/models/money/installment/plans.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { calculatePay } from "~/models/money/pay/pay-lines.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { addHire } from "~/models/money/rental/rentals.server"
import { chargeHiresDue } from "~/models/money/rental/settle-rental.server"
import { fixClock } from "~/utils/clock.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import type { AnalyticsQuery } from "./analytics-query.server"
import type { CardKey } from "./cards"
import { findCard, listFigureRows } from "./cards.server"

// What is left after pay, and what the next month brings. Both by the rules that bill and pay.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const card = (key: CardKey, query: Partial<AnalyticsQuery> = {}) =>
  findCard(actor, key, { ...asked, ...query }, sees)
const marginOf = (query: Partial<AnalyticsQuery> = {}) => card("margin", { months: 1, ...query })

/** The rows of the margin's table in docs/accounting.md, in minor units. */
const chapters = readFileSync("docs/accounting.md", "utf8").split(/^## /m)
const examples = (chapters.find((text) => text.startsWith("Expenses\n")) ?? "")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => Math.round(Number(cell) * 100)),
  )

describe("margin after pay and expenses", () => {
  test("it is what lessons with attendance were charged, less what the pay run says they earned, less expenses", async () => {
    const mara = addTeacherRow(actor, "Mara")
    addRows(payRates, {
      ...newRow(actor),
      teacherId: mara,
      kind: "per_hour",
      amountMinor: 3000,
      fromDate: "2026-09-01",
    })
    const { classId, studentIds } = openClass(actor, {
      pupils: ["Aiko Moreau", "Theo Haddad"],
    })
    for (const on of ["2026-11-03", "2026-11-10", "2026-10-13"]) {
      const sessionId = addSessionRow(actor, classId, on, { teacherId: mara })
      const taken = { marks: studentIds.map((studentId) => ({ studentId, code: "present" })) }
      expect(takeRegister(actor, sessionId, taken as Parameters<typeof takeRegister>[2]).ok).toBe(true)
    }
    addSessionRow(actor, classId, "2026-11-17", { teacherId: mara })
    const paid = calculatePay(actor, { from: "2026-11-01", to: "2026-11-18" }).get(mara) ?? []
    const pay = paid.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
    expect(pay).toBe(6000)
    // two lessons of two students at 18.00
    expect(marginOf()?.lines.map(({ values }) => values)).toEqual([[7200, pay, 0, 0, 1200, 17, 0]])
    expect(marginOf()?.before).toEqual([3600, 3000, 0, 0, 600, 17, 0])
    expect(examples).toHaveLength(3)
    for (const [charged, earned, spent = 0, tax = 0, margin] of examples) {
      const form = { spentOn: "2026-11-02", payee: "Arts Building", category: "rent", note: null }
      const rent = { ...form, amount: spent, taxAmount: tax, method: "transfer" as const }
      const added = spent > 0 ? await addExpense(actor, rent) : undefined
      expect(marginOf()?.total.slice(0, 5)).toEqual([charged, earned, spent - tax, 0, margin])
      expect(marginOf({ teacher: mara })?.total[4]).toBe(1200)
      const grant = { ...form, category: "grants", amount: 1500, taxAmount: 0, method: "transfer" as const }
      const given = await addExpense(actor, grant, undefined, "income")
      expect(marginOf()?.total.slice(0, 5)).toEqual([
        charged,
        earned,
        spent - tax,
        1500,
        (margin ?? 0) + 1500,
      ])
      expect(marginOf({ teacher: mara })?.total[4]).toBe(1200)
      const shown = { ...asked, months: 1, card: "margin" as const, of: "other-income" as const }
      expect(listFigureRows(actor, shown, sees)?.map(({ amountMinor }) => amountMinor)).toEqual([1500])
      if (given.ok) expect(deleteExpense(actor, given.expenseId).ok).toBe(true)
      for (const narrowed of [{}, { teacher: "none" }]) {
        const opened = {
          ...asked,
          months: 1,
          ...narrowed,
          card: "margin" as const,
          of: "expenses-spent" as const,
        }
        const rows = listFigureRows(actor, opened, sees) ?? []
        expect(rows.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)).toBe(spent - tax)
      }
      if (added?.ok) expect(deleteExpense(actor, added.expenseId).ok).toBe(true)
    }
    await addExpense(actor, {
      ...{ spentOn: "2026-10-18", payee: "Arts Building", category: "rent", note: null },
      ...{ amount: 900, taxAmount: 0, method: "cash" },
    })
    expect(marginOf()?.before).toEqual([3600, 3000, 900, 0, -300, -8, 0])
    expect(findCard(actor, "margin", asked, { money: true, pay: false })).toBeUndefined()
  })

  test("a solo teacher, who is paid by no one, has what is left after expenses", async () => {
    actor = openSchool({ kind: "solo" }).actor
    const { classId, studentIds } = openClass(actor, { pupils: ["Aiko Moreau"] })
    const sessionId = addSessionRow(actor, classId, "2026-11-03")
    const taken = { marks: studentIds.map((studentId) => ({ studentId, code: "present" })) }
    expect(takeRegister(actor, sessionId, taken as Parameters<typeof takeRegister>[2]).ok).toBe(true)
    await addExpense(actor, {
      ...{ spentOn: "2026-11-02", payee: "Arts Building", category: "rent", note: null },
      ...{ amount: 600, taxAmount: 0, method: "cash" },
    })
    expect(marginOf()).toMatchObject({ title: "Margin after expenses", by: null })
    expect(marginOf()?.columns.map(({ metric }) => metric)).toEqual([
      "charged-for-lessons",
      "expenses-spent",
      "other-income",
      "margin",
      "margin-rate",
    ])
    expect(marginOf()?.total).toEqual([1800, 600, 0, 1200, 67])
    expect(findCard(actor, "margin", asked, { money: false, pay: true })).toBeUndefined()
  })

  test("of several months it is the sum of each, by teacher, by instrument and row by row", async () => {
    const [mara, ines] = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Ines")]
    for (const rate of [
      { teacherId: mara, kind: "per_hour", amountMinor: 3000 },
      { teacherId: ines, kind: "percent", amountMinor: 0, basisPoints: 4000 },
    ] as const)
      addRows(payRates, { ...newRow(actor), ...rate, fromDate: "2026-09-01" })
    for (const [instrument, teacherId, pupil] of [
      ["Guitar", mara, "Aiko"],
      ["Piano", ines, "Theo"],
      [null, mara, "Kit"],
    ] as const) {
      const { classId, studentIds } = openClass(actor, { pupils: [`${pupil} Moreau`] })
      changeRows(classes, { id: classId }, { instrument })
      for (const on of ["2026-09-08", "2026-10-06", "2026-10-13", "2026-11-03"]) {
        const sessionId = addSessionRow(actor, classId, on, { teacherId })
        const taken = { marks: studentIds.map((studentId) => ({ studentId, code: "present" })) }
        expect(takeRegister(actor, sessionId, taken as Parameters<typeof takeRegister>[2]).ok).toBe(true)
      }
    }
    for (const spentOn of ["2026-10-02", "2026-10-31", "2026-11-01"])
      await addExpense(actor, {
        ...{ spentOn, payee: "Arts Building", category: "rent", note: null },
        ...{ amount: 700, taxAmount: 0, method: "cash" },
      })
    for (const spentOn of ["2026-09-30", "2026-11-01"])
      await addExpense(
        actor,
        {
          ...{ spentOn, payee: "City Arts Fund", category: "grants", note: null },
          ...{ amount: 1100, taxAmount: 0, method: "transfer" },
        },
        undefined,
        "income",
      )
    const chosen = [
      {},
      ...["Guitar", "Piano", "none"].map((instrument) => ({ instrument })),
      { teacher: mara },
    ]
    const sumsOf = (query: Partial<AnalyticsQuery>) => marginOf(query)?.total.slice(0, 5) ?? []
    const add = (totals: (number | null)[][]) =>
      [0, 1, 2, 3, 4].map((at) => totals.reduce((sum, total) => sum + (total[at] ?? 0), 0))
    for (const narrowed of chosen) {
      const byMonth = ["2026-09", "2026-10", "2026-11"].map((until) => sumsOf({ ...narrowed, until }))
      expect(sumsOf({ ...narrowed, months: 3 }), JSON.stringify(narrowed)).toEqual(add(byMonth))
      for (const [at, of] of (
        ["charged-for-lessons", "teacher-earned", "expenses-spent", "other-income"] as const
      ).entries()) {
        const rows =
          listFigureRows(actor, { ...asked, ...narrowed, months: 3, card: "margin", of }, sees) ?? []
        expect(rows.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)).toBe(
          sumsOf({ ...narrowed, months: 3 })[at],
        )
      }
    }
    const all = sumsOf({ months: 3 })
    expect(add(chosen.slice(1, 4).map((narrowed) => sumsOf({ ...narrowed, months: 3 })))).toEqual(all)
    expect(all.every((sum) => sum !== 0)).toBe(true)
    expect(sumsOf({ months: 3, instrument: "Piano" })[2]).toBe(0)
  })
})

describe("next month", () => {
  const price = fc.record({
    billing: fc.constantFrom("monthly" as const, "per_session" as const),
    amountMinor: fc.integer({ min: 0, max: 9000 }),
    pupils: fc.integer({ min: 0, max: 3 }),
    lessons: fc.integer({ min: 0, max: 4 }),
  })

  test("its fees are those that the first of the month charges, its lessons each student's price", () => {
    inHistories(30, fc.array(price, { maxLength: 4 }), (classes) => {
      fixClock(testNow)
      actor = openSchool().actor
      let byLesson = 0
      for (const [index, { billing, amountMinor, pupils, lessons }] of classes.entries()) {
        const { classId } = openClass(actor, {
          price: { billing, amountMinor },
          pupils: Array.from({ length: pupils }, (_, at) => `Pupil${index} Of ${at}`),
        })
        for (let lesson = 0; lesson < lessons; lesson += 1)
          addSessionRow(actor, classId, `2026-12-0${lesson + 1}`, {
            state: lesson === 3 ? "cancelled" : "planned",
          })
        if (billing === "per_session") byLesson += amountMinor * pupils * Math.min(lessons, 3)
      }
      const expected = listExpectedBills(actor, "2026-12")
      const sum = (kind: string) =>
        expected.filter((bill) => bill.kind === kind).reduce((all, bill) => all + bill.amountMinor, 0)
      const planned = classes.reduce((all, { lessons }) => all + Math.min(lessons, 3), 0)
      expect(card("forecast")?.total).toEqual([
        planned,
        planned * 60,
        sum("fee"),
        sum("lessons"),
        ...[0, 0],
        sum("fee") + sum("lessons"),
        0,
      ])
      expect(sum("lessons")).toBe(byLesson)
      fixClock(Date.parse("2026-12-01T15:00:00Z"))
      chargeMonth(actor, "2026-12")
      const charged = rowsOf(
        charges,
        { schoolId: actor.school.id, month: "2026-12" },
        { only: ["amountMinor"] },
      )
      expect(sum("fee")).toBe(charged.reduce((all, { amountMinor }) => all + amountMinor, 0))
    })
  })

  test("counts items entered for its days, and what of installments is still due in it", () => {
    const family = openFamily(actor)
    owe(actor, family, 4000, { occurredOn: "2026-12-01" })
    owe(actor, family, 500, { occurredOn: "2026-12-31" })
    owe(actor, family, 900, { occurredOn: "2027-01-01" })
    const { familyId } = family
    const issued = issueInvoice(actor, november(familyId, [owe(actor, family, 3000)]))
    if (!issued.ok) throw new Error(issued.reason)
    const { invoiceId } = issued
    const dueDays = ["2026-11-25", "2026-12-15", "2027-01-15"]
    writePlan(
      actor,
      { familyId },
      dueDays.map((dueOn, index) => ({
        ...{ position: index + 1, dueOn, amountMinor: 1000 },
        parts: [{ invoiceId, amountMinor: 1000 }],
      })),
    )
    const rows = (of: "items-expected" | "installments-expected") =>
      (listFigureRows(actor, { ...asked, card: "forecast", of }, sees) ?? []).map(({ on, amountMinor }) => [
        on,
        amountMinor,
      ])
    expect(rows("items-expected")).toEqual([
      ["2026-12-01", 4000],
      ["2026-12-31", 500],
    ])
    expect(rows("installments-expected")).toEqual([["2026-12-15", 1000]])
    expect(card("forecast")?.total.slice(5)).toEqual([4500, 4500, 1000])
    const paid = recordPayment(actor, {
      ...{ invoiceId, amountMinor: 1600, method: "cash", receivedOn: "2026-11-18", payerName: "Emma Okafor" },
    })
    expect(paid.ok).toBe(true)
    expect(rows("installments-expected")).toEqual([["2026-12-15", 400]])
    expect(card("forecast", { teacher: "none" })?.total[5]).toBe(4500)
  })

  test("has the installments of a class price among its fees, as its first day charges them", () => {
    const { classId } = openClass(actor, { price: null, pupils: ["Milo Haddad"] })
    const set = setCoursePrice(actor, classId, { totalMinor: 30_000, count: 3, firstOn: "2026-12-10" })
    expect(set.ok).toBe(true)
    const expected = card("forecast")?.total[2]
    expect(expected).toBeGreaterThan(0)
    fixClock(Date.parse("2026-12-01T15:00:00Z"))
    chargeMonth(actor, "2026-12")
    const charged = rowsOf(charges, { schoolId: actor.school.id })
    expect(charged.map(({ amountMinor }) => amountMinor)).toEqual([expected])
  })

  test("hired instruments cost what the first of the month charges for them", () => {
    const hire = fc.record({
      price: fc.integer({ min: 1, max: 9000 }),
      startsOn: fc.constantFrom("2026-09-14", "2026-12-01", "2026-12-16", "2027-01-04"),
      endsOn: fc.constantFrom(null, "2026-11-20", "2026-12-10"),
    })
    inHistories(30, fc.array(hire, { maxLength: 4 }), (hired) => {
      fixClock(testNow)
      actor = openSchool().actor
      const family = openFamily(actor)
      for (const [index, { price: monthly, ...days }] of hired.entries())
        addHire(actor, family.studentIds[0] ?? "", {
          ...{ item: `Violin ${index}`, serialNumber: null, price: monthly, tax: "default" },
          ...{ ...days, formKey: `${actor.school.id} ${index}` },
        })
      const expected = card("forecast")?.total[4]
      const rows = listFigureRows(actor, { ...asked, card: "forecast", of: "hire-expected" }, sees) ?? []
      expect(rows.reduce((all, { amountMinor }) => all + (amountMinor ?? 0), 0)).toBe(expected)
      fixClock(Date.parse("2026-12-31T15:00:00Z"))
      chargeHiresDue(actor)
      const charged = rowsOf(
        charges,
        { schoolId: actor.school.id, source: "hire", month: "2026-12" },
        { only: ["amountMinor"] },
      )
      expect(expected).toBe(charged.reduce((all, { amountMinor }) => all + amountMinor, 0))
    })
  })
})
