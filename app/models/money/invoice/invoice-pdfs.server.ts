import type { Actor } from "~/models/foundation/access/actor"
import { nextTurn } from "~/utils/in-turns"
import { invoicePdf } from "./invoice-pdf.server"

/** The PDFs of some invoices, one after the other, with other requests answered in between. Drafts have none. */
export async function* invoicePdfs(
  actor: Actor,
  invoiceIds: readonly string[],
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const invoiceId of invoiceIds) {
    const pdf = await invoicePdf(actor, invoiceId)
    if (pdf) yield { name: pdf.fileName, bytes: pdf.bytes }
    await nextTurn()
  }
}
