import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SegmentedField, TextAreaField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { PaymentUnderWay } from "~/components/money/invoice/payment-under-way"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { CalloutText } from "~/components/ui/callout"
import { orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { sentOrIssued } from "~/models/foundation/outbox/bounce"
import { creditableMinor, creditUseLabels, creditUses } from "~/models/money/credit-note/credit-note"
import { CreditForm } from "~/models/money/credit-note/credit-note-form"
import { listCreditableLines } from "~/models/money/credit-note/credit-notes.server"
import { invoiceAllows } from "~/models/money/invoice/invoice"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { withoutName } from "~/models/money/invoice/invoice-paper"
import { creditSold } from "~/models/money/package/credit-sale.server"
import { familyLabel } from "~/models/people/family/family-name"
import { creditNoteRefusals } from "~/texts/money/refusals"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { processingOf } from "./invoice-links.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = orNotFound(findInvoice(actor, params.invoiceId ?? ""))
  if (!invoiceAllows(invoice, "credit")) throw redirect(paths.invoice(invoice.id))
  const { id, number, currency, openMinor } = invoice
  const lines = listCreditableLines(actor, invoice).filter((line) => line.leftMinor > 0)
  return {
    id,
    number,
    currency,
    openMinor,
    isShared: invoice.shares.length > 1,
    processingMinor: processingOf(actor, id),
    familyName: familyLabel(invoice),
    leftMinor: Math.min(
      creditableMinor(invoice),
      lines.reduce((sum, line) => sum + line.leftMinor, 0),
    ),
    lines,
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = orNotFound(findInvoice(actor, params.invoiceId ?? ""))
  const submission = readForm(await request.formData(), { schema: CreditForm })
  if (submission.status !== "success") return invalid(submission)
  const { line, use, reason, formKey } = submission.value
  const amounts = new Map(Object.entries(line))
  const credited = creditSold(actor, {
    invoiceId: invoice.id,
    amounts,
    reason,
    apply: use === "apply",
    formKey,
  })
  if (!credited.ok) {
    // Someone else was faster: there is no form anymore, the page leads back to the invoice.
    if (credited.reason === "not-creditable")
      return redirectWithToast(paths.invoice(invoice.id), {
        tone: "bad",
        title: creditNoteRefusals["not-creditable"],
      })
    const field = credited.reason === "more-than-line" && credited.lineId ? `line.${credited.lineId}` : "form"
    return invalid(submission, { [field]: creditNoteRefusals[credited.reason] }, 409)
  }
  const { creditNoteId, number, creditMinor, ended, reach } = credited
  const sent = sentOrIssued(`Credit note ${number}`, reach)
  const title = [sent.title, ...ended.map((name) => `${name} has ended.`)].join(" ")
  if (use === "refund" && creditMinor > 0)
    return redirectWhenReplicated(paths.creditRefund(invoice.familyId), {
      ...sent,
      title: `${title} Now refund it.`,
    })
  return redirectWhenReplicated(paths.creditNote(creditNoteId), { ...sent, title })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>(
  (data) => `Credit invoice ${data.number ?? ""}`,
  "Credit invoice",
)

type Fields = { line: Record<string, string>; use: string; reason: string }

export default function InvoiceCredit() {
  const {
    id,
    number,
    currency,
    familyName,
    openMinor,
    isShared,
    processingMinor,
    leftMinor,
    lines,
    formKey,
  } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "credit",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { use: "keep", line: {} },
  })
  const amounts = fields.line.getFieldset()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <FormPage
      form={form}
      back={{ to: paths.invoice(id), label: `Invoice ${number}` }}
      title={`Credit invoice ${number}`}
      expression={familyName}
    >
      {lines.length === 0 ? (
        <CalloutText>
          {creditNoteRefusals["not-creditable"]} The unused lessons of its package were given back already.
        </CalloutText>
      ) : (
        <>
          <p>
            Enter what to credit of each item, {money(leftMinor)} at most. The invoice doesn’t change; the
            family gets a credit note with its own number.{" "}
            {isShared
              ? "Each payer gets their part of it: it lowers what they have due, and what they paid beyond that becomes account credit."
              : openMinor > 0
                ? `It first lowers the balance due of ${money(openMinor)}.`
                : "The invoice is paid, so the family gets account credit."}
          </p>
          <PaymentUnderWay amountMinor={processingMinor} currency={currency} />
          <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
            {lines.map((line) => {
              const meta = amounts[line.id]
              return meta ? (
                <Field
                  key={line.id}
                  meta={meta}
                  label={`${formatDate(line.occurredOn, "short")}, ${line.studentName ? `${line.studentName}: ` : ""}${withoutName(line.description, line.studentName)}`}
                  hint={`Up to ${plainAmount(line.leftMinor)}`}
                  optional
                  inputMode="decimal"
                  maxLength={40}
                />
              ) : null
            })}
            <SegmentedField
              meta={fields.use}
              label="Use of the remaining credit"
              hint="Credit beyond the balance due, because the family has paid it."
              choices={creditUses.map((value) => ({ value, label: creditUseLabels[value] }))}
            />
            <TextAreaField
              meta={fields.reason}
              label="Reason"
              hint="Printed on the credit note."
              maxLength={300}
              rows={3}
            />
            <SubmitRow label="Send credit note" pending="Sending…" cancel={paths.invoice(id)} />
          </PostForm>
        </>
      )}
    </FormPage>
  )
}
