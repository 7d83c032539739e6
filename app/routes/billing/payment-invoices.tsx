import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { CalloutText } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { findMovable, movePayment } from "~/models/money/payment/move-payment.server"
import { MoveForm } from "~/models/money/payment/payment-form"
import { movePaymentRefusals } from "~/texts/money/refusals"
import { formatDate } from "~/utils/formats"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const found = orNotFound(findMovable(actor, params.paymentId ?? ""))
  const { id, payerName, currency, reversedAt } = found.payment
  return {
    payment: { id, payerName, currency, isReversed: reversedAt !== null },
    invoices: found.invoices,
    placeableMinor: found.placeableMinor,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const paymentId = params.paymentId ?? ""
  if (!findMovable(actor, paymentId)) throw notFound()
  const submission = readForm(await request.formData(), { schema: MoveForm })
  if (submission.status !== "success") return invalid(submission)
  const moved = movePayment(actor, paymentId, new Map(Object.entries(submission.value.part)))
  if (!moved.ok) {
    const field = moved.reason === "more-than-open" && moved.invoiceId ? `part.${moved.invoiceId}` : "form"
    return invalid(submission, { [field]: movePaymentRefusals[moved.reason] }, 409)
  }
  return redirectWhenReplicated(
    paths.paymentReceipt(paymentId),
    moved.creditMinor > 0
      ? `Invoices saved. ${formatMoney(moved.creditMinor, actor.school.currency)} is account credit.`
      : "Invoices saved.",
  )
}

export const meta = pageTitle<typeof loader>(
  (data) => `Invoices of the payment from ${data.payment.payerName}`,
  "Invoices of the payment from a family",
)

type Fields = { part: Record<string, string> }

export default function PaymentInvoices() {
  const { payment, invoices, placeableMinor } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "move",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: {
      part: Object.fromEntries(
        invoices.map(({ invoiceId, partMinor }) => [invoiceId, partMinor > 0 ? plainAmount(partMinor) : ""]),
      ),
    },
  })
  const parts = fields.part.getFieldset()
  const back = paths.paymentReceipt(payment.id)
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency)
  if (payment.isReversed || invoices.length === 0)
    return (
      <FormPage back={{ to: back, label: "Receipt" }} title="Choose invoices">
        <CalloutText>
          {payment.isReversed
            ? movePaymentRefusals.reversed
            : "This family has no invoice with a balance due."}
        </CalloutText>
      </FormPage>
    )
  return (
    <FormPage
      form={form}
      back={{ to: back, label: "Receipt" }}
      title="Choose invoices"
      expression={`${money(placeableMinor)} from ${payment.payerName}`}
    >
      <p>Enter how much of this payment goes to each invoice. The rest is account credit.</p>
      <PostForm edits className="form" {...getFormProps(form)}>
        {invoices.map(({ invoiceId, number, dueOn, mostMinor }) => {
          const meta = parts[invoiceId]
          return meta ? (
            <Field
              key={invoiceId}
              meta={meta}
              label={`Invoice ${number}`}
              hint={`Up to ${money(mostMinor)}${dueOn ? `, due ${formatDate(dueOn, "medium")}` : ""}`}
              optional
              inputMode="decimal"
              maxLength={40}
            />
          ) : null
        })}
        <SubmitRow label="Save" pending="Saving…" cancel={back} />
      </PostForm>
    </FormPage>
  )
}
