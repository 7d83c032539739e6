import type { LoaderFunctionArgs } from "@remix-run/node"
import { orNotFound, requireMember } from "~/http/guards.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { leavePage } from "~/models/money/payment-order/close-pages.server"
import { cancelledText, unsettledTextOf } from "~/models/money/payment-order/payment-order"
import { findOwnOrder } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { paths } from "~/utils/paths"

/** The provider sends payers of what is owed on no invoice back here (see provider-returns.ts), as it does payers of an invoice. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const query = new URL(request.url).searchParams
  const order = orNotFound(findOwnOrder(actor, null, query.get("token") ?? ""))
  if (query.has("cancelled") && (await leavePage(actor, order)))
    return redirectWithToast(paths.studentInvoices(), cancelledText)
  const settled = await settlePayment(actor, order)
  if (settled.state === "paid")
    return redirectWhenReplicated(paths.receipt(settled.paymentId), "Payment received. Here’s your receipt.")
  return redirectWithToast(paths.studentInvoices(), unsettledTextOf(order.provider, settled.state, "balance"))
}
