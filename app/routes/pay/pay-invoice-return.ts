import type { LoaderFunctionArgs } from "@remix-run/node"
import { orNotFound, requireInvoiceLink } from "~/http/guards.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { reachOfReceipt } from "~/models/money/payment/send-receipt.server"
import { leavePage } from "~/models/money/payment-order/close-pages.server"
import { cancelledText, unsettledTextOf } from "~/models/money/payment-order/payment-order"
import { findOrderOfLink } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { paths } from "~/utils/paths"

/** The provider sends the holder of an invoice's link back here (see provider-returns.ts): the order is asked about, then settled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, link } = requireInvoiceLink(params.payKey)
  const query = new URL(request.url).searchParams
  const order = orNotFound(findOrderOfLink(actor, link.id, query.get("token") ?? ""))
  const here = paths.payInvoice(params.payKey ?? "")
  if (query.has("cancelled") && (await leavePage(actor, order))) return redirectWithToast(here, cancelledText)
  const settled = await settlePayment(actor, order)
  if (settled.state === "paid") {
    const { email } = link
    const { reached, returned } = reachOfReceipt(actor, { name: email ?? "", email })
    return redirectWhenReplicated(here, {
      title: reached.length > 0 ? `Payment received. We’ve sent a receipt to ${email}.` : "Payment received.",
      text: returned.length > 0 ? `Emails to ${email} come back, so no receipt was sent there.` : undefined,
      tone: "good",
    })
  }
  return redirectWithToast(here, unsettledTextOf(order.provider, settled.state))
}
