import { readFileSync } from "node:fs"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { agreePayRate, previewPastRates } from "~/models/money/pay/pay-rates.server"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { payInCash } from "../../../../tests/support/payments"
import { openSchool } from "../../../../tests/support/school"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { paymentHeadings, salesHeadings } from "../accounting-file/sales-file.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { approvePay } from "../pay/approve-pay.server"
import { confirmWork, declineWork, enterWork } from "../pay/entered-work.server"
import { anyLesson, earnedBy, type PayRate, rateFor, sumLines } from "../pay/pay"
import { calculatePay } from "../pay/pay-lines.server"
import { readRates } from "../pay/pay-reads.server"
import { findPay } from "../pay/payslips.server"
import { addWorkKind, listWorkKinds } from "../pay/work-kinds.server"
import { bookAsIncome, redeemVoucher, sellVoucher } from "../voucher/sell-voucher.server"
import { findMonthSheet } from "./month-sheet.server"

// docs/accounting-pay.md, figure by figure.

const page = readFileSync("docs/accounting-pay.md", "utf8")

const tableOf = (heading: string) => tableBelow(page, heading)

const minor = (text = "") => Math.round(Number.parseFloat(text) * 100)
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const rate = (facts: Partial<PayRate>): PayRate => ({
  ...anyLesson,
  kind: "per_session",
  amountMinor: 0,
  basisPoints: null,
  fromDate: "2026-01-01",
  lastDay: null,
  ...facts,
})

let actor: Actor
beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
})

describe("the worked examples", () => {
  test("of what a lesson earns", () => {
    const rows = tableOf("What a lesson earns")
    expect(rows).toHaveLength(5)
    for (const [text = "", minutes, paid, charged, pay] of rows) {
      const isPercent = text.endsWith("%")
      const agreed = rate({
        kind: isPercent ? "percent" : text.endsWith("hour") ? "per_hour" : "per_session",
        amountMinor: isPercent ? 0 : minor(text),
        basisPoints: isPercent ? minor(text) : null,
      })
      const lesson = { minutes: Number(minutes), paidPercent: Number.parseInt(paid ?? "", 10) }
      expect(earnedBy(agreed, { ...lesson, chargedMinor: minor(charged) })).toBe(minor(pay))
    }
  })

  test("of a rate from a past day", () => {
    const rows = tableOf("A rate from a past day")
    expect(rows).toHaveLength(4)
    const september = { from: "2026-09-01", to: "2026-09-30" }
    for (const [fromDate = "", paidTo, set, ...pays] of rows) {
      at("2026-09-01")
      ;({ actor } = openSchool())
      const teacherId = addTeacherRow(actor, "Marcus Whitfield")
      const { classId, studentIds } = openClass(actor, {
        class: { teacherId },
        pupils: ["Otis Haddad"],
      })
      const agreed = { kind: "per_session", fromDate: "2026-09-01" } as const
      agreePayRate(actor, teacherId, { ...agreed, amountMinor: 3000 })
      at("2026-10-05")
      const ids = ["2026-09-08", "2026-09-22"].map((day) => {
        const id = addSessionRow(actor, classId, day, { teacherId, startTime: "10:00" })
        takeRegister(actor, id, { marks: [{ studentId: studentIds[0] ?? "", code: "present" }] })
        return id
      })
      const read = () => findPay(actor, teacherId, september)
      const amountOf = (id: string) => read().lines.find(({ sessionId }) => sessionId === id)?.amountMinor
      if (paidTo !== "none")
        approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor: read().totalMinor })
      const rate = { ...agreed, amountMinor: 4000, fromDate }
      const changed = ids.filter((_, at) => minor(pays[at]) !== 3000).length
      const past = previewPastRates(actor, teacherId, [rate])
      expect([past?.lessons ?? 0, past?.afterMinor ?? 0]).toEqual([changed, changed * 4000])
      expect(agreePayRate(actor, teacherId, rate).ok).toBe(set === "yes")
      expect(ids.map(amountOf)).toEqual(pays.map(minor))
      expect(readRates(actor, teacherId)).toHaveLength(set === "yes" ? 2 : 1)
    }
  })

  test("of which rate counts", () => {
    const rows = tableOf("Which rate counts")
    expect(rows).toHaveLength(4)
    for (const [rates = "", lesson = "", counts] of rows) {
      const agreed = rates.split("; ").map((text) =>
        rate({
          amountMinor: minor(text),
          classKind: text.includes("group") ? "group" : null,
          minutes: /of (\d+) minutes/.test(text) ? 60 : null,
          studentsFrom: Number(/from (\d+)/.exec(text)?.[1] ?? 0) || null,
        }),
      )
      const found = rateFor(agreed, {
        localDate: "2026-11-18",
        classKind: lesson.startsWith("group") ? "group" : "private",
        minutes: 60,
        students: Number(/(\d+) student/.exec(lesson)?.[1]),
      })
      expect(found?.amountMinor).toBe(minor(counts))
    }
  })

  test("of extra work that teachers enter", () => {
    const rows = tableOf("Extra work that teachers enter")
    expect(rows).toHaveLength(4)
    at("2026-09-20")
    const teacher = { id: addTeacherRow(actor, "Marcus Whitfield"), name: "Marcus Whitfield" }
    const earned = () =>
      sumLines(
        calculatePay(actor, { from: "2026-09-01", to: "2026-09-30" }, teacher.id).get(teacher.id) ?? [],
      )
    for (const [index, [text = "", hours = "", answer, paid]] of rows.entries()) {
      const before = earned()
      const name = `Kind ${index}`
      addWorkKind(actor, { name, paid: text.endsWith("hour") ? "hour" : "time", amount: minor(text) })
      const [whole = 0, part = 0] = hours.split(":").map(Number)
      const entered = enterWork(actor, teacher, {
        kind: listWorkKinds(actor).find((kind) => kind.name === name)?.id,
        workedOn: "2026-09-12",
        hours: hours ? whole * 60 + part : null,
        note: null,
        formKey: name,
      })
      if (!entered.ok) throw new Error(entered.reason)
      if (answer === "confirmed") confirmWork(actor, entered.workId)
      if (answer === "declined") declineWork(actor, entered.workId, "Not agreed")
      expect(earned() - before).toBe(minor(paid))
    }
  })

  test("of payslips and corrections", () => {
    const rows = tableOf("Payslips and corrections")
    const teacherId = addTeacherRow(actor, "Marcus Whitfield")
    const { classId, studentIds } = openClass(actor, { class: { teacherId }, pupils: ["Otis Haddad"] })
    agreePayRate(actor, teacherId, { kind: "per_session", amountMinor: 3000, fromDate: "2026-09-01" })
    const take = (id: string, code: "present" | "cancelled") =>
      expect(
        takeRegister(actor, id, {
          marks: [{ studentId: studentIds[0] ?? "", code, minutesLate: null }],
        }).ok,
      ).toBe(true)
    const lessons = rows.map(([day = ""], index) => {
      const date = `2026-09-${/\d+/.exec(day)?.[0].padStart(2, "0")}`
      const id = addSessionRow(actor, classId, date, { teacherId, startTime: "10:00" })
      at("2026-09-30")
      if (rows[index]?.[1] !== "none") take(id, "present")
      return id
    })
    at("2026-10-01")
    const september = { from: "2026-09-01", to: "2026-09-30" }
    expect(approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor: 6000 }).ok).toBe(true)
    for (const [index, id] of lessons.entries())
      take(id, minor(rows[index]?.[2]) === 0 ? "cancelled" : "present")
    const lines = calculatePay(actor, { from: "2026-10-01", to: "2026-10-31" }).get(teacherId) ?? []
    for (const [index, id] of lessons.entries()) {
      const line = lines.find(({ sessionId }) => sessionId === id)
      const expected = rows[index]?.[3]
      expect(line?.amountMinor).toBe(expected === "none" ? undefined : minor(expected))
    }
  })

  test("of gift vouchers", () => {
    const rows = tableOf("Gift vouchers in the month sheet")
    const { familyId } = openFamily(actor)
    at("2026-09-10")
    const sale = { amount: 10_000, method: "cash" as const, soldOn: "2026-09-10", expiresOn: "2026-10-31" }
    const sold = sellVoucher(actor, { ...sale, buyerName: "Ruth Alvarez", formKey: "sale" })
    const voucherId = sold.ok ? sold.voucherId : ""
    at("2026-10-10")
    redeemVoucher(actor, voucherId, { familyId, amountMinor: 4_000, formKey: "redeem" })
    at("2026-11-10")
    expect(bookAsIncome(actor, voucherId).ok).toBe(true)
    for (const [index, [, ...figures]] of rows.entries()) {
      const { opening, sold, redeemed, income, closing } = findMonthSheet(
        actor,
        `2026-${9 + index}`.replace("-9", "-09"),
      ).vouchers
      expect([opening, sold, redeemed, income, closing]).toEqual(figures.map(minor))
    }
    expect(rows).toHaveLength(3)
  })

  test("of the month sheet", () => {
    const rows = tableOf("The month sheet")
    const family = openFamily(actor)
    expect(rows).toHaveLength(2)
    for (const [index, [, opening, billed, credited, received, closing]] of rows.entries()) {
      const day = `2026-${index === 0 ? "09" : "10"}-10`
      at(day)
      const chargeId = owe(actor, family, minor(billed))
      const issued = issueInvoice(actor, {
        ...november(family.familyId, [chargeId]),
        dueOn: "2026-12-31",
      })
      const invoice = issued.ok ? findInvoice(actor, issued.invoiceId) : undefined
      const [line] = invoice ? listCreditableLines(actor, invoice) : []
      if (minor(credited) < 0)
        creditInvoice(actor, {
          invoiceId: invoice?.id ?? "",
          amounts: new Map([[line?.id ?? "", -minor(credited)]]),
          reason: "As in the example",
        })
      payInCash(actor, {
        familyId: family.familyId,
        amountMinor: -minor(received),
        receivedOn: day,
        payerName: "Mateo Okafor",
      })
      const { openingMinor, kinds, closingMinor } = findMonthSheet(actor, day.slice(0, 7))
      expect([
        openingMinor,
        kinds.invoice.sumMinor,
        kinds["credit-note"].sumMinor,
        kinds.payment.sumMinor,
        closingMinor,
      ]).toEqual([opening, billed, credited, received, closing].map(minor))
    }
  })

  test("of the files: every column that the page names is one of the layout", () => {
    const named = tableOf("Files for the accountant").flatMap(([columns = ""]) => columns.split(", "))
    for (const column of named) expect(salesHeadings).toContain(column)
    expect(page.replace(/\s+/g, " ")).toContain(
      `${paymentHeadings.slice(0, -1).join(", ")} and ${paymentHeadings.at(-1)}`,
    )
  })
})
