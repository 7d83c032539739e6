import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { undoRegister } from "~/models/attendance/register/read-register.server"
import { previewRegister, takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newId } from "~/utils/ids.server"
import { november } from "../../../../tests/support/billing"
import { addPriceRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { findCharge } from "../charge/change-charge.server"
import { findLessonBill } from "../charge/seat-charges.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { addDiscountRule } from "../discount/discount-rules.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { endPackage } from "../package/end-package.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { waiveSeat } from "../waiver/waive-seat.server"
import { agreeAmount, restoreUsual, waivePackage } from "./agree-amount.server"
import { findSale, listAgreedChanges } from "./find-agreed.server"

const minor = (text = "") => Math.round(Number.parseFloat(text) * 100)
const tableOf = (heading: string) => tableBelow(readFileSync("docs/accounting.md", "utf8"), heading)
const reason = "Agreed on the phone"

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})
afterEach(booksAreSound)

const open = () => listUnbilledCharges(actor)
const sum = () => open().reduce((total, { amountMinor }) => total + amountMinor, 0)
const only = () => {
  const [charge, ...more] = open()
  expect(more).toEqual([])
  if (!charge) throw new Error("Nothing is charged")
  return charge
}
const familyOf = (studentId = "") =>
  db().select({ id: students.familyId }).from(students).where(eq(students.id, studentId)).get()?.id ?? ""

/** A lesson at 40.00 with its attendance taken. */
function openLesson(code: MarkCode = "present") {
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { amountMinor: 4000 },
  })
  const [studentId = ""] = studentIds
  const sessionId = addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00" })
  const marks = (next: MarkCode) => [{ studentId, code: next }]
  const take = (next: MarkCode) =>
    expect(takeRegister(actor, sessionId, { marks: marks(next) }).ok).toBe(true)
  take(code)
  const preview = (next: MarkCode) => {
    const seen = previewRegister(actor, sessionId, { marks: marks(next) })
    return seen.ok ? seen.effect.seats[0] : undefined
  }
  const invoice = () => {
    const chargeIds = open().map(({ chargeId }) => chargeId)
    expect(issueInvoice(actor, november(familyOf(studentId), chargeIds)).ok).toBe(true)
  }
  return { classId, sessionId, take, preview, invoice }
}

const agree = (amountMinor: number) => agreeAmount(actor, only().chargeId, { amountMinor, reason })

describe("a lesson's amount", () => {
  test("the worked examples", () => {
    const rows = tableOf("A lesson's amount changed by hand")
    expect(rows).toHaveLength(7)
    for (const [code, changed, then = "", says, charged] of rows) {
      ;({ actor } = openSchool())
      const { classId, take, preview } = openLesson(code as MarkCode)
      expect(agree(minor(changed)).ok).toBe(true)
      expect(sum()).toBe(minor(changed))
      for (const step of then.split(", ")) {
        if (step === "the usual amount again")
          expect(restoreUsual(actor, only().chargeId, reason).ok).toBe(true)
        else if (step.startsWith("class price of"))
          addPriceRow(actor, classId, { amountMinor: minor(step.slice(15)), fromDate: "2026-11-01" })
        else {
          const seen = preview(step as MarkCode)
          if (says) expect(`${seen?.change} ${seen?.text}`).toContain(`The amount changed by hand ${says}.`)
          take(step as MarkCode)
          expect(seen?.chargedMinor).toBe(sum())
        }
      }
      expect(sum()).toBe(minor(charged))
    }
  })

  test("keeps what it was, why and by whom, and shows both amounts where it is ready to invoice", () => {
    openLesson()
    const { seatId } = only()
    agree(2500)
    agree(3000)
    expect(only()).toMatchObject({ amountMinor: 3000, usualMinor: 4000, source: "seat", mark: "present" })
    expect(agree(4000).ok).toBe(true)
    expect(only()).toMatchObject({ amountMinor: 4000, usualMinor: null })
    const changes = listAgreedChanges(actor, { seatId, packageId: null })
    expect(changes.map(({ fromMinor, toMinor }) => [fromMinor, toMinor])).toEqual([
      [3000, 4000],
      [2500, 3000],
      [4000, 2500],
    ])
    expect(changes[0]).toMatchObject({ reason, actorName: actor.name })
  })

  test("stays on an invoice, where attendance that charges as much changes nothing", () => {
    const { take, preview, invoice } = openLesson()
    agree(2500)
    const { chargeId } = only()
    invoice()
    expect(preview("late")?.change).toContain("The amount changed by hand stays.")
    take("late")
    expect(open()).toEqual([])
    expect(agreeAmount(actor, chargeId, { amountMinor: 100, reason })).toMatchObject({ reason: "invoiced" })
    take("excused")
    expect(sum()).toBe(-2500)
  })

  test("has its discounts worked out again, and exactly as they were when the usual amount is back", () => {
    const rule = { name: "Siblings", kind: "sibling", fromNth: 1, target: "all" } as const
    addDiscountRule(actor, { ...rule, off: { rate: 10_000, amountMinor: null } })
    openLesson()
    expect(only()).toMatchObject({ amountMinor: 3600, discounts: [{ amountMinor: 400 }] })
    agree(1800)
    expect(only()).toMatchObject({ amountMinor: 1800, discounts: [{ amountMinor: 200 }] })
    expect(restoreUsual(actor, only().chargeId, reason).ok).toBe(true)
    expect(only()).toMatchObject({ amountMinor: 3600, discounts: [{ amountMinor: 400 }] })
  })

  test("is refused with its reason, and attendance it rests on isn’t undone", () => {
    const { sessionId } = openLesson()
    const { chargeId, seatId } = only()
    expect(agree(0)).toMatchObject({ reason: "nothing-owed" })
    expect(agree(-500)).toMatchObject({ reason: "nothing-owed" })
    expect(agree(4000)).toMatchObject({ reason: "same-amount" })
    expect(restoreUsual(actor, chargeId, reason)).toMatchObject({ reason: "usual-already" })
    expect(waivePackage(actor, chargeId, reason)).toMatchObject({ reason: "waive-instead" })
    expect(agreeAmount(openSchool().actor, chargeId, { amountMinor: 1, reason })).toMatchObject({
      reason: "unknown",
    })
    agree(2500)
    expect(agreeAmount(actor, chargeId, { amountMinor: 1, reason })).toMatchObject({ reason: "withdrawn" })
    expect(undoRegister(actor, sessionId)).toMatchObject({ reason: "in-use" })
    expect(waiveSeat(actor, seatId ?? "", "A gift").ok).toBe(true)
    expect(open()).toEqual([])
  })
})

test("a lesson that was corrected before its invoice was voided is charged by its attendance, not by hand", () => {
  const { take, invoice } = openLesson()
  invoice()
  take("excused")
  const { familyId } = only()
  const paper = rowOf(invoices, { familyId })
  expect(voidInvoice(actor, { invoiceId: paper?.id ?? "", reason: "Wrong month" }).ok).toBe(true)
  expect(open().map(({ amountMinor }) => amountMinor)).toEqual([4000, -4000])
  for (const { chargeId, seatId } of open()) {
    expect(agreeAmount(actor, chargeId, { amountMinor: 100, reason })).toMatchObject({
      reason: "waive-instead",
    })
    expect(findCharge(actor, chargeId)?.barrier).toBe("waive-instead")
    expect(findLessonBill(actor, seatId ?? "")?.chargeId).toBeNull()
  }
  expect(sum()).toBe(0)
})

describe("a package's amount", () => {
  /** Three lessons for 100.00, of which some were taken. */
  function openSale(taken = 2) {
    const { classId, studentIds } = openClass(actor, {
      pupils: ["Otis Rossi"],
      price: { billing: "package", amountMinor: 4000 },
    })
    const [studentId = ""] = studentIds
    const offer = addPackageOffer(actor, { name: "3 lessons", lessons: 3, price: 10_000, restRule: "credit" })
    if (!offer.ok) throw new Error(offer.reason)
    const sold = sellPackage(actor, {
      ...{ familyId: familyOf(studentId), studentId, offerId: offer.id },
      ...{ soldOn: "2026-11-10", formKey: newId() },
    })
    if (!sold.ok) throw new Error(sold.reason)
    for (const day of ["2026-11-11", "2026-11-12", "2026-11-13"].slice(0, taken)) {
      const id = addSessionRow(actor, classId, day, { startTime: "10:00" })
      expect(takeRegister(actor, id, { marks: [{ studentId, code: "present" }] }).ok).toBe(true)
    }
    const sale = () => findSale(actor, sold.packageId)?.chargeId ?? ""
    return { packageId: sold.packageId, sale }
  }

  test("the worked examples", () => {
    const rows = tableOf("A package's amount changed by hand")
    expect(rows).toHaveLength(5)
    for (const [first = "", then = "", ready] of rows) {
      ;({ actor } = openSchool())
      const { packageId, sale } = openSale()
      for (const step of [first, then].filter(Boolean)) {
        const done =
          step === "ended"
            ? endPackage(actor, packageId, reason)
            : step === "waived"
              ? waivePackage(actor, sale(), reason)
              : step === "the usual amount again"
                ? restoreUsual(actor, sale(), reason)
                : agreeAmount(actor, sale(), { amountMinor: minor(step), reason })
        expect(done.ok).toBe(true)
      }
      expect(sum()).toBe(minor(ready))
    }
  })

  test("an ended one isn’t waived, and a waived one says why it isn’t charged", () => {
    const ended = openSale()
    endPackage(actor, ended.packageId, reason)
    expect(waivePackage(actor, ended.sale(), reason)).toMatchObject({ reason: "package-ended" })
    ;({ actor } = openSchool())
    const { packageId, sale } = openSale(0)
    expect(waivePackage(actor, sale(), "A gift").ok).toBe(true)
    expect(open()).toEqual([])
    expect(findSale(actor, packageId)?.withdrawnReason).toBe("Waived: A gift")
    expect(waivePackage(actor, sale(), reason)).toMatchObject({ reason: "withdrawn" })
    expect(endPackage(actor, packageId, reason)).toMatchObject({ ok: true, rest: { how: "none" } })
    expect(open()).toEqual([])
  })
})
