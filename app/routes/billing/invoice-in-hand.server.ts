import { safeRedirect } from "~/http/safe-redirect"
import { paths } from "~/utils/paths"

/** Where a charge that is changed or waived leads back to: the new invoice it was opened from, or all that is ready to invoice. */
export function invoiceInHand(request: Request): { to: string; label: string } {
  const back = safeRedirect(new URL(request.url).searchParams.get("back"), "")
  return back.startsWith(`${paths.newInvoice()}?`)
    ? { to: back, label: "New invoice" }
    : { to: paths.unbilled(), label: "Ready to invoice" }
}
