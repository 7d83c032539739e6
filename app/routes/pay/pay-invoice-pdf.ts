import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireInvoiceLink } from "~/http/guards.server"
import { ownInvoicePdf } from "~/models/money/family-invoice/own-invoice-pdf.server"
import { findLinkedInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { eInvoiceFile } from "~/models/money/invoice/invoice-pdf.server"

/** The invoice's paper, or its e-invoice. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, link } = requireInvoiceLink(params.payKey)
  const invoice = findLinkedInvoice(actor, link)
  const answer = asksForXml(request)
    ? xmlAnswer(invoice && eInvoiceFile(actor, invoice.id))
    : pdfAnswer(invoice && (await ownInvoicePdf(actor, invoice)), "attachment")
  answer.headers.set("Referrer-Policy", "no-referrer")
  answer.headers.set("X-Robots-Tag", "noindex, nofollow")
  return answer
}
