import { students } from "db/schema/people"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { november } from "../../../../tests/support/billing"
import { inTrial, liveHistories } from "../../../../tests/support/histories/live"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, orFail, rowOf } from "../../../../tests/support/school"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { spareCredit } from "../payment/spare-credit.server"
import { creditSold } from "./credit-sale.server"
import { endPackage } from "./end-package.server"
import { endedRestText, type PackageRest, restValue } from "./package"
import { findPackage } from "./packages.server"
import { addPackageOffer, sellPackage } from "./sell-package.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

/** Three lessons for 100.00, sold to a student of a class billed by package, and on an invoice unless that comes later. */
function openSale(restRule: PackageRest, isInvoiced = true) {
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "package", amountMinor: 4000 },
  })
  const [studentId = ""] = studentIds
  const familyId = rowOf(students, { id: studentId })?.familyId ?? ""
  const added = orFail(addPackageOffer(actor, { name: "3 lessons", lessons: 3, price: 10_000, restRule }))
  const sold = orFail(
    sellPackage(actor, {
      familyId,
      studentId,
      offerId: added.id,
      soldOn: "2026-11-18",
      formKey: newId(),
    }),
  )
  const invoice = () => {
    const chargeIds = listUnbilledCharges(actor).map(({ chargeId }) => chargeId)
    return orFail(issueInvoice(actor, november(familyId, chargeIds))).invoiceId
  }
  const invoiceId = isInvoiced ? invoice() : ""
  const take = (sessionId: string, code: MarkCode) =>
    takeRegister(actor, sessionId, { marks: [{ studentId, code }] })
  const attend = (date: string, then: MarkCode = "excused") => {
    const sessionId = addSessionRow(actor, classId, date, { startTime: "10:00" })
    take(sessionId, "present")
    return () => take(sessionId, then)
  }
  const creditable = () => {
    const found = findInvoice(actor, invoiceId)
    return found ? listCreditableLines(actor, found).map(({ leftMinor }) => leftMinor) : []
  }
  const credit = (amountMinor: number) => {
    const found = findInvoice(actor, invoiceId)
    if (!found) throw new Error("no invoice")
    const amounts = new Map(listCreditableLines(actor, found).map(({ id }) => [id, amountMinor]))
    return orFail(creditSold(actor, { invoiceId, amounts, reason: "Sold by mistake" }))
  }
  return { familyId, packageId: sold.packageId, attend, credit, creditable, invoice }
}

const amounts = () => listUnbilledCharges(actor).map(({ source, amountMinor }) => [source, amountMinor])

test("a package that is credited in full ends, covers nothing more, and is given back once", () => {
  const { packageId, attend, credit, familyId } = openSale("account")
  expect(credit(10_000).ended).toEqual(["3 lessons"])
  expect(findPackage(actor, packageId)).toMatchObject({ state: "ended", leftUnits: 300 })
  expect(familyBalance(actor, familyId)).toBe(0)
  expect(amounts()).toEqual([])
  attend("2026-11-17")
  expect(amounts()).toEqual([["seat", 4000]])
})

test("one that is credited in part goes on, and its end gives back only what the credit left", () => {
  const { packageId, attend, credit } = openSale("credit")
  attend("2026-11-17")
  expect(credit(3_333).ended).toEqual([])
  expect(findPackage(actor, packageId)).toMatchObject({ state: "low", leftUnits: 200 })
  expect(endPackage(actor, packageId, "Moved away")).toMatchObject({ ok: true, isUndone: false })
  // 66.67 for the two lessons left, of which 33.33 were credited
  expect(amounts()).toEqual([["package_rest", -3334]])
})

test("one that isn’t invoiced yet leaves no credit note: its rest lowers the invoice to come", () => {
  const { familyId, packageId, attend, invoice } = openSale("account", false)
  const [excuse, excuseLater] = [attend("2026-11-11"), attend("2026-11-17")]
  const owed = () => amounts().reduce((sum, [, amountMinor]) => sum + Number(amountMinor), 0)
  const money = () => [owed(), familyBalance(actor, familyId), spareCredit(actor, familyId)]
  const ended = endPackage(actor, packageId, "Moved away")
  expect(ended).toMatchObject({ ok: true, isUndone: false })
  const text = ended.ok && ended.rest && endedRestText(ended.rest, (minor) => `$${minor / 100}`)
  expect(text).toBe("$33.33 for 1 lesson comes off the next invoice.")
  expect(money()).toEqual([6667, 0, 0])
  excuse()
  expect(money()).toEqual([3333, 0, 0])
  invoice()
  expect(money()).toEqual([0, 3333, 0])
  // Invoiced, what is left is credited.
  excuseLater()
  expect(money()).toEqual([0, 0, 3333])
})

test("over any lessons, credits and corrections, no more is given back than the rest or the credit", async () => {
  const days = ["2026-11-10", "2026-11-11", "2026-11-17"]
  const each = fc.constantFrom("none" as const, "attended" as const, "corrected" as const)
  const live = (lessons: readonly ("none" | "attended" | "corrected")[], credited: number) => {
    actor = openSchool().actor
    const { packageId, attend, credit } = openSale("credit")
    const corrections = lessons.flatMap((lesson, index) => {
      const excuse = lesson === "none" ? undefined : attend(days[index] ?? "")
      return lesson === "corrected" && excuse ? [excuse] : []
    })
    if (credited > 0) credit(credited)
    endPackage(actor, packageId, "Moved away")
    for (const excuse of corrections) excuse()
    const left = 300 - 100 * lessons.filter((lesson) => lesson === "attended").length
    const given = listUnbilledCharges(actor).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect(0 - given).toBe(Math.max(0, restValue(10_000, 3, left) - credited))
  }
  await liveHistories(
    500,
    fc.asyncProperty(fc.tuple(each, each, each), fc.nat(9_999), (lessons, credited) =>
      inTrial(() => live(lessons, credited)),
    ),
  )
})

test("what was credited beyond the lessons left isn't charged again", () => {
  const { packageId, attend, credit } = openSale("credit")
  attend("2026-11-17")
  attend("2026-11-11")
  credit(5_000)
  endPackage(actor, packageId, "Moved away")
  expect(amounts()).toEqual([])
})

test("a credit note after the end stays beside what the rest gave back, and both are never more than the price", () => {
  const { packageId, attend, credit, creditable } = openSale("credit")
  const [undo = () => {}] = ["2026-11-04", "2026-11-11"].map((date) => attend(date))
  endPackage(actor, packageId, "Leaving")
  expect(amounts()).toEqual([["package_rest", -3333]])
  expect(creditable()).toEqual([6667])
  fixClock(now() + 1000)
  credit(5000)
  expect(creditable()).toEqual([1667])
  // One lesson less was taken: of its 33.33, 16.67 weren't given back by the credit note.
  undo()
  expect(amounts()).toEqual([
    ["package_rest", -3333],
    ["package_rest", -1667],
  ])
  expect(creditable()).toEqual([0])
})

test("attendance that takes as much changes nothing of what was credited after the end", () => {
  const { packageId, attend, credit } = openSale("credit")
  const again = attend("2026-11-04", "late")
  attend("2026-11-11")
  endPackage(actor, packageId, "Leaving")
  fixClock(now() + 1000)
  credit(5000)
  again()
  expect(amounts()).toEqual([["package_rest", -3333]])
})
