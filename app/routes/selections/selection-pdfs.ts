import { Readable } from "node:stream"
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node"
import { streamAnswer } from "~/http/file-answer.server"
import { notFound, requireMember, requireRight } from "~/http/guards.server"
import { findSelection } from "~/models/foundation/selection/selection.server"
import { invoicePdfs } from "~/models/money/invoice/invoice-pdf.server"
import { mostPdfs } from "~/models/overview/bulk/list-acts"
import { todayOf } from "~/utils/clock.server"
import { zipChunks } from "~/utils/zip-file.server"

/** The PDFs of the invoices that were selected, as one ZIP file that is sent while it is made. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "list:select")
  requireRight(actor, "invoice:read")
  const selection = findSelection(actor, params.selectionId ?? "")
  if (selection?.noun !== "invoices" || selection.act !== "pdfs") throw notFound()
  if (selection.ids.length > mostPdfs) throw notFound()
  const chunks = zipChunks(invoicePdfs(actor, selection.ids))
  return streamAnswer({
    body: createReadableStreamFromReadable(Readable.from(chunks, { objectMode: false })),
    contentType: "application/zip",
    fileName: `invoices-${todayOf(actor)}.zip`,
  })
}
