import type { Actor } from "~/models/foundation/access/actor"
import { ownInstallments } from "~/models/money/family-invoice/family-invoice"
import type {
  findLinkedInvoice,
  findPortalInvoice,
} from "~/models/money/family-invoice/portal-invoices.server"
import { countDueNow } from "~/models/money/installment/installment"
import { drawnTransfer } from "~/models/money/invoice/bank-code.server"
import { instructionsOf, payContact } from "~/models/money/invoice/how-to-pay.server"
import { hasUntaxed, periodText } from "~/models/money/invoice/invoice-paper"
import { listTakenBack } from "~/models/money/payment/taken-back.server"
import { takesPartPayments, waysToPay } from "~/models/money/payment-order/start-payment.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { todayOf } from "~/utils/clock.server"

type OwnInvoice = NonNullable<ReturnType<typeof findPortalInvoice> | ReturnType<typeof findLinkedInvoice>>

/** What an invoice shows its payer, in the portal and behind its link alike. */
export function shownInvoice(actor: Actor, invoice: OwnInvoice) {
  const { number, state, currency, issuedOn, totalMinor, isEInvoice, own, processing } = invoice
  const today = todayOf(actor)
  const dueOn = own.claims[0]?.dueOn ?? invoice.dueOn
  const { ways, refusal } = waysToPay(actor, { openMinor: own.openMinor, isProcessing: processing !== null })
  return {
    invoice: { number, state, currency, issuedOn, dueOn, totalMinor, isEInvoice, ...own },
    voided: invoice.voidedOn ? { on: invoice.voidedOn, reason: invoice.voidReason } : null,
    sellerName: invoice.sellerName,
    sellerTaxNumber: invoice.sellerTaxNumber,
    billTo: invoice.billTo,
    note: invoice.note,
    paymentInstructions: own.openMinor > 0 ? instructionsOf(actor, invoice.paymentInstructions) : null,
    transfer: drawnTransfer(invoice, own.dueNowMinor),
    period: periodText(invoice.periodFrom, invoice.periodTo),
    groups: invoice.groups,
    exemption: hasUntaxed(invoice.groups) ? invoice.taxExemption : null,
    // The invoice shows that there is another payer; what they have paid stays private.
    shares: invoice.shares.map(({ name, amountMinor }) => ({ name, amountMinor })),
    due: dueLabel(dueOn, today).text,
    today,
    installments: ownInstallments(invoice),
    dueCount: countDueNow(own.claims, today),
    declined: invoice.declined,
    // What another payer got back stays private.
    takenBack: invoice.shares.length > 1 ? [] : listTakenBack(actor, invoice.id),
    refusal,
    contact: refusal ? payContact(actor) : null,
    takesParts: takesPartPayments(actor),
    ways,
  }
}
