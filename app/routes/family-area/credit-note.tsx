import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { CreditNotePaper } from "~/components/money/credit-note/credit-note-paper"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findPortalCreditNote } from "~/models/money/family-invoice/portal-charges.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const note = orNotFound(findPortalCreditNote(actor, params.noteId ?? ""))
  return { note }
}

export const meta = pageTitle<typeof loader>((data) => `Credit note ${data.note.number}`)

export default function StudentCreditNote() {
  const { note } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.studentInvoices()}>All invoices</Link>
      </p>
      <CreditNotePaper
        note={note}
        invoiceLink={
          note.invoiceId ? (
            <Link to={paths.studentInvoice(note.invoiceId)}>invoice {note.invoiceNumber}</Link>
          ) : null
        }
      >
        <p className="buttons no-print">
          <a className="button" href={paths.studentCreditNotePdf(note.id)}>
            Download PDF
          </a>{" "}
          {note.isEInvoice ? (
            <a className="button" href={paths.studentCreditNotePdf(note.id, { as: "xml" })}>
              E-invoice (XML)
            </a>
          ) : null}
        </p>
      </CreditNotePaper>
    </div>
  )
}
