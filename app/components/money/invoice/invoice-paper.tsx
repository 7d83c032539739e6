import type { ComponentProps, ReactNode } from "react"
import { Callout } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { shareLabel } from "~/models/money/invoice/invoice"
import { hasUntaxed, type PaperFacts, periodText, settledRows } from "~/models/money/invoice/invoice-paper"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { addressInLine, readAddress } from "~/utils/postal-address"
import { InstallmentList } from "../payment-plan/installment-list"
import { HowToPay } from "./how-to-pay"
import { InvoiceLines } from "./invoice-lines"
import { InvoiceStatus } from "./invoice-status"
import { TaxedTotal } from "./taxed-total"

type InvoicePaperProps = {
  invoice: PaperFacts
  /** How long until or since the due date: "in 2 days". */
  dueText?: string
  /** The school's bank account, with its code. */
  transfer?: ComponentProps<typeof HowToPay>["transfer"]
  /** `YYYY-MM-DD`, to tell overdue installments. */
  today?: string
  /** What the reader can do, under the amount. */
  children?: ReactNode
}

/** An invoice as on paper, for the office and for families; prints on one page. */
export function InvoicePaper({ invoice, dueText, transfer, today = "", children }: InvoicePaperProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency)
  const isOpen = invoice.openMinor > 0
  const home = readAddress(invoice.sellerAddress).country
  return (
    <article className="sheet">
      <div className="page-head">
        <div>
          <p className="expression dim">{invoice.sellerName}</p>
          <h1>{invoice.number ? `Invoice ${invoice.number}` : "Draft invoice"}</h1>
        </div>
        <p>
          <InvoiceStatus state={invoice.state} />
        </p>
      </div>
      <div className="amount-due">
        <p className="price">{money(isOpen ? invoice.openMinor : invoice.totalMinor)}</p>
        <p>
          {isOpen && invoice.openMinor < invoice.totalMinor ? `of ${money(invoice.totalMinor)}, ` : null}
          due <b>{formatDate(invoice.dueOn, "full")}</b>
          {isOpen && dueText ? `, ${dueText}` : null}
        </p>
      </div>
      {children}
      {invoice.voidedOn ? (
        <Callout>
          <p>
            Voided {formatDate(invoice.voidedOn, "full")}: {invoice.voidReason}
          </p>
        </Callout>
      ) : null}
      <InvoiceLines
        caption={periodText(invoice.periodFrom, invoice.periodTo)}
        groups={invoice.groups}
        currency={invoice.currency}
      />
      <TaxedTotal
        lines={invoice.groups.flatMap(({ lines }) => lines)}
        totalMinor={invoice.totalMinor}
        currency={invoice.currency}
      />
      {invoice.taxExemption && hasUntaxed(invoice.groups) ? (
        <p className="small dim">{invoice.taxExemption}</p>
      ) : null}
      <After invoice={invoice} today={today} />
      {invoice.note ? <p className="whitespace-pre-line">{invoice.note}</p> : null}
      {invoice.voidedOn ? null : <HowToPay instructions={invoice.paymentInstructions} transfer={transfer} />}
      <p className="small dim">
        {invoice.issuedOn ? `Issued ${formatDate(invoice.issuedOn, "medium")} to ` : "To "}
        {invoice.billTo}
        {invoice.billToAddress ? `, ${addressInLine(invoice.billToAddress, home)}` : null}.
        {invoice.billToTaxNumber ? ` Their tax number ${invoice.billToTaxNumber}.` : null}
        {invoice.billToReference ? ` Your reference ${invoice.billToReference}.` : null}
        {invoice.sellerAddress
          ? ` From ${invoice.sellerName}, ${addressInLine(invoice.sellerAddress, home)}.`
          : null}
        {invoice.sellerTaxNumber ? ` Tax number ${invoice.sellerTaxNumber}.` : null}
      </p>
    </article>
  )
}

/** Below the total: each payer's share, the payments received, and the payment plan. */
function After({ invoice, today }: { invoice: PaperFacts; today: string }) {
  const settled = settledRows(invoice)
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency)
  return (
    <>
      {invoice.shares.length > 1 ? (
        <LedgerList
          rows={invoice.shares.map((share) => ({
            label: shareLabel(share),
            amount: money(share.amountMinor),
          }))}
        />
      ) : null}
      {settled.length > 0 ? (
        <LedgerList
          rows={[
            ...settled.map(({ label, amountMinor }) => ({ label, amount: money(-amountMinor) })),
            { label: <b>Balance due</b>, amount: <b>{money(invoice.openMinor)}</b> },
          ]}
        />
      ) : null}
      {invoice.openMinor > 0 && invoice.installments.length > 0 ? (
        <>
          <h2>Installments</h2>
          <InstallmentList installments={invoice.installments} currency={invoice.currency} today={today} />
        </>
      ) : null}
    </>
  )
}
