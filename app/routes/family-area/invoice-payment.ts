import type { LoaderFunctionArgs } from "@remix-run/node"
import { orNotFound, requireMember } from "~/http/guards.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { leavePage } from "~/models/money/payment-order/close-pages.server"
import { cancelledText, unsettledTextOf } from "~/models/money/payment-order/payment-order"
import { findOwnOrder } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { paths } from "~/utils/paths"

/** The provider sends payers back here (see provider-returns.ts). Asks it for the state of the payer's own order and completes it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const invoiceId = params.invoiceId ?? ""
  const query = new URL(request.url).searchParams
  const order = orNotFound(findOwnOrder(actor, invoiceId, query.get("token") ?? ""))
  if (query.has("cancelled") && (await leavePage(actor, order)))
    return redirectWithToast(paths.studentInvoice(invoiceId), cancelledText)
  const settled = await settlePayment(actor, order)
  if (settled.state === "paid")
    return redirectWhenReplicated(paths.receipt(settled.paymentId), "Payment received. Here’s your receipt.")
  return redirectWithToast(paths.studentInvoice(invoiceId), unsettledTextOf(order.provider, settled.state))
}
