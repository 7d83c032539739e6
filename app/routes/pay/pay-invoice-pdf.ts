import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireInvoiceLink } from "~/http/guards.server"
import { findLinkedInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { eInvoiceFile, invoicePdf } from "~/models/money/invoice/invoice-pdf.server"

/** The invoice's paper. One that several people share is as it was issued: what the others paid is theirs to know. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, link } = requireInvoiceLink(params.payKey)
  const invoice = findLinkedInvoice(actor, link)
  const asIssued = invoice !== undefined && invoice.shares.length > 1 && invoice.state !== "void"
  const answer = asksForXml(request)
    ? xmlAnswer(invoice && eInvoiceFile(actor, invoice.id))
    : pdfAnswer(invoice && (await invoicePdf(actor, invoice.id, { asIssued })), "attachment")
  answer.headers.set("Referrer-Policy", "no-referrer")
  answer.headers.set("X-Robots-Tag", "noindex, nofollow")
  return answer
}
