import type { Actor } from "~/models/foundation/access/actor"
import type { PortalInvoiceRow } from "~/models/money/family-invoice/family-invoice"
import type { listPortalOwed } from "~/models/money/family-invoice/portal-owed.server"
import { payOwedOf } from "~/models/money/payment-order/start-owed.server"
import { payAllOf, payRefusalOf } from "~/models/money/payment-order/start-payment.server"

/** What one payment for everything comes to, where PayPal takes it. */
export function payAllOffer(actor: Actor, rows: PortalInvoiceRow[], owed: ReturnType<typeof listPortalOwed>) {
  const all = payAllOf(rows, owed)
  if (!all || payRefusalOf(actor, { openMinor: all.amountMinor, isProcessing: false })) return null
  const { parts, besideMinor, amountMinor } = all
  const isEverything = amountMinor === sumOpen(rows) + sumOwed(owed)
  return { count: parts.length, besideMinor, amountMinor, isEverything }
}

/** What of the rest is paid by itself; nothing where PayPal doesn’t take it. */
export function payOwedOffer(
  actor: Actor,
  rows: PortalInvoiceRow[],
  owed: ReturnType<typeof listPortalOwed>,
) {
  const openMinor = payOwedOf(rows, owed)?.owedMinor ?? 0
  return payRefusalOf(actor, { openMinor, isProcessing: false }) ? 0 : openMinor
}

export const sumOpen = (rows: readonly PortalInvoiceRow[]): number =>
  rows.reduce((total, { openMinor }) => total + openMinor, 0)

export const sumOwed = (owed: ReturnType<typeof listPortalOwed>): number =>
  owed.reduce((total, { owedMinor }) => total + owedMinor, 0)
