import { readFileSync } from "node:fs"
import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import fc from "fast-check"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { november } from "../../../../tests/support/billing"
import { inHistories } from "../../../../tests/support/histories/count"
import { addScheduleRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { settleAll } from "../../../../tests/support/tuition"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { chargeMonth } from "../charge/charge-month.server"
import { settleTuition } from "../charge/settle-tuition.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { listSplitFacts } from "../invoice/draft-invoice.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { categoryOf } from "../payer/payer"
import { changeTuitionRule } from "./tuition-rule.server"

// A last day that moves again after the fee followed it: each day is counted once, and what the office decided by hand stays.

let actor: Actor
let enrollmentId = ""
let familyId = ""

const begin = () => {
  fixClock(Date.parse("2026-11-18T17:00:00Z"))
  actor = openSchool().actor
  const opened = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  ;[enrollmentId = ""] = opened.enrollmentIds
  addScheduleRow(actor, opened.classId, { startsOn: "2026-09-02", madeUntil: "2026-12-31" })
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  chargeMonth(actor, "2026-11")
  familyId = listUnbilledCharges(actor)[0]?.familyId ?? ""
}
beforeEach(begin)
afterEach(booksAreSound)

/** Has the enrollment end on a day of November, or go on. */
function end(day: number | null) {
  const endsOn = day === null ? null : `2026-11-${String(day).padStart(2, "0")}`
  changeRows(enrollments, { id: enrollmentId }, { endsOn })
  return [settleTuition(actor, enrollmentId), settleAll(actor)]
}

const standing = () => rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }, { by: "id" })
const amounts = () => standing().map(({ amountMinor }) => amountMinor)
const total = () => amounts().reduce((sum, each) => sum + each, 0)
const unbilled = () => listUnbilledCharges(actor).at(-1)?.chargeId ?? ""

/** Sends all that waits, where it comes to more than nothing. */
function invoice(): string | undefined {
  const waiting = listUnbilledCharges(actor)
  if (waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0) <= 0) return undefined
  const chosen = november(
    familyId,
    waiting.map(({ chargeId }) => chargeId),
  )
  const issued = issueInvoice(actor, chosen)
  return issued.ok ? issued.invoiceId : undefined
}

/** Bills what waits together with a lesson, so that a reduction can be on an invoice. */
function invoiceWithMore() {
  const facts = { ...newRow(actor), familyId, source: "item" as const, description: "Exam", reason: "Other" }
  addRows(charges, { ...facts, occurredOn: "2026-11-05", amountMinor: 20_000, taxMinor: 0 })
  expect(invoice()).toBeDefined()
}

const ofMonth = () => standing().filter(({ enrollmentId: of }) => of === enrollmentId)
const sum = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((all, { amountMinor }) => all + amountMinor, 0)

test("an earlier last day after an invoiced correction takes the days since off too, once", () => {
  invoice()
  expect(end(20)).toEqual([1, 0])
  invoiceWithMore()
  expect(end(10)).toEqual([1, 0])
  expect(ofMonth().map(({ source, amountMinor }) => [source, amountMinor])).toEqual([
    ["flat", 9000],
    ["correction", -3000],
    ["item", -3000],
  ])
  expect(ofMonth().at(-1)?.reason).toBe("Monthly fee, 10 of 30 days")
  // Who pays the lessons has it, as the fee itself.
  const facts = listSplitFacts(actor, [ofMonth().at(-1)?.id ?? ""])
  expect([...facts.values()].map(({ corrects }) => categoryOf("item", corrects))).toEqual(["lessons"])
  expect(end(5)).toEqual([1, 0])
  expect(ofMonth().map(({ amountMinor }) => amountMinor)).toEqual([9000, -3000, -4500])
  invoiceWithMore()
  expect(end(1)).toEqual([1, 0])
  expect([sum(ofMonth()), ofMonth().at(-1)?.amountMinor]).toEqual([300, -1200])
  invoiceWithMore()
  expect(end(null)).toEqual([1, 0])
  expect([sum(ofMonth()), ofMonth().at(-1)?.amountMinor]).toEqual([9000, 8700])
})

test("an earlier last day after the fee’s own invoice was voided, but not that of its correction", () => {
  const invoiceId = invoice() ?? ""
  end(20)
  invoiceWithMore()
  expect(voidInvoice(actor, { invoiceId, reason: "Wrong period" }).ok).toBe(true)
  expect(end(10)).toEqual([1, 0])
  expect(ofMonth().map(({ amountMinor }) => amountMinor)).toEqual([9000, -3000, -3000])
})

test("what a credit note took off a raised fee isn’t taken off again", () => {
  expect(end(18)).toEqual([1, 0])
  invoice()
  expect(end(null)).toEqual([1, 0])
  const invoiceId = invoice() ?? ""
  const lineId = findInvoice(actor, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
  const amount = new Map([[lineId, 1000]])
  expect(creditInvoice(actor, { invoiceId, amounts: amount, reason: "Goodwill" }).ok).toBe(true)
  expect([settleAll(actor), amounts()]).toEqual([0, [5400, 3600]])
  expect(end(10)).toEqual([1, 0])
  expect(amounts()).toEqual([5400, 3600, -5000])
})

test("what raised a fee again stays as the office changed or waived it, whatever the reason", () => {
  const facts = { description: "November, rest", occurredOn: "2026-11-18" }
  const byHand = [
    [
      (id: string) => changeCharge(actor, id, { ...facts, amountMinor: 2000, reason: "Agreed" }),
      [5400, 2000],
    ],
    [
      (id: string) => changeCharge(actor, id, { ...facts, amountMinor: 5000, reason: "Agreed" }),
      [5400, 5000],
    ],
    [(id: string) => withdrawCharge(actor, id, "Goodwill"), [5400]],
    [(id: string) => withdrawCharge(actor, id, "Enrollment ended"), [5400]],
  ] as const
  for (const [decide, left] of byHand) {
    begin()
    end(18)
    invoice()
    end(null)
    expect(amounts()).toEqual([5400, 3600])
    expect(decide(unbilled()).ok).toBe(true)
    expect([settleAll(actor), settleTuition(actor, enrollmentId), amounts()]).toEqual([0, 0, left])
  }
})

test("a fee that isn’t invoiced stays as the office changed it after it was lowered or raised again", () => {
  const facts = { description: "November", occurredOn: "2026-11-18", reason: "Agreed" }
  const waive = (id: string) => withdrawCharge(actor, id, "Enrollment ended")
  end(18)
  expect(changeCharge(actor, unbilled(), { ...facts, amountMinor: 6000 }).ok).toBe(true)
  expect([settleAll(actor), amounts()]).toEqual([0, [6000]])
  begin()
  end(18)
  end(null)
  expect(changeCharge(actor, unbilled(), { ...facts, amountMinor: 7000 }).ok).toBe(true)
  expect([settleAll(actor), amounts()]).toEqual([0, [7000]])
  expect([end(18), amounts()]).toEqual([[1, 0], [5400]])
  begin()
  end(18)
  expect([waive(unbilled()).ok, settleAll(actor), amounts()]).toEqual([true, 0, []])
})

/** Changes only the text of a charge, with 'Change charge'. */
function reword(chargeId: string) {
  const amountMinor = standing().find(({ id }) => id === chargeId)?.amountMinor ?? 0
  const facts = { description: "Piano, November", occurredOn: "2026-11-02", reason: "Typo", amountMinor }
  expect(changeCharge(actor, chargeId, facts).ok).toBe(true)
}

/** The same for the fee and the items that wait, each at a time of its own. */
function rewordAll(minutes: number) {
  const loose = ofMonth().filter(({ billedLines, source }) => billedLines === 0 && source !== "correction")
  for (const [at, { id }] of loose.entries()) {
    fixClock(Date.parse("2026-11-18T17:00:01Z") + minutes * 60_000 + at * 1000)
    reword(id)
  }
}

test("a fee that only got another text goes on following the last day, with that text", () => {
  end(18)
  reword(unbilled())
  expect([settleAll(actor), amounts()]).toEqual([0, [5400]])
  expect([end(10), amounts()]).toEqual([[1, 0], [3000]])
  expect(standing()).toMatchObject([{ description: "Piano, November", occurredOn: "2026-11-02" }])
  reword(unbilled())
  expect([end(null), amounts()]).toEqual([[1, 0], [9000]])
  expect(standing()).toMatchObject([{ description: "Piano, November", reason: "Monthly fee" }])
  reword(unbilled())
  reword(unbilled())
  expect([end(5), amounts()]).toEqual([[1, 0], [1500]])
  const facts = { description: "November", occurredOn: "2026-11-18", reason: "Agreed", amountMinor: 2000 }
  expect(changeCharge(actor, unbilled(), facts).ok).toBe(true)
  reword(unbilled())
  expect([end(null), amounts()]).toEqual([[0, 0], [2000]])
})

test("the rest of a fee that only got another text goes on following the last day", () => {
  end(18)
  invoice()
  end(null)
  reword(unbilled())
  expect([settleAll(actor), amounts()]).toEqual([0, [5400, 3600]])
  expect([end(10), amounts()]).toEqual([
    [1, 0],
    [5400, -2400],
  ])
})

test("a fee with another text, after its invoice was voided but not that of its correction, isn’t lowered twice", () => {
  const invoiceId = invoice() ?? ""
  end(20)
  invoiceWithMore()
  expect(voidInvoice(actor, { invoiceId, reason: "Wrong period" }).ok).toBe(true)
  reword(unbilled())
  expect([settleAll(actor), ofMonth().map(({ amountMinor }) => amountMinor)]).toEqual([0, [-3000, 9000]])
  expect([end(10), ofMonth().map(({ amountMinor }) => amountMinor)]).toEqual([
    [1, 0],
    [-3000, 9000, -3000],
  ])
  expect([end(null), sum(ofMonth())]).toEqual([[1, 0], 9000])
})

test("the worked examples of docs/accounting.md", () => {
  const rows = readFileSync("docs/accounting.md", "utf8")
    .split("## Monthly tuition when the last day moves")[1]
    ?.split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| Nov"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
  expect(rows).toHaveLength(3)
  const minor = (text = "") => Math.round(Number(text) * 100)
  for (const [, first = "", then = "", correction, item, inAll] of rows ?? []) {
    begin()
    invoice()
    end(Number(first.slice(4)))
    invoiceWithMore()
    end(then === "none" ? null : Number(then.slice(4)))
    expect(ofMonth().map(({ amountMinor }) => amountMinor)).toEqual([9000, minor(correction), minor(item)])
    expect(sum(ofMonth())).toBe(minor(inAll))
  }
})

test("whatever day it ends on and whenever it is invoiced, a month costs its days", () => {
  const day = fc.option(fc.integer({ min: 1, max: 29 }), { nil: null })
  const step = fc.record({
    day,
    isInvoiced: fc.boolean(),
    isVoided: fc.boolean(),
    isReworded: fc.boolean(),
  })
  inHistories(12, fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
    begin()
    for (const [at, { day: last, isInvoiced, isVoided, isReworded }] of steps.entries()) {
      const sent = isInvoiced ? invoice() : undefined
      if (isReworded) rewordAll(at)
      end(last)
      expect(sum(ofMonth())).toBe(last === null ? 9000 : last * 300)
      if (sent && isVoided) voidInvoice(actor, { invoiceId: sent, reason: "Wrong period" })
      settleAll(actor)
      expect([sum(ofMonth()), total()]).toEqual([last === null ? 9000 : last * 300, sum(ofMonth())])
    }
  })
})
