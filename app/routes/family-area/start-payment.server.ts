import { redirect } from "@remix-run/node"
import { notFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { PartForm } from "~/models/money/payment-order/part-form"
import type { HowPaid, StartedPayment } from "~/models/money/payment-order/start-payment.server"
import type { ProviderName } from "~/providers/payment-provider"
import { payRefusalText } from "~/texts/money/refusals"
import { platformWay } from "~/utils/payment-providers"

type Places = {
  /** The page that shows why nothing was started. */
  here: string
  /** Where a payment that was approved before is settled. */
  settle: (started: { token: string; invoiceId: string | null }) => string
}

type Start = (how: HowPaid) => Promise<StartedPayment>

/** The buttons of an open invoice, for each provider: all of it, what is due now of a plan, a part. */
export function payIntents(start: Start, places: Places) {
  const pay = async (how: HowPaid) => goToPay(await start(how), places, how.way)
  const part = (form: FormData, way: ProviderName) =>
    payPart(form, (chosen) => start({ way, chosen }), places, way)
  return {
    "pay-part": (form: FormData) => part(form, platformWay),
    "pay-part-by-card": (form: FormData) => part(form, "stripe"),
    "pay-due": () => pay({ way: platformWay, chosen: "due" }),
    "pay-due-by-card": () => pay({ way: "stripe", chosen: "due" }),
    "pay-by-card": () => pay({ way: "stripe" }),
    else: () => pay({ way: platformWay }),
  }
}

/** Sends the payer on to the provider, or back with the reason. */
export function goToPay(started: StartedPayment, { here, settle }: Places, way?: ProviderName) {
  if (started.ok) return redirect(started.approveUrl, 303)
  if (started.reason === "no-invoice") throw notFound()
  if (started.reason === "already-approved")
    return redirect(settle({ token: started.providerOrderId, invoiceId: started.invoiceId }), 303)
  return redirectWithToast(here, { title: payRefusalText(started.reason, way), tone: "bad" })
}

/** The same for a part of the balance: what is wrong with the amount is said beside it. */
async function payPart(
  form: FormData,
  start: (amountMinor: number) => Promise<StartedPayment>,
  places: Places,
  way: ProviderName,
) {
  const submission = readForm(form, { schema: PartForm })
  if (submission.status !== "success") return invalid(submission)
  const started = await start(submission.value.amount)
  if (!started.ok && (started.reason === "more-than-open" || started.reason === "part-not-taken"))
    return invalid(submission, { amount: payRefusalText(started.reason, way) }, 409)
  return goToPay(started, places, way)
}
