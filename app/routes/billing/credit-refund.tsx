import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { RefundForm } from "~/components/money/payment/refund-form"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { entryDay } from "~/models/money/closing/closing.server"
import { RefundForm as RefundSchema } from "~/models/money/payment/payment-form"
import { refundCredit } from "~/models/money/payment/refund.server"
import { listSpare } from "~/models/money/payment/spare-credit.server"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { payeeOf } from "~/models/money/refund-order/refund-order.server"
import { refundErrors } from "~/texts/money/refusals"
import { newId } from "~/utils/ids.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const family = await requireLivingFamily(actor, params.familyId)
  const spare = listSpare(actor, family.id)
  return {
    family: { id: family.id, name: family.name },
    creditMinor: spare.reduce((sum, { spareMinor }) => sum + spareMinor, 0),
    online: spare.flatMap(({ source, spareMinor }) => {
      const payee = "paymentId" in source ? payeeOf(actor, source.paymentId) : undefined
      return payee && "paymentId" in source
        ? [{ paymentId: source.paymentId, spareMinor, provider: providerLabels[payee.provider] }]
        : []
    }),
    currency: actor.school.currency,
    today: entryDay(actor),
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const family = await requireLivingFamily(actor, params.familyId)
  const submission = readForm(await request.formData(), { schema: RefundSchema })
  if (submission.status !== "success") return invalid(submission)
  const { amount: amountMinor, ...facts } = submission.value
  const refunded = refundCredit(actor, family.id, { amountMinor, ...facts })
  if (!refunded.ok) return invalid(submission, refundErrors(refunded), 409)
  return redirectWhenReplicated(
    paths.family(family.id),
    `Refund of ${formatMoney(amountMinor, actor.school.currency)} recorded.`,
  )
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>(
  (data) => `Refund account credit, ${data.family.name}`,
  "Refund account credit, family",
)

export default function CreditRefund() {
  const { family, creditMinor, online, currency, today: day, formKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const back = paths.family(family.id)
  return (
    <FormPage
      back={{ to: back, label: "Family billing" }}
      title="Refund account credit"
      expression={family.name}
    >
      {creditMinor > 0 ? (
        <>
          <p>
            {formatMoney(creditMinor, currency)} of account credit can be refunded. Invoices don’t change.
          </p>
          {online.length > 0 ? (
            <Callout>
              {online.map(({ paymentId, spareMinor, provider }) => (
                <p key={paymentId}>
                  {formatMoney(spareMinor, currency)}
                  {` came through ${provider}.`}{" "}
                  <Link to={paths.paymentRefund(paymentId)}>{`Refund it through ${provider}`}</Link>
                </p>
              ))}
            </Callout>
          ) : null}
          <RefundForm
            amount={plainAmount(creditMinor)}
            method="transfer"
            currency={currency}
            today={day}
            formKey={formKey}
            online={null}
            keep={{ to: back, label: "Cancel" }}
            result={result}
          />
        </>
      ) : (
        <CalloutText>This family has no account credit.</CalloutText>
      )}
    </FormPage>
  )
}
