import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { RefundForm } from "~/components/money/payment/refund-form"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { CalloutText } from "~/components/ui/callout"
import { orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findDispute } from "~/models/money/payment/open-dispute.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { RefundForm as RefundSchema } from "~/models/money/payment/payment-form"
import { notBefore, refundPayment } from "~/models/money/payment/refund.server"
import { makeRefund } from "~/models/money/payment-order/settle-refunds.server"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { orderRefund, payeeOf } from "~/models/money/refund-order/refund-order.server"
import { refundErrors, refundRefusals } from "~/texts/money/refusals"
import { formFor } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformMethod, platformWay } from "~/utils/payment-providers"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const payment = orNotFound(findPayment(actor, params.paymentId ?? ""))
  const { id, payerName, currency, method, receivedOn, refundableMinor, spareMinor, heldMinor } = payment
  return {
    payment: { id, payerName, currency, method, receivedOn, refundableMinor, spareMinor, heldMinor },
    online: payeeOf(actor, id)?.provider ?? null,
    isDisputed: findDispute(actor, id) !== undefined,
    today: notBefore(actor, payment),
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const paymentId = params.paymentId ?? ""
  const payment = orNotFound(findPayment(actor, paymentId))
  const submission = readForm(await request.formData(), { schema: RefundSchema })
  if (submission.status !== "success") return invalid(submission)
  const { amount: amountMinor, ...facts } = submission.value
  const payee = payeeOf(actor, paymentId)
  if (payee && facts.method === payment.method) {
    const ordered = orderRefund(actor, { paymentId, amountMinor, ...facts })
    if (ordered.ok) return refundOnline(actor, payment, ordered.refundOrderId, providerLabels[payee.provider])
    return invalid(submission, refundErrors(ordered), 409)
  }
  const refunded = refundPayment(actor, paymentId, { amountMinor, ...facts })
  if (!refunded.ok) return invalid(submission, refundErrors(refunded), 409)
  return saidRefunded(
    actor,
    payment,
    `Refund of ${formatMoney(amountMinor, actor.school.currency)} recorded.`,
  )
}

type Payment = NonNullable<ReturnType<typeof findPayment>>

/** Says that it was refunded, and what that leaves due again. */
function saidRefunded(actor: Actor, before: Payment, title: string) {
  const left = findPayment(actor, before.id)?.allocations ?? []
  const lost = before.allocations.flatMap(({ invoiceId, number, amountMinor }) => {
    const leftMinor = left.find((part) => part.invoiceId === invoiceId)?.amountMinor ?? 0
    return amountMinor > leftMinor ? [{ invoiceId, number, amountMinor: amountMinor - leftMinor }] : []
  })
  if (lost.length === 0) return redirectWhenReplicated(paths.paymentReceipt(before.id), title)
  const amount = formatMoney(
    lost.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    before.currency,
  )
  return redirectWhenReplicated(
    paths.paymentReceipt(before.id),
    {
      tone: "good",
      title,
      text: `${amount} is due again on ${formFor(lost.length, "the invoice", "the invoices")} it paid. If the family no longer owes it, credit ${formFor(lost.length, "it", "them")}.`,
    },
    lost
      .slice(0, 3)
      .map(({ invoiceId, number }) => ({ label: `Invoice ${number}`, to: paths.invoice(invoiceId) })),
  )
}

/** The order is written; the provider is asked at once, and again by the worker when it doesn't answer. */
async function refundOnline(actor: Actor, payment: Payment, refundOrderId: string, provider: string) {
  const outcome = await makeRefund(actor, refundOrderId)
  const to = paths.paymentReceipt(payment.id)
  if (outcome.state === "refunded") return saidRefunded(actor, payment, `Refunded through ${provider}.`)
  if (outcome.state === "pending")
    return redirectWithToast(to, {
      tone: "good",
      title: `The refund is pending at ${provider}.`,
      text: `It’s recorded when ${provider} completes it. If ${provider} doesn’t make it, you get an email.`,
    })
  if (outcome.state === "waiting")
    return redirectWithToast(to, {
      tone: "good",
      title: `${provider} is processing the refund.`,
      text: `It appears here when ${provider} completes it. Don’t refund it again.`,
    })
  if (outcome.state === "found")
    return redirectWithToast(to, {
      tone: "good",
      title: `This payment was already refunded in ${provider}.`,
      text: "That refund is recorded now. Nothing was refunded twice.",
    })
  return redirectWithToast(to, { tone: "bad", title: "Refund not made.", text: outcome.failure })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((data) => `Refund ${data.payment.payerName}`, "Refund a payment")

export default function PaymentRefund() {
  const { payment, online, isDisputed, today: day, formKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const back = paths.paymentReceipt(payment.id)
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency)
  const firstMinor =
    payment.spareMinor > 0 ? Math.min(payment.spareMinor, payment.refundableMinor) : payment.refundableMinor
  return (
    <FormPage back={{ to: back, label: "Receipt" }} title={`Refund ${payment.payerName}`}>
      {payment.refundableMinor > 0 ? (
        <>
          <p>
            {money(payment.refundableMinor)} can be refunded.{" "}
            {payment.spareMinor > 0
              ? `${money(payment.spareMinor)} of it is account credit and goes first; more than that is due again on the invoices it paid.`
              : "What you refund is due again on the invoices it paid. If the family no longer owes it, credit the invoice first."}
          </p>
          {isDisputed ? <CalloutText tone="red">{refundRefusals.disputed}</CalloutText> : null}
          {payment.heldMinor > 0 ? (
            <CalloutText tone="amber">
              {providerLabels[online ?? platformWay]} is still processing a refund of{" "}
              {money(payment.heldMinor)}.
            </CalloutText>
          ) : null}
          <RefundForm
            amount={plainAmount(firstMinor)}
            method={payment.method === platformMethod && !online ? "transfer" : payment.method}
            currency={payment.currency}
            since={payment.receivedOn}
            today={day}
            formKey={formKey}
            online={online}
            keep={{ to: back, label: "Cancel" }}
            result={result}
          />
        </>
      ) : (
        <CalloutText>Nothing of this payment is left to refund.</CalloutText>
      )}
    </FormPage>
  )
}
