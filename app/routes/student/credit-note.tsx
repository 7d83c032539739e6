import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { CreditNotePaper } from "~/components/money/credit-note/credit-note-paper"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { findPortalCreditNote } from "~/models/money/family-invoice/portal-credit-notes.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const note = findPortalCreditNote(actor, params.noteId ?? "")
  if (!note) throw notFound()
  return { note }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Credit note ${data.note.number} · Tutti` : "Not found · Tutti" },
]

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
