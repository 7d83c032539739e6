import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { defaultTax, noTax } from "~/models/accounts/tax/tax"
import {
  addTaxRate,
  archiveTaxRate,
  chooseTaxMode,
  findDefaultTax,
  listTaxRates,
} from "~/models/accounts/tax/tax-rates.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { setClassTax } from "~/models/teaching/price/class-tax.server"
import { todayOf } from "~/utils/clock.server"
import { november, openFamily } from "../../../../tests/support/billing"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { addItemCharge } from "./charge.server"
import { listUnbilledCharges } from "./unbilled.server"

let actor: Actor
const vat = { name: "VAT", rate: 20_000, isDefault: true }

beforeEach(() => {
  actor = openSchool().actor
})

function lesson(tax?: string) {
  const { classId, studentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
  const sessionId = addSessionRow(actor, classId, "2026-11-18", { startTime: "10:00" })
  if (tax) setClassTax(actor, classId, tax)
  const mark = (code: "present" | "excused") =>
    takeRegister(actor, sessionId, { marks: studentIds.map((studentId) => ({ studentId, code })) })
  return { mark }
}

describe("the tax of a charge", () => {
  test("is the school's default for a lesson, part of its price or added to it", () => {
    expect(addTaxRate(actor, vat).ok).toBe(true)
    lesson().mark("present")
    chooseTaxMode(actor, true)
    lesson().mark("present")
    expect(
      listUnbilledCharges(actor).map(({ amountMinor, taxMinor, taxName, taxIsAdded }) => ({
        amountMinor,
        taxMinor,
        taxName,
        taxIsAdded,
      })),
    ).toEqual([
      { amountMinor: 1800, taxMinor: 300, taxName: "VAT", taxIsAdded: false },
      { amountMinor: 2160, taxMinor: 360, taxName: "VAT", taxIsAdded: true },
    ])
  })

  test("is a class's own: another rate, none, or the default once its rate is archived", () => {
    addTaxRate(actor, vat)
    addTaxRate(actor, { name: "Reduced", rate: 8000, isDefault: false })
    const reduced = listTaxRates(actor).find(({ name }) => name === "Reduced")?.id ?? ""
    lesson(reduced).mark("present")
    lesson(noTax).mark("present")
    const later = lesson(reduced)
    archiveTaxRate(actor, reduced, true)
    later.mark("present")
    expect(listUnbilledCharges(actor).map(({ taxName, taxMinor }) => [taxName, taxMinor])).toEqual([
      ["Reduced", 133],
      [null, 0],
      ["VAT", 300],
    ])
  })

  test("is a package's own when it is sold", () => {
    addTaxRate(actor, vat)
    const family = openFamily(actor)
    const offer = { lessons: 10, price: 12_000, restRule: "forfeit" as const }
    for (const [name, tax] of [
      ["Ten", noTax],
      ["Twenty", defaultTax],
    ] as const) {
      const added = addPackageOffer(actor, { ...offer, name, tax })
      sellPackage(actor, {
        offerId: added.ok ? added.id : "",
        familyId: family.familyId,
        studentId: null,
        soldOn: todayOf(actor),
        formKey: name,
      })
    }
    expect(listUnbilledCharges(actor).map(({ taxMinor }) => taxMinor)).toEqual([0, 2000])
  })

  test("is frozen: a correction takes back the tax that was charged, whatever the rate is now", () => {
    addTaxRate(actor, vat)
    const { mark } = lesson()
    mark("present")
    const [charge] = listUnbilledCharges(actor)
    if (!charge) throw new Error("no charge")
    expect(issueInvoice(actor, november(charge.familyId, [charge.chargeId])).ok).toBe(true)
    const [rate] = listTaxRates(actor)
    archiveTaxRate(actor, rate?.id ?? "", true)
    expect(findDefaultTax(actor)).toBeNull()
    mark("excused")
    expect(listUnbilledCharges(actor)).toMatchObject([
      { source: "correction", amountMinor: -1800, taxMinor: -300, taxName: "VAT" },
    ])
  })

  test("credited already isn't credited again by a correction, in part or in full", () => {
    addTaxRate(actor, vat)
    for (const [credit, left] of [
      [500, -1300],
      [1800, null],
    ] as const) {
      const { mark } = lesson()
      mark("present")
      const charge = listUnbilledCharges(actor).find(({ source }) => source === "seat")
      if (!charge) throw new Error("no charge")
      const issued = issueInvoice(actor, november(charge.familyId, [charge.chargeId]))
      if (!issued.ok) throw new Error(issued.reason)
      const lineId = findInvoice(actor, issued.invoiceId)?.groups[0]?.lines[0]?.id ?? ""
      const { invoiceId } = issued
      creditInvoice(actor, { invoiceId, amounts: new Map([[lineId, credit]]), reason: "Goodwill" })
      mark("excused")
      const corrections = listUnbilledCharges(actor, { familyId: charge.familyId })
      expect(corrections.map(({ amountMinor }) => amountMinor)).toEqual(left === null ? [] : [left])
      expect(corrections.map(({ taxMinor }) => taxMinor)).toEqual(left === null ? [] : [-217])
      mark("present")
      mark("excused")
      expect(listUnbilledCharges(actor, { familyId: charge.familyId }).map((one) => one.amountMinor)).toEqual(
        left === null ? [] : [left],
      )
    }
  })

  test("stays on the invoice's lines, and lines and taxes are its total", () => {
    addTaxRate(actor, { ...vat, isDefault: false })
    addTaxRate(actor, { name: "Books", rate: 5500, isDefault: true })
    const family = openFamily(actor)
    const [books] = listTaxRates(actor)
    const item = (description: string, amountMinor: number, tax: string) =>
      addItemCharge(actor, {
        familyId: family.familyId,
        description,
        amountMinor,
        occurredOn: "2026-11-09",
        tax,
      })
    expect(item("Method book", 1999, defaultTax).ok).toBe(true)
    chooseTaxMode(actor, true)
    expect(item("Strings", 1099, books?.id ?? "").ok).toBe(true)
    expect(item("Nothing", 100, "elsewhere")).toBeRefused("tax-unknown")
    const unbilled = listUnbilledCharges(actor)
    const issued = issueInvoice(
      actor,
      november(
        family.familyId,
        unbilled.map(({ chargeId }) => chargeId),
      ),
    )
    if (!issued.ok) throw new Error(issued.reason)
    const invoice = findInvoice(actor, issued.invoiceId)
    const lines = invoice?.groups.flatMap((group) => group.lines) ?? []
    expect(lines.map(({ amountMinor, taxMinor, taxIsAdded }) => [amountMinor, taxMinor, taxIsAdded])).toEqual(
      [
        [1999, 104, false],
        [1159, 60, true],
      ],
    )
    expect(invoice?.totalMinor).toBe(1999 + 1159)
    expect(() =>
      db().run(sql`update invoice_lines set tax_minor = 0 where school_id = ${actor.school.id}`),
    ).toThrow(/Failed to run/)
  })
})
