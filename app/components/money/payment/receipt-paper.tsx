import type { ReactNode } from "react"
import { CalloutText } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import {
  beside,
  goneLabels,
  type PaymentMethod,
  paidWithText,
  referenceLabel,
} from "~/models/money/payment/payment"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type ReceiptPaperProps = {
  payment: {
    payerName: string
    amountMinor: number
    currency: string
    method: PaymentMethod
    receivedOn: string
    paidWith: string | null
    providerReference: string | null
    /** What no invoice used: the family's account credit. */
    spareMinor: number
    madeUpMinor: number
    /** What went to invoices that the reader doesn't see. */
    othersMinor?: number
    /** When it was taken back as a mistake, and why. */
    reversedOn: string | null
    reversedReason: string | null
    /** Refunds and chargebacks since. */
    refunds: { kind: keyof typeof goneLabels; refundedOn: string; amountMinor: number }[]
  }
  /** Which invoices the payment went to; minor units. */
  invoices: { invoiceId: string; number: string | null; part: number }[]
  school: { name: string; address: string | null }
  /** Where the same is as a file. */
  pdf: string
  /** Where the reader finds an invoice. */
  invoiceLink: (invoice: { invoiceId: string; text: string }) => ReactNode
}

/** A payment as paper: prints on one sheet, without the frame. */
export function ReceiptPaper({ payment, invoices, school, pdf, invoiceLink }: ReceiptPaperProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency)
  const { reversedOn } = payment
  const netMinor = payment.refunds.reduce((sum, { amountMinor }) => sum - amountMinor, payment.amountMinor)
  const facts: [string, string][] = [
    ["From", payment.payerName],
    ["To", [school.name, ...(school.address ?? "").split(/\s*\n\s*/)].filter(Boolean).join(", ")],
    ["Payment method", paidWithText(payment)],
    ...(payment.providerReference
      ? [[referenceLabel(payment.method), payment.providerReference] as [string, string]]
      : []),
  ]
  return (
    <article className="sheet">
      <div className="page-head">
        <div>
          <p className="expression dim">{school.name}</p>
          <h1>Receipt</h1>
        </div>
        {reversedOn ? (
          <Status head="rest">Reversed</Status>
        ) : netMinor > 0 ? (
          <Status tone="ok">Paid</Status>
        ) : (
          <Status head="rest">
            {payment.refunds.at(-1)?.kind === "reversal" ? "Charged back" : "Refunded"}
          </Status>
        )}
      </div>
      <div className="amount-due">
        <p className="price">{money(payment.amountMinor)}</p>
        <p>
          received <b>{formatDate(payment.receivedOn, "full")}</b>
        </p>
      </div>
      {reversedOn ? (
        <CalloutText>
          Reversed {formatDate(reversedOn, "full")}: {payment.reversedReason}
        </CalloutText>
      ) : null}
      <dl className="ledger facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <LedgerList
        rows={[
          ...invoices.map(({ invoiceId, number, part }) => ({
            label: invoiceLink({ invoiceId, text: `Invoice ${number}` }),
            amount: money(part),
          })),
          ...beside(payment).map(([label, amountMinor]) => ({ label, amount: money(amountMinor) })),
        ]}
        total={{ label: "Received", amount: money(payment.amountMinor) }}
      />
      {payment.refunds.length > 0 ? (
        <LedgerList
          rows={payment.refunds.map(({ kind, refundedOn, amountMinor }) => ({
            label: `${goneLabels[kind]} ${formatDate(refundedOn, "full")}`,
            amount: money(-amountMinor),
          }))}
          total={{ label: "Net of refunds", amount: money(netMinor) }}
        />
      ) : null}
      <p className="no-print">
        <a className="button" href={pdf}>
          Download PDF
        </a>
      </p>
    </article>
  )
}
