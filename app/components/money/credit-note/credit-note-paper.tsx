import type { ReactNode } from "react"
import { type InvoiceGroup, InvoiceLines } from "~/components/money/invoice/invoice-lines"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type CreditNotePaperProps = {
  note: {
    number: string
    currency: string
    issuedOn: string
    sellerName: string
    billTo: string
    reason: string
    totalMinor: number
    groups: InvoiceGroup[]
  }
  /** The invoice it corrects, as the reader can open it. */
  invoiceLink: ReactNode
  /** What the reader can do. */
  children?: ReactNode
}

/** A credit note as on paper, for the office and for families. */
export function CreditNotePaper({ note, invoiceLink, children }: CreditNotePaperProps) {
  return (
    <article className="sheet">
      <div className="page-head">
        <div>
          <p className="expression dim">{note.sellerName}</p>
          <h1>Credit note {note.number}</h1>
        </div>
        <Status head="on" tone="ok">
          Sent
        </Status>
      </div>
      <div className="amount-due">
        <p className="price">{formatMoney(note.totalMinor, note.currency)}</p>
        <p>
          credited <b>{formatDate(note.issuedOn, "full")}</b>
        </p>
      </div>
      {children}
      {invoiceLink ? <p>Corrects {invoiceLink}.</p> : null}
      <InvoiceLines caption="Credited" groups={note.groups} currency={note.currency} />
      <LedgerList
        rows={[]}
        total={{ label: "Credit", amount: formatMoney(note.totalMinor, note.currency) }}
      />
      <p>{note.reason}</p>
      <p className="small dim">
        Issued {formatDate(note.issuedOn, "medium")} to {note.billTo}.
      </p>
    </article>
  )
}
