import type { LoaderFunctionArgs } from "@remix-run/node"
import { invoicePdf } from "~/models/invoice/invoice-pdf.server"
import { requireMember } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const pdf = await invoicePdf(actor, params.invoiceId ?? "")
  if (!pdf) throw notFound()
  return new Response(new Uint8Array(pdf.bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${pdf.fileName}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  })
}
