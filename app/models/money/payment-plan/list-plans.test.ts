import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { payInCash } from "../../../../tests/support/payments"
import { openSchool } from "../../../../tests/support/school"
import { propose } from "../installment/installment"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { listStandingPlans } from "./list-plans.server"
import { agreePlan, endPlan } from "./payment-plan.server"
import { PlanQuery } from "./plan-form"

const list = (actor: Actor, query: Record<string, string> = {}) =>
  listStandingPlans(actor, PlanQuery.parse(query))

/** A family with an invoice in three installments of a third each, the first on December 1. */
function planned(actor: Actor, name: string, amountMinor: number) {
  const family = openFamily(actor, { name, adults: [{ name: `Karin ${name}`, payerShare: 10_000 }] })
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))
  if (!issued.ok) throw new Error(issued.reason)
  const { invoiceId } = issued
  const rows = propose({ totalMinor: amountMinor, count: 3, firstOn: "2026-12-01", rhythm: "month" })
  expect(agreePlan(actor, { invoiceId, invoiceIds: [], planId: null, rows, reason: "" })).toMatchObject({
    ok: true,
  })
  const pay = (minor: number) => payInCash(actor, { amountMinor: minor, payerName: name, invoiceId })
  return { ...family, invoiceId, pay }
}

test("lists each plan with its next installment, what is overdue and what is left, and their sums", () => {
  const { actor } = openSchool()
  const okafor = planned(actor, "Okafor", 30_000)
  const rossi = planned(actor, "Rossi", 9_000)
  okafor.pay(15_000)
  expect(list(actor)).toMatchObject({
    total: 2,
    leftMinor: 24_000,
    overdueMinor: 0,
    rows: [
      { familyName: "Rossi", paid: 0, count: 3, nextOn: "2026-12-01", nextMinor: 3_000, leftMinor: 9_000 },
      { familyName: "Okafor", paid: 1, count: 3, nextOn: "2027-01-01", nextMinor: 5_000, leftMinor: 15_000 },
    ],
  })
  fixClock(instantOf("2026-12-05", "09:00", actor.school.timeZone))
  expect(list(actor, { state: "overdue" })).toMatchObject({ total: 1, overdueMinor: 3_000, leftMinor: 9_000 })
  expect(list(actor, { state: "on-time" }).rows.map(({ familyName }) => familyName)).toEqual(["Okafor"])
  expect(list(actor, { search: "ross" }).total).toBe(1)
  const number = findInvoice(actor, okafor.invoiceId)?.number ?? ""
  expect(list(actor, { search: number }).rows.map(({ invoices }) => invoices[0]?.number)).toEqual([number])
  // The same figures as the list of invoices has.
  const overdue = listInvoices(actor, { page: null }).rows.map(({ overdueMinor }) => overdueMinor)
  expect(list(actor).overdueMinor).toBe(overdue.reduce((sum, each) => sum + each, 0))
  expect(list(actor).leftMinor).toBe(listInvoices(actor, { page: null }).openMinor)
  rossi.pay(9_000)
  expect(endPlan(actor, okafor.invoiceId, "Pays at once")).toMatchObject({ ok: true })
  expect(list(actor)).toMatchObject({ total: 0, leftMinor: 0, rows: [] })
})

test("shows no other school’s plans", () => {
  planned(openSchool().actor, "Okafor", 30_000)
  expect(list(openSchool().actor).total).toBe(0)
})
