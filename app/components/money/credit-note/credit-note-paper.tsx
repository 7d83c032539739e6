import type { ReactNode } from "react"
import { type InvoiceGroup, InvoiceLines } from "~/components/money/invoice/invoice-lines"
import { TaxedTotal } from "~/components/money/invoice/taxed-total"
import { Status } from "~/components/ui/status"
import { hasUntaxed } from "~/models/money/invoice/invoice-paper"
import { formatDate } from "~/utils/formats"
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
    taxExemption: string | null
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
        <Status tone="ok">Sent</Status>
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
      <TaxedTotal
        lines={note.groups.flatMap(({ lines }) => lines)}
        totalMinor={note.totalMinor}
        currency={note.currency}
      />
      {note.taxExemption && hasUntaxed(note.groups) ? <p className="small dim">{note.taxExemption}</p> : null}
      <p>{note.reason}</p>
      <p className="small dim">
        Issued {formatDate(note.issuedOn, "medium")} to {note.billTo}.
      </p>
    </article>
  )
}
