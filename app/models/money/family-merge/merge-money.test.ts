import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { planRules } from "db/schema/money-plans"
import { outsidePayers } from "db/schema/payers"
import { families, guardians } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import {
  addOutsidePayer,
  forgetOutsidePayers,
  listOutsidePayers,
  removeOutsidePayer,
} from "~/models/money/payer/outside-payers.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { addClassRow, addEnrollmentRow, addPriceRow, addSessionRow } from "../../../../tests/support/lessons"
import { payInCash } from "../../../../tests/support/payments"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { changePayers } from "../payer/payer-rules.server"
import { recordPayment } from "../payment/payment.server"
import { mergeFamiliesWork, whyNotMerged } from "./merge-families.server"

function twoFamilies() {
  const { actor } = openSchool()
  const adult = (name: string) => ({ name, email: `${name}@mail.example`, payerShare: 10_000 })
  const keep = openFamily(actor, { name: "Okafor", adults: [adult("mateo")], children: ["Amara"] })
  const gone = openFamily(actor, { name: "Okafor-Reyes", adults: [adult("nadia")], children: ["Freya"] })
  return { actor, keep, gone, facts: { keepId: keep.familyId, goneId: gone.familyId } }
}

const amountOf = (guardianId = "") => rowOf(guardians, { id: guardianId })?.payerAmountMinor

const merge = (actor: Actor, facts: { keepId: string; goneId: string }) =>
  mergeFamiliesWork.carryOut(actor, facts, {
    taskId: "",
    subjectId: facts.goneId,
    name: "Okafor",
    detail: null,
  })

function merged(actor: Actor, facts: { keepId: string; goneId: string }) {
  return orFail(merge(actor, facts)).before
}

test("a guardian who joins pays no amount of the other family’s invoices, and does again once it is undone", () => {
  const { actor, gone, facts } = twoFamilies()
  const [joining] = gone.guardianIds
  changeRows(guardians, { id: joining ?? "" }, { payerAmountMinor: 8_000 })
  const merged = merge(actor, facts)
  expect(merged.ok).toBe(true)
  expect(amountOf(joining)).toBeNull()
  const before = merged.ok ? merged.before : undefined
  expect(mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before }).ok).toBe(true)
  expect(amountOf(joining)).toBe(8_000)
})

test("what was corrected about guardians since a merge stays once it is undone, but for what it had given them", () => {
  const { actor, keep, gone, facts } = twoFamilies()
  const [mateo = "", nadia = ""] = [keep.guardianIds[0], gone.guardianIds[0]]
  const set = (id: string, to: { email?: string; phone?: string }) => changeRows(guardians, { id }, to)
  const contact = (id: string) => {
    const found = rowOf(guardians, { id })
    return [found?.email, found?.phone, found?.familyId]
  }
  set(nadia, { email: "mateo@mail.example", phone: "555 0100" })
  const before = merged(actor, facts)
  expect(contact(mateo)).toEqual(["mateo@mail.example", "555 0100", keep.familyId])
  set(mateo, { email: "mateo@new.example" })
  const undo = () => mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before })
  expect(undo()).toMatchObject({ ok: true })
  expect(contact(mateo)).toEqual(["mateo@new.example", null, keep.familyId])
  expect(contact(nadia)).toEqual(["mateo@mail.example", "555 0100", gone.familyId])
})

test("a family that has installments by rule isn’t removed", () => {
  const { actor, gone, facts } = twoFamilies()
  addRows(planRules, { ...newRow(actor), familyId: gone.familyId, count: 3, rhythm: "month" })
  expect(whyNotMerged(actor, facts)).toBe("plan-rule")
  expect(merge(actor, facts).ok).toBe(false)
  expect(whyNotMerged(actor, { keepId: facts.goneId, goneId: facts.keepId })).toBeUndefined()
})

describe("a payer who isn’t a guardian", () => {
  const acme = {
    name: "Acme Works",
    email: "bills@acme.example",
    address: null,
    taxNumber: null,
    reference: null,
    endsOn: null,
  }

  function withEmployer() {
    const found = twoFamilies()
    const { actor, gone } = found
    const added = orFail(addOutsidePayer(actor, gone.familyId, acme))
    const shared = changePayers(actor, gone.familyId, {
      shareBy: "percent",
      hasOwnInvoices: true,
      guardians: [
        {
          id: gone.guardianIds[0] ?? "",
          share: 4000,
          amountMinor: null,
          billingEmail: null,
          billingAddress: null,
        },
      ],
      others: [{ id: added.payerId, share: 6000, amountMinor: null }],
      parts: {},
    })
    expect(shared.ok).toBe(true)
    return { ...found, payerId: added.payerId }
  }

  const payersOf = (actor: Actor, familyId: string) =>
    listOutsidePayers(actor, [familyId]).map(({ id, share }) => [id, share])
  const hasOwnInvoices = (familyId: string) => rowOf(families, { id: familyId })?.hasOwnInvoices

  test("joins the family that goes on without a share, and is back with it once the merge is undone", () => {
    const { actor, keep, gone, facts, payerId } = withEmployer()
    const merged = merge(actor, facts)
    expect(payersOf(actor, keep.familyId)).toEqual([[payerId, 0]])
    expect(payersOf(actor, gone.familyId)).toEqual([])
    expect(hasOwnInvoices(keep.familyId)).toBe(true)
    const before = merged.ok ? merged.before : undefined
    expect(mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before }).ok).toBe(true)
    expect(payersOf(actor, keep.familyId)).toEqual([])
    expect(payersOf(actor, gone.familyId)).toEqual([[payerId, 6000]])
    expect(hasOwnInvoices(keep.familyId)).toBe(false)
  })

  test("who pays for both families is listed once", () => {
    const { actor, keep, facts } = withEmployer()
    const there = addOutsidePayer(actor, keep.familyId, acme)
    expect(merge(actor, facts)).toMatchObject({ ok: true })
    expect(payersOf(actor, keep.familyId)).toEqual([[there.ok && there.payerId, 0]])
  })

  test("named by an invoice of the earlier family is removed without breaking it", () => {
    const { actor, keep, gone, facts, payerId } = withEmployer()
    const issued = issueInvoice(actor, november(gone.familyId, [owe(actor, gone, 10_000)]))
    for (const number of issued.ok ? issued.numbers : []) settle(actor, gone.familyId, number)
    expect(merge(actor, facts)).toMatchObject({ ok: true })
    expect(removeOutsidePayer(actor, { familyId: keep.familyId, payerId })).toMatchObject({ ok: true })
    expect(payersOf(actor, keep.familyId)).toEqual([])
    expect(rowOf(outsidePayers, { id: payerId })).toBeDefined()
  })

  test("is forgotten with the last person of the family they joined", () => {
    const { actor, keep, facts, payerId } = withEmployer()
    merge(actor, facts)
    forgetOutsidePayers(actor, keep.familyId)
    expect(rowOf(outsidePayers, { id: payerId })).toBeUndefined()
  })
})

/** Pays an invoice in cash, so that the family owes nothing. */
function settle(actor: Actor, familyId: string, number: string) {
  const all = rowsOf(invoices, { familyId })
  const invoice = all.find((each) => each.number === number)
  const paid = payInCash(actor, {
    familyId,
    amountMinor: invoice?.totalMinor ?? 0,
    payerName: "Acme Works",
    invoiceIds: [invoice?.id ?? ""],
  })
  expect(paid.ok).toBe(true)
}

test("undone, a merge gives a student’s lessons since back to their family, and isn’t undone once they have a package", () => {
  const { actor, gone, facts } = twoFamilies()
  const [freya = ""] = gone.studentIds
  const before = merged(actor, facts)
  const classId = addClassRow(actor, { name: "Violin", kind: "private" })
  addPriceRow(actor, classId, { amountMinor: 4000 })
  addEnrollmentRow(actor, classId, freya)
  const sessionId = addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00" })
  expect(takeRegister(actor, sessionId, { marks: [{ studentId: freya, code: "present" }] }).ok).toBe(true)
  const undo = () => mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before })
  const owing = () =>
    listUnbilledCharges(actor).map(({ familyId, amountMinor }) => [familyId === gone.familyId, amountMinor])
  expect(owing()).toEqual([[false, 4000]])
  expect(undo()?.ok).toBe(true)
  expect(owing()).toEqual([[true, 4000]])

  const again = merged(actor, facts)
  const offer = addPackageOffer(actor, { name: "2 lessons", lessons: 2, price: 7000, restRule: "credit" })
  const sale = { offerId: offer.ok ? offer.id : "", familyId: facts.keepId, studentId: freya }
  expect(sellPackage(actor, { ...sale, soldOn: "2026-11-18", formKey: "sale" }).ok).toBe(true)
  expect(mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before: again })).toMatchObject({
    reason: "A package was sold to one of these students after the merge.",
  })
})

test("two families that paid with checks of the same number are merged, and both payments stay", () => {
  const { actor, keep, gone, facts } = twoFamilies()
  for (const { familyId } of [keep, gone]) {
    const check = { method: "check" as const, receivedOn: "2026-11-18", providerReference: "1001" }
    expect(recordPayment(actor, { ...check, familyId, amountMinor: 1000, payerName: familyId }).ok).toBe(true)
  }
  merged(actor, facts)
  const rows = rowsOf(payments, { familyId: keep.familyId })
  expect(rows.map(({ providerReference }) => providerReference)).toEqual(["1001", "1001"])
})
