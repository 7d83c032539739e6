import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { TextAreaField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { PaymentUnderWay } from "~/components/money/invoice/payment-under-way"
import { pageTitle } from "~/components/shell/frame"
import { CalloutText } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { isClosed } from "~/models/money/closing/closing.server"
import { invoiceAllows } from "~/models/money/invoice/invoice"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { VoidForm } from "~/models/money/invoice/invoice-forms"
import {
  listFeesAtVoid,
  listOthersOfSet,
  sumOfFees,
  voidInvoice,
} from "~/models/money/invoice/void-invoice.server"
import { familyLabel } from "~/models/people/family/family-name"
import { voidRefusals } from "~/texts/money/refusals"
import { formatNumber, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { processingOf } from "./invoice-links.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = orNotFound(findInvoice(actor, params.invoiceId ?? ""))
  const isMonthClosed = invoice.issuedOn !== null && isClosed(actor, invoice.issuedOn)
  if (isMonthClosed || !invoiceAllows(invoice, "void")) throw redirect(paths.invoice(invoice.id))
  const { id, number, currency, lineCount } = invoice
  const others = listOthersOfSet(actor, invoice)
  const all = [invoice, ...others.flatMap((other) => findInvoice(actor, other.id) ?? [])]
  const totalMinor = all.reduce((sum, each) => sum + each.totalMinor, 0)
  const paidMinor = all.reduce((sum, each) => sum + each.paidMinor, 0)
  const fees = listFeesAtVoid(
    actor,
    all.map((each) => each.id),
  )
  const endedMinor = sumOfFees(fees)
  return {
    others: others.map((other) => ({ number: other.number, billTo: other.billTo })),
    id,
    number,
    lineCount,
    currency,
    processingMinor: all.reduce((sum, each) => sum + processingOf(actor, each.id), 0),
    familyName: familyLabel(invoice),
    total: formatMoney(totalMinor, currency),
    paid: paidMinor > 0 ? formatMoney(paidMinor, currency) : null,
    endedFees: endedMinor > 0 ? formatMoney(endedMinor, currency) : null,
    keptFees: fees.flatMap(({ chargeId, amountMinor, keptOn }) =>
      keptOn === undefined ? [] : { chargeId, amount: formatMoney(amountMinor, currency), keptOn },
    ),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoiceId = params.invoiceId ?? ""
  if (!findInvoice(actor, invoiceId)) throw notFound()
  const submission = readForm(await request.formData(), { schema: VoidForm })
  if (submission.status !== "success") return invalid(submission)
  const voided = voidInvoice(actor, { invoiceId, reason: submission.value.reason })
  return redirectWithToast(
    paths.invoice(invoiceId),
    voided.ok
      ? `Invoice ${voided.number} voided. Its items are ready to invoice again.${voided.creditMinor > 0 ? ` ${formatMoney(voided.creditMinor, actor.school.currency)} is account credit.` : ""}${voided.feesMinor > 0 ? ` ${formatMoney(voided.feesMinor, actor.school.currency)} of late fees isn’t due anymore.` : ""}`
      : { tone: "bad", title: voidRefusals[voided.reason] },
  )
}

export const meta = pageTitle<typeof loader>((data) => `Void invoice ${data.number ?? ""}`, "Void invoice")

export default function InvoiceVoid() {
  const { id, number, familyName, total, paid, lineCount, others, endedFees, keptFees, ...rest } =
    useLoaderData<typeof loader>()
  const [form, fields] = useForm<VoidForm>({
    id: "void",
    lastResult: useActionData<typeof action>()?.result,
  })
  return (
    <FormPage
      form={form}
      back={{ to: paths.invoice(id), label: `Invoice ${number}` }}
      title={`Void invoice ${number}?`}
    >
      <p>
        {familyName} will owe {total} less. The invoice stays on file under its number.{" "}
        {formFor(lineCount, "Its item is", `Its ${formatNumber(lineCount)} items are`)} ready to invoice
        again.{paid ? ` The ${paid} already paid becomes account credit and goes to the next invoice.` : null}
      </p>
      {endedFees ? (
        <p>The {endedFees} charged for paying it late isn’t invoiced yet and ends with it.</p>
      ) : null}
      {keptFees.map(({ chargeId, amount, keptOn }) => (
        <p key={chargeId}>
          Its late fee of {amount} is on {keptOn ? `invoice ${keptOn}` : "a credit note"} and stays there.
        </p>
      ))}
      {others.length > 0 ? (
        <CalloutText tone="amber">
          Issued together with {joinNames(others.map((other) => `${other.number} for ${other.billTo}`))},
          which {others.length === 1 ? "is" : "are"} voided, too.
        </CalloutText>
      ) : null}
      <PaymentUnderWay amountMinor={rest.processingMinor} currency={rest.currency} />
      <PostForm className="form" {...getFormProps(form)}>
        <TextAreaField
          meta={fields.reason}
          label="Reason"
          hint="The family can see it."
          maxLength={500}
          rows={3}
        />
        <SubmitRow
          label="Void invoice"
          pending="Voiding…"
          variant="danger-primary"
          cancel={paths.invoice(id)}
          cancelLabel="Keep invoice"
        />
      </PostForm>
    </FormPage>
  )
}
