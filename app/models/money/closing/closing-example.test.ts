import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { creditNotes } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import { desc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { openSchool } from "../../../../tests/support/school"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { addItemCharge } from "../charge/charge.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { addExpense } from "../expense/save-expense.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { recordPayment } from "../payment/payment.server"
import { addHire } from "../rental/rentals.server"
import { closeMonth } from "./closing.server"

// The example of "Closing a month" in docs/accounting-pay.md.

const days = new Map([
  ["October 31", "2026-10-31"],
  ["November 1", "2026-11-01"],
  ["November 3", "2026-11-03"],
])
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))

function openOctober() {
  at("2026-10-20")
  const { actor } = openSchool()
  const family = openFamily(actor)
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 10_000)]))
  if (!issued.ok) throw new Error(issued.reason)
  at("2026-11-03")
  expect(closeMonth(actor, "2026-10")).toEqual({ ok: true })
  return { actor, family, invoiceId: issued.invoiceId }
}

/** The day of the payment or credit note entered last. */
const dayOf = (actor: Actor, table: typeof payments | typeof creditNotes) =>
  table === payments
    ? db()
        .select({ day: payments.receivedOn })
        .from(payments)
        .where(eq(payments.schoolId, actor.school.id))
        .orderBy(desc(payments.receivedAt))
        .get()?.day
    : db()
        .select({ day: creditNotes.issuedOn })
        .from(creditNotes)
        .where(eq(creditNotes.schoolId, actor.school.id))
        .get()?.day

test("what is entered after a month is closed counts on the day that the example says, or is refused", async () => {
  const rows = tableBelow(readFileSync("docs/accounting-pay.md", "utf8"), "Closing a month")
  expect(rows).toHaveLength(7)
  for (const [entered = "", dated = "", counts] of rows) {
    const { actor, family, invoiceId } = openOctober()
    const { familyId, studentIds } = family
    const day = days.get(dated) ?? ""
    const payment = { invoiceId, amountMinor: 1000, receivedOn: day, payerName: "Mateo Okafor" }
    const acts: Record<string, () => { ok: boolean } | Promise<{ ok: boolean }>> = {
      Payment: () => recordPayment(actor, { ...payment, method: "cash" }),
      "Payment that arrived at PayPal": () =>
        recordPayment(actor, { ...payment, method: "paypal", hasArrived: true }),
      Expense: () =>
        addExpense(actor, {
          payee: "Strings & Co.",
          category: "materials",
          amount: 6000,
          taxAmount: 0,
          note: null,
          method: "cash",
          spentOn: day,
        }),
      Item: () =>
        addItemCharge(actor, { familyId, description: "Exam fee", amountMinor: 4000, occurredOn: day }),
      "First day of a hire": () =>
        addHire(actor, studentIds[0] ?? "", {
          item: "Violin 3/4",
          serialNumber: null,
          price: 2500,
          tax: "default",
          startsOn: day,
          endsOn: null,
          formKey: "one",
        }),
      "Credit note for an invoice of October": () => {
        const invoice = findInvoice(actor, invoiceId)
        const lines = invoice ? listCreditableLines(actor, invoice) : []
        const amounts = new Map(lines.map(({ id }) => [id, 100]))
        return creditInvoice(actor, { invoiceId, amounts, reason: "Goodwill" })
      },
    }
    const done = await acts[entered]?.()
    const kept = dayOf(actor, entered.startsWith("Credit note") ? creditNotes : payments)
    expect([entered, dated, done?.ok ? kept : "refused"]).toEqual([
      entered,
      dated,
      days.get(counts ?? "") ?? counts,
    ])
  }
})
