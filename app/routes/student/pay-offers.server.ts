import type { Actor } from "~/models/foundation/access/actor"
import type { PortalInvoiceRow } from "~/models/money/family-invoice/family-invoice"
import type { PayAllOffer, PayOwedOffer } from "~/models/money/family-invoice/pay-all"
import type { listPortalOwed } from "~/models/money/family-invoice/portal-owed.server"
import { payAllOf, payOwedOf, waysToPay } from "~/models/money/payment-order/start-payment.server"

/** What one payment for everything comes to, and through whom; null where no one takes it. */
export function payAllOffer(
  actor: Actor,
  rows: PortalInvoiceRow[],
  owed: ReturnType<typeof listPortalOwed>,
): PayAllOffer | null {
  const all = payAllOf(rows, owed)
  const ways = waysTo(actor, all?.amountMinor)
  if (!all || ways.length === 0) return null
  const { parts, besideMinor, amountMinor } = all
  const isEverything = amountMinor === sumOpen(rows) + sumOwed(owed)
  return { count: parts.length, besideMinor, amountMinor, isEverything, ways }
}

/** What of the rest is paid by itself, and through whom; nothing where no one takes it. */
export function payOwedOffer(
  actor: Actor,
  rows: PortalInvoiceRow[],
  owed: ReturnType<typeof listPortalOwed>,
): PayOwedOffer {
  const openMinor = payOwedOf(rows, owed)?.owedMinor ?? 0
  const ways = waysTo(actor, openMinor)
  return { amountMinor: ways.length > 0 ? openMinor : 0, ways }
}

const waysTo = (actor: Actor, openMinor = 0) => waysToPay(actor, { openMinor, isProcessing: false }).ways

export const sumOpen = (rows: readonly PortalInvoiceRow[]): number =>
  rows.reduce((total, { openMinor }) => total + openMinor, 0)

export const sumOwed = (owed: ReturnType<typeof listPortalOwed>): number =>
  owed.reduce((total, { owedMinor }) => total + owedMinor, 0)
