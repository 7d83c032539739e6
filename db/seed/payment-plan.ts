import { db } from "db/client.server"
import { guardians } from "db/schema/people"
import { and, eq, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { propose } from "~/models/money/installment/installment"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { agreePlan } from "~/models/money/payment-plan/payment-plan.server"
import { askForPlan } from "~/models/money/payment-plan/plan-asks.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"

/** A family without a login pays its largest unpaid invoice in three installments, and has paid the first. */
export function seedPaymentPlan(actor: Actor) {
  const day = todayOf(actor)
  const [largest] = listInvoices(actor, { status: "due", page: null })
    .rows.filter(({ familyId, paidMinor }) => paidMinor === 0 && !hasLogin(actor, familyId))
    .sort((a, b) => b.openMinor - a.openMinor || a.id.localeCompare(b.id))
  const invoice = largest && findInvoice(actor, largest.id)
  if (!invoice) return
  const firstOn = addDays(day, 2)
  const rows = propose({ totalMinor: invoice.openMinor, count: 3, firstOn, rhythm: "month" })
  const agreed = agreePlan(actor, {
    invoiceId: invoice.id,
    invoiceIds: [],
    planId: null,
    rows,
    reason: "",
  })
  const [first] = rows
  if (!agreed.ok || !first) return
  recordPayment(actor, {
    invoiceId: invoice.id,
    amountMinor: first.amountMinor,
    method: "transfer",
    receivedOn: day,
    payerName: invoice.shares[0]?.name ?? invoice.billTo,
  })
}

/** A guardian asks to pay the family's next unpaid invoice in installments. */
export function seedPlanAsk(reader: Actor) {
  const [next] = listPortalInvoices(reader)
  if (!next || next.openMinor === 0) return
  askForPlan(reader, next.id, {
    count: 2,
    firstOn: addDays(todayOf(reader), 12),
    note: "I’m paid at the end of the month.",
  })
}

/** Whether one of the family's guardians logs in. */
const hasLogin = (actor: Actor, familyId: string): boolean =>
  db()
    .select({ id: guardians.id })
    .from(guardians)
    .where(
      and(
        eq(guardians.schoolId, actor.school.id),
        eq(guardians.familyId, familyId),
        isNotNull(guardians.memberId),
      ),
    )
    .get() !== undefined
