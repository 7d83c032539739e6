import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { and, eq } from "drizzle-orm"
import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { listMovements, listSales } from "~/models/money/accounting-file/sales-file.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { findMonthSheet, listBalances } from "~/models/money/month-sheet/month-sheet.server"
import { payerOf } from "~/models/money/payer/payer-key.server"
import { findPayerRules } from "~/models/money/payer/payer-rules.server"
import { paymentMethods } from "~/models/money/payment/payment"
import { familyStatement, payerStatement } from "~/models/money/statement/statement.server"
import { addDays, addMonths, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { dayOf } from "./plans"

// What the accountant and the family read of a history: month sheets, the files beside them, and statements.

const sum = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0)

const firstMonth = "2026-10"

/** Months follow each other to the balance, and the files of each add up to its sheet. */
export function checkMonths(actor: Actor, familyId: string) {
  const lastMonth = monthOf(addMonths(`${monthOf(dayOf(actor))}-01`, 1))
  let openingMinor = 0
  for (let month = firstMonth; month <= lastMonth; month = monthOf(addMonths(`${month}-01`, 1))) {
    const sheet = findMonthSheet(actor, month)
    expect(sheet.openingMinor).toBe(openingMinor)
    const moved = Object.values(sheet.kinds).map(({ sumMinor }) => ({ amountMinor: sumMinor }))
    expect(sheet.closingMinor).toBe(openingMinor + sum(moved))
    const owed = listBalances(actor, sheet.to).map(({ balanceMinor }) => ({ amountMinor: balanceMinor }))
    expect(sum(owed)).toBe(sheet.closingMinor)
    const { kinds, methods } = sheet
    expect(sum(listSales(actor, month))).toBe(
      kinds.invoice.sumMinor +
        kinds.void.sumMinor +
        kinds["credit-note"].sumMinor +
        kinds["write-off"].sumMinor +
        kinds.restored.sumMinor,
    )
    for (const method of paymentMethods) {
      const of = methods.find((each) => each.method === method)
      expect(sum(listMovements(actor, month, method))).toBe(
        (of?.receivedMinor ?? 0) - (of?.refundedMinor ?? 0),
      )
    }
    openingMinor = sheet.closingMinor
  }
  expect(openingMinor).toBe(familyBalance(actor, familyId))
}

/** Together the payers’ statements are the family’s, whatever the period, and one ends where the next begins. */
export function checkStatements(actor: Actor, familyId: string) {
  const payers = listAllPayers(actor, familyId)
  const [first, second] = [
    { from: "2026-01-01", to: "2026-11-23" },
    { from: "2026-11-24", to: addDays(dayOf(actor), 60) },
  ]
  const [before, after] = [first, second].map((period) => {
    const whole = familyStatement(actor, familyId, period)
    expect(whole.closingMinor).toBe(whole.openingMinor + sum(whole.entries))
    const parts = payers.map((payerId) => payerStatement(actor, { familyId, payerId }, period))
    for (const part of parts) expect(part.closingMinor).toBe(part.openingMinor + sum(part.entries))
    const together = parts.reduce((all, { closingMinor }) => all + closingMinor, 0)
    if (isShared(actor, familyId)) expect(together).toBe(whole.closingMinor)
    return whole
  })
  expect(after?.openingMinor).toBe(before?.closingMinor)
  expect(after?.closingMinor).toBe(familyBalance(actor, familyId))
}

const sharesOf = (actor: Actor, familyId: string) =>
  db()
    .select({ id: invoices.id, payerId: payerOf(invoiceShares), ownerId: payerOf(invoices) })
    .from(invoiceShares)
    .innerJoin(invoices, joined(invoices, invoiceShares.invoiceId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId)))
    .all()

/** Who pays now or ever had a part of an invoice, also when they were removed since. */
function listAllPayers(actor: Actor, familyId: string): string[] {
  const rules = findPayerRules(actor, familyId)
  const now = [...(rules?.guardians ?? []), ...(rules?.others ?? [])].map(({ id }) => id)
  const ever = sharesOf(actor, familyId).flatMap(({ payerId }) => payerId ?? [])
  return [...new Set([...now, ...ever])]
}

/** Whether anything is divided: where not, each payer’s statement is the family’s. */
const isShared = (actor: Actor, familyId: string) =>
  [...groupBy(sharesOf(actor, familyId), ({ id }) => id).values()].some(
    (shares) => shares.length > 1 || shares.some(({ ownerId }) => ownerId !== null),
  )
