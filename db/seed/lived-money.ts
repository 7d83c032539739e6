import type { Actor } from "~/models/foundation/access/actor"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listUnchargedSeats } from "~/models/money/charge/uncharged-seats.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import type { PaymentMethod } from "~/models/money/payment/payment"
import { recordPayment } from "~/models/money/payment/payment.server"
import { fixClock } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { chance, pick } from "./chance"

export type IssuedInvoice = { invoiceId: string; familyId: string; familyName: string; issuedOn: string }

/** On the second of the next month every family's lessons and fees of `month` become an invoice, due three weeks later. */
export function billMonth(actor: Actor, month: string): IssuedInvoice[] {
  const { first: from, last: to } = monthBounds(month)
  const issuedOn = addDays(to, 2)
  fixClock(instantOf(from, "06:00", actor.school.timeZone))
  chargeMonth(actor, month)
  fixClock(instantOf(issuedOn, "09:00", actor.school.timeZone))

  const families = new Map<string, { familyName: string; chargeIds: string[] }>()
  for (const charge of listUnbilledCharges(actor, { to })) {
    const family = families.get(charge.familyId) ?? { familyName: charge.familyName, chargeIds: [] }
    family.chargeIds.push(charge.chargeId)
    families.set(charge.familyId, family)
  }
  return [...families].flatMap(([familyId, { familyName, chargeIds }]) => {
    const unchargedSeatIds = listUnchargedSeats(actor, familyId, from, to).map(({ seatId }) => seatId)
    const issued = issueInvoice(actor, {
      familyId,
      from,
      to,
      dueOn: addDays(issuedOn, 21),
      chargeIds,
      unchargedSeatIds: unchargedSeatIds,
      note: null,
    })
    return issued.ok ? [{ invoiceId: issued.invoiceId, familyId, familyName, issuedOn }] : []
  })
}

const methods: readonly [PaymentMethod, ...PaymentMethod[]] = [
  "paypal",
  "paypal",
  "transfer",
  "transfer",
  "card",
  "cash",
]

/** Families pay: most within ten days, some late. `share` of 1 pays all, less pays a part; nothing after `until`. */
export function payInvoice(actor: Actor, issued: IssuedInvoice, options: { until: string; share?: number }) {
  const invoice = findInvoice(actor, issued.invoiceId)
  if (!invoice || invoice.openMinor <= 0) return
  const days = Math.round(2 + chance("pays", issued.familyName, monthOf(issued.issuedOn)) * 12)
  const receivedOn = addDays(issued.issuedOn, days)
  if (receivedOn > options.until) return
  fixClock(instantOf(receivedOn, "18:20", actor.school.timeZone))
  const method = pick(methods, "method", issued.familyName)
  const amountMinor = Math.max(1, Math.round(invoice.openMinor * (options.share ?? 1)))
  const paid = recordPayment(actor, {
    invoiceId: issued.invoiceId,
    amountMinor,
    method,
    receivedOn,
    payerName: invoice.shares[0]?.name ?? issued.familyName,
    ...(method === "paypal" ? { providerReference: `DEMO-${issued.invoiceId}` } : {}),
  })
  if (!paid.ok) throw new Error(`${issued.familyName} could not pay: ${paid.reason}`)
}
