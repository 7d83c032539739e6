import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { ReasonForm } from "~/components/money/payment/reason-form"
import { pageTitle } from "~/components/shell/frame"
import { CalloutText } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { isOfTransfer } from "~/models/money/bank-import/record-entry.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { ReasonForm as ReasonSchema } from "~/models/money/payment/payment-form"
import { reverseBarrier, reversePayment } from "~/models/money/payment/reverse-payment.server"
import { hasReceipt, isReceiptHeld } from "~/models/money/payment/send-receipt.server"
import { reverseRefusals } from "~/texts/money/refusals"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const payment = orNotFound(findPayment(actor, params.paymentId ?? ""))
  const { id, payerName, amountMinor, currency, receivedOn, allocations, spareMinor } = payment
  return {
    payment: { id, payerName, amountMinor, currency, receivedOn, spareMinor },
    numbers: allocations.flatMap(({ number }) => number ?? []),
    receipt: isReceiptHeld(actor, id)
      ? ("held" as const)
      : hasReceipt(actor, id)
        ? ("sent" as const)
        : ("none" as const),
    barrier: reverseBarrier(actor, payment) ?? null,
  }
}

const receiptTexts = {
  held: "The receipt by email hasn’t left yet, so it isn’t sent. ",
  sent: "The payer got a receipt by email, and gets a correction. ",
  none: null,
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const paymentId = params.paymentId ?? ""
  if (!findPayment(actor, paymentId)) throw notFound()
  const submission = readForm(await request.formData(), { schema: ReasonSchema })
  if (submission.status !== "success") return invalid(submission)
  const reversed = reversePayment(actor, { paymentId, reason: submission.value.reason })
  if (!reversed.ok) return invalid(submission, { form: reverseRefusals[reversed.reason] }, 409)
  const back = { label: "Bank transfers", to: paths.bankTransfers({ state: "recorded" }) }
  return isOfTransfer(actor, paymentId)
    ? redirectWhenReplicated(
        paths.paymentReceipt(paymentId),
        {
          title: "Payment reversed.",
          text: "To record its bank transfer again, restore it under Recorded.",
          tone: "good",
        },
        [back],
      )
    : redirectWhenReplicated(paths.paymentReceipt(paymentId), "Payment reversed.")
}

export const meta = pageTitle<typeof loader>(
  (data) => `Reverse the payment from ${data.payment.payerName}`,
  "Reverse the payment from a family",
)

export default function PaymentReverse() {
  const { payment, numbers, receipt, barrier } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const back = paths.paymentReceipt(payment.id)
  const amount = formatMoney(payment.amountMinor, payment.currency)
  return (
    <FormPage
      back={{ to: back, label: "Receipt" }}
      title={`Reverse ${amount} from ${payment.payerName}?`}
      expression={`received ${formatDate(payment.receivedOn, "full")}`}
    >
      {barrier ? (
        <CalloutText>{reverseRefusals[barrier]}</CalloutText>
      ) : (
        <ReasonForm
          result={result}
          hint="The family can see it. For example, wrong family or wrong amount."
          button="Reverse payment"
          pending="Reversing…"
          keep={{ to: back, label: "Keep payment" }}
        >
          <p>
            Use this for a payment that was entered by mistake. It stays on file as reversed.{" "}
            {goneText(payment, numbers)} {receiptTexts[receipt]}If you gave the money back, record a refund
            instead.
          </p>
        </ReasonForm>
      )}
    </FormPage>
  )
}

/** What is due again, and what is no longer account credit. */
function goneText(
  { amountMinor, spareMinor, currency }: { amountMinor: number; spareMinor: number; currency: string },
  numbers: string[],
): string {
  if (numbers.length === 0) return "It’s no longer account credit."
  const on = `${numbers.length > 1 ? "invoices" : "invoice"} ${joinNames(numbers)}`
  const due = `${formatMoney(amountMinor - spareMinor, currency)} is due again on ${on}`
  return spareMinor > 0
    ? `${due}, and ${formatMoney(spareMinor, currency)} is no longer account credit.`
    : `${due}.`
}
