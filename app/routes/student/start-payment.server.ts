import { redirect } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { PartForm } from "~/models/money/payment-order/part-form"
import { payRefusalText } from "~/models/money/payment-order/payment-order"
import type { StartedPayment } from "~/models/money/payment-order/start-payment.server"

type Places = {
  /** The page that shows why nothing was started. */
  here: string
  /** Where a payment that was approved before is settled. */
  settle: (started: { token: string; invoiceId: string | null }) => string
}

/** Sends the payer on to the provider, or back with the reason. */
export function goToPay(started: StartedPayment, { here, settle }: Places) {
  if (started.ok) return redirect(started.approveUrl, 303)
  if (started.reason === "no-invoice") throw notFound()
  if (started.reason === "already-approved")
    return redirect(settle({ token: started.providerOrderId, invoiceId: started.invoiceId }), 303)
  return redirectWithToast(here, { title: payRefusalText(started.reason), tone: "bad" })
}

/** The same for a part of the balance: what is wrong with the amount is said beside it. */
export async function payPart(
  form: FormData,
  start: (amountMinor: number) => Promise<StartedPayment>,
  places: Places,
) {
  const submission = readForm(form, { schema: PartForm })
  if (submission.status !== "success") return invalid(submission)
  const started = await start(submission.value.amount)
  if (!started.ok && (started.reason === "more-than-open" || started.reason === "part-not-taken"))
    return invalid(submission, { amount: payRefusalText(started.reason) }, 409)
  return goToPay(started, places)
}
