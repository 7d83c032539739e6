import { charges } from "db/schema/money"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { addTaxRate, listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { november, openFamily } from "../../../../tests/support/billing"
import { inHistories } from "../../../../tests/support/histories/count"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { archiveMaterial, findMaterial, saveMaterial, sellMaterial } from "./materials.server"

let actor: Actor
let family: ReturnType<typeof openFamily>
let sales = 0

beforeEach(() => {
  actor = openSchool().actor
  family = openFamily(actor)
})

function add(stock?: number, name = "Method book") {
  return orFail(saveMaterial(actor, { name, price: 1250, tax: "default", stock })).id
}

const sell = (materialId: string, quantity = 1, formKey = `sale-${sales++}`) =>
  sellMaterial(actor, {
    materialId,
    quantity,
    familyId: family.familyId,
    studentId: null,
    soldOn: "2026-11-10",
    formKey,
  })
const stockOf = (id: string) => findMaterial(actor, id)?.stock
const standing = () => rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null })

function invoice(chargeId: string) {
  const issued = orFail(issueInvoice(actor, november(family.familyId, [chargeId])))
  const lines = findInvoice(actor, issued.invoiceId)?.groups.flatMap(({ lines }) => lines) ?? []
  return { invoiceId: issued.invoiceId, lineId: lines[0]?.id ?? "" }
}

describe("a material", () => {
  test("is sold in one step: a charge with its tax, and fewer in stock", () => {
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
    const id = add(5)
    expect(sell(id, 2)).toMatchObject({ ok: true, left: 3 })
    expect(standing()).toMatchObject([
      { source: "material", amountMinor: 2500, taxMinor: 417, description: "2 × Method book" },
    ])
    expect(stockOf(id)).toBe(3)
  })

  test("has a tax of its own, or none", () => {
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
    addTaxRate(actor, { name: "Books", rate: 5_000, isDefault: false })
    const books = listTaxRates(actor).find(({ name }) => name === "Books")?.id ?? ""
    const one = saveMaterial(actor, { name: "Book", price: 1050, tax: books })
    const other = saveMaterial(actor, { name: "Ticket", price: 1000, tax: "none" })
    if (!one.ok || !other.ok) throw new Error("not saved")
    sell(one.id)
    sell(other.id)
    expect(standing().map(({ taxMinor }) => taxMinor)).toEqual([50, 0])
    expect(saveMaterial(actor, { name: "Pen", price: 100, tax: "gone" })).toMatchObject({ ok: false })
  })

  test("is not sold beyond its stock, archived, or twice by one form", () => {
    const id = add(1)
    expect(sell(id, 2)).toEqual({ ok: false, reason: "too-few", left: 1 })
    expect(sell(id, 1, "form")).toMatchObject({ ok: true })
    expect(sell(id, 1, "form")).toMatchObject({ ok: true })
    expect(sell(id)).toEqual({ ok: false, reason: "too-few", left: 0 })
    expect(standing()).toHaveLength(1)
    archiveMaterial(actor, id, true)
    expect(sell(id)).toBeRefused("material-unknown")
  })

  test("without a count is sold without an end", () => {
    const id = add()
    expect(sell(id, 1000)).toMatchObject({ ok: true, left: null })
    expect(stockOf(id)).toBeNull()
  })

  test("waived, or credited in full, is back in stock, once; a change or a part credited isn’t", () => {
    const id = add(5)
    const sold = [sell(id, 2), sell(id, 2)].map((one) => (one.ok ? one.chargeId : ""))
    const changed = changeCharge(actor, sold[0] ?? "", {
      description: "Method book, used",
      amountMinor: 2000,
      occurredOn: "2026-11-10",
      reason: "Used copy",
    })
    expect([changed.ok, stockOf(id)]).toEqual([true, 1])
    const chargeId = changed.ok ? changed.chargeId : ""
    withdrawCharge(actor, chargeId, "Returned")
    withdrawCharge(actor, chargeId, "Returned")
    expect(stockOf(id)).toBe(3)
    const { invoiceId, lineId } = invoice(sold[1] ?? "")
    creditInvoice(actor, { invoiceId, amounts: new Map([[lineId, 1000]]), reason: "Damaged" })
    expect(stockOf(id)).toBe(3)
    creditInvoice(actor, { invoiceId, amounts: new Map([[lineId, 1500]]), reason: "Returned" })
    expect(stockOf(id)).toBe(5)
  })

  test("of another school is not there", () => {
    const id = add(5)
    const other = openSchool().actor
    const theirs = openFamily(other)
    const sale = { materialId: id, quantity: 1, studentId: null, soldOn: "2026-11-10", formKey: "x" }
    expect(sellMaterial(other, { ...sale, familyId: theirs.familyId })).toMatchObject({
      reason: "material-unknown",
    })
    expect(sellMaterial(actor, { ...sale, familyId: theirs.familyId })).toMatchObject({
      reason: "family-unknown",
    })
  })
})

test("stock is never below zero, and is what came less what is sold and not returned", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("sell" as const), quantity: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant("waive" as const), nth: fc.nat(20) }),
    fc.record({ do: fc.constant("credit" as const), nth: fc.nat(20) }),
  )
  let run = 0
  inHistories(40, fc.nat(12), fc.array(step, { maxLength: 14 }), (begins, steps) => {
    const id = add(begins, `Material ${run++}`)
    const sold: { chargeId: string; quantity: number; isBack: boolean }[] = []
    for (const each of steps) {
      if (each.do === "sell") {
        const answer = sell(id, each.quantity)
        if (answer.ok) sold.push({ chargeId: answer.chargeId, quantity: each.quantity, isBack: false })
        continue
      }
      const open = sold.filter(({ isBack }) => !isBack)
      const one = open[each.nth % Math.max(1, open.length)]
      if (!one) continue
      if (each.do === "waive") withdrawCharge(actor, one.chargeId, "Returned")
      else {
        const { invoiceId, lineId } = invoice(one.chargeId)
        const amounts = new Map([[lineId, one.quantity * 1250]])
        creditInvoice(actor, { invoiceId, amounts, reason: "Returned" })
      }
      one.isBack = true
    }
    const out = sold.filter(({ isBack }) => !isBack).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(stockOf(id)).toBe(begins - out)
    expect(stockOf(id)).toBeGreaterThanOrEqual(0)
  })
})
