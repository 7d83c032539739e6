import { readFileSync } from "node:fs"
import { charges } from "db/schema/money"
import fc from "fast-check"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { inHistories } from "../../../../tests/support/histories/count"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { listSplitFacts } from "../invoice/draft-invoice.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { categoryOf } from "../payer/payer"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { addHire, endHire } from "./rentals.server"
import { chargeHiresDue } from "./settle-rental.server"

// A last day of a hire that moves again after a month followed it: each day is counted once, and what the office decided by hand
// stays.

let actor: Actor
let family: ReturnType<typeof openFamily>
let hireId = ""

/** A violin at $30.00 a month, hired since November 1, by days. */
function begin(endsOn: string | null = null) {
  fixClock(Date.parse("2026-11-28T17:00:00Z"))
  actor = openSchool().actor
  family = openFamily(actor)
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  const form = { item: "Violin 3/4", serialNumber: "VN-1", price: 3000, tax: "default", formKey: "form" }
  const added = addHire(actor, family.studentIds[0] ?? "", { ...form, startsOn: "2026-11-01", endsOn })
  if (!added.ok) throw new Error(added.reason)
  hireId = added.hireId
}
beforeEach(() => begin())
afterEach(booksAreSound)

const dayOf = (day: number | null) => (day === null ? null : `2026-11-${String(day).padStart(2, "0")}`)
const end = (day: number | null) => expect(endHire(actor, hireId, dayOf(day)).ok).toBe(true)

const standing = () =>
  rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }, { by: "id" }).filter(
    ({ description }) => description !== "Exam",
  )
const amounts = () => standing().map(({ amountMinor }) => amountMinor)
const total = () => amounts().reduce((sum, each) => sum + each, 0)
const last = () => standing().at(-1)?.id ?? ""

/** Bills what waits together with an exam, so that a reduction can be on an invoice. */
function invoice(): string {
  const exam = owe(actor, family, 20_000)
  changeRows(charges, { id: exam }, { description: "Exam" })
  const waiting = listUnbilledCharges(actor).map(({ chargeId }) => chargeId)
  const issued = issueInvoice(actor, november(family.familyId, waiting))
  if (!issued.ok) throw new Error(issued.reason)
  return issued.invoiceId
}

test("an earlier last day after an invoiced correction takes the days since off too, once", () => {
  invoice()
  end(20)
  expect(amounts()).toEqual([3000, -1000])
  invoice()
  end(10)
  expect(standing().map(({ source, amountMinor }) => [source, amountMinor])).toEqual([
    ["hire", 3000],
    ["correction", -1000],
    ["item", -1000],
  ])
  expect(standing().at(-1)?.reason).toBe("Instrument rental, 10 of 30 days")
  // Who pays instrument rentals has it, as the month itself.
  const facts = listSplitFacts(actor, [last()])
  expect([...facts.values()].map(({ corrects }) => categoryOf("item", corrects))).toEqual(["hire"])
  end(5)
  expect(amounts()).toEqual([3000, -1000, -1500])
  invoice()
  end(null)
  expect([total(), amounts().at(-1)]).toEqual([3000, 2500])
  expect(standing().at(-1)?.reason).toBe("Instrument rental, rest")
  expect(chargeHiresDue(actor)).toBe(0)
})

test("a month that a last day took away is charged again when the hire goes on", () => {
  fixClock(Date.parse("2026-12-03T17:00:00Z"))
  chargeHiresDue(actor)
  expect(amounts()).toEqual([3000, 3000])
  end(20)
  expect(amounts()).toEqual([2000])
  expect(endHire(actor, hireId, "2026-12-31").ok).toBe(true)
  expect(total()).toBe(6000)
})

test("a hire that was charged with a last day costs what it lacks when that is undone, after its invoice too", () => {
  begin("2026-11-10")
  expect(amounts()).toEqual([1000])
  end(20)
  expect(amounts()).toEqual([2000])
  invoice()
  end(null)
  expect(amounts()).toEqual([2000, 1000])
})

test("what a credit note took off a month isn’t taken off again", () => {
  const invoiceId = invoice()
  const lineId =
    findInvoice(actor, invoiceId)
      ?.groups.flatMap(({ lines }) => lines)
      .find(({ description }) => description.includes("Violin"))?.id ?? ""
  const amount = new Map([[lineId, 500]])
  expect(creditInvoice(actor, { invoiceId, amounts: amount, reason: "Goodwill" }).ok).toBe(true)
  end(20)
  expect(amounts()).toEqual([3000, -500])
  invoice()
  end(10)
  expect(amounts()).toEqual([3000, -500, -1000])
})

test("an amount that the office changed or waived by hand stays; another text decides nothing", () => {
  const change = (amountMinor: number) => {
    const facts = { description: "Violin", occurredOn: "2026-11-02", reason: "Agreed", amountMinor }
    expect(changeCharge(actor, last(), facts).ok).toBe(true)
  }
  end(20)
  change(1500)
  end(10)
  expect(amounts()).toEqual([1500])
  begin()
  end(20)
  change(2000)
  end(10)
  expect(standing()).toMatchObject([{ description: "Violin", amountMinor: 1000 }])
  begin()
  invoice()
  end(20)
  invoice()
  end(10)
  expect(withdrawCharge(actor, last(), "Goodwill").ok).toBe(true)
  end(5)
  expect(amounts()).toEqual([3000, -1000])
  begin()
  change(2400)
  end(25)
  expect(amounts()).toEqual([2400])
  end(10)
  expect(amounts()).toEqual([1000])
  end(null)
  expect(amounts()).toEqual([2400])
})

test.each([false, true])(
  "an amount that the office raised stays while no last day lies within its month, invoiced: %s",
  (isInvoiced) => {
    const facts = { description: "Violin", occurredOn: "2026-11-02", reason: "Agreed", amountMinor: 4000 }
    expect(changeCharge(actor, last(), facts).ok).toBe(true)
    if (isInvoiced) invoice()
    for (const endsOn of ["2026-12-15", "2026-11-30", null]) {
      expect(endHire(actor, hireId, endsOn).ok).toBe(true)
      expect(amounts()).toEqual([4000])
    }
    end(20)
    expect(total()).toBe(2000)
    if (isInvoiced) invoice()
    end(null)
    expect(total()).toBe(4000)
  },
)

test("a month goes by the rule that it was charged with", () => {
  invoice()
  changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
  end(20)
  expect(amounts()).toEqual([3000, -1000])
})

test("the worked examples of docs/accounting.md", () => {
  const rows = readFileSync("docs/accounting.md", "utf8")
    .split("## Instrument hire when the last day moves")[1]
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
    invoice()
    end(then === "none" ? null : Number(then.slice(4)))
    expect(amounts()).toEqual([3000, minor(correction), minor(item)])
    expect(total()).toBe(minor(inAll))
  }
})

test("whatever day it ends on and whenever it is invoiced, a month costs its days", () => {
  const day = fc.option(fc.integer({ min: 1, max: 29 }), { nil: null })
  const step = fc.record({ day, isInvoiced: fc.boolean(), isVoided: fc.boolean() })
  inHistories(20, fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
    begin()
    for (const { day: lastDay, isInvoiced, isVoided } of steps) {
      const sent = isInvoiced ? invoice() : undefined
      end(lastDay)
      const due = lastDay === null ? 3000 : lastDay * 100
      expect(total()).toBe(due)
      if (sent && isVoided) voidInvoice(actor, { invoiceId: sent, reason: "Wrong period" })
      expect([chargeHiresDue(actor), total()]).toEqual([0, due])
    }
  })
})
