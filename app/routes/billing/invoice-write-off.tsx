import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { PaymentUnderWay } from "~/components/money/invoice/payment-under-way"
import { ReasonForm } from "~/components/money/payment/reason-form"
import { pageTitle } from "~/components/shell/frame"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { WriteOffForm } from "~/models/money/credit-note/credit-note-form"
import { invoiceAllows } from "~/models/money/invoice/invoice"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { writeOffInvoice } from "~/models/money/write-off/write-off.server"
import { familyLabel } from "~/models/people/family/family-name"
import { writeOffRefusals } from "~/texts/money/refusals"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { processingOf } from "./invoice-links.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = orNotFound(findInvoice(actor, params.invoiceId ?? ""))
  if (!invoiceAllows(invoice, "write-off")) throw redirect(paths.invoice(invoice.id))
  const { id, number, openMinor, currency } = invoice
  return {
    id,
    number,
    currency,
    processingMinor: processingOf(actor, id),
    familyName: familyLabel(invoice),
    open: formatMoney(openMinor, currency),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoiceId = params.invoiceId ?? ""
  if (!findInvoice(actor, invoiceId)) throw notFound()
  const submission = readForm(await request.formData(), { schema: WriteOffForm })
  if (submission.status !== "success") return invalid(submission)
  const written = writeOffInvoice(actor, { invoiceId, reason: submission.value.reason })
  // Refused, there is no form anymore: the page leads back to the invoice.
  if (!written.ok)
    return redirectWithToast(paths.invoice(invoiceId), {
      tone: "bad",
      title: writeOffRefusals[written.reason],
    })
  return redirectWhenReplicated(
    paths.invoice(invoiceId),
    `${formatMoney(written.amountMinor, actor.school.currency)} written off.`,
  )
}

export const meta = pageTitle<typeof loader>(
  (data) => `Write off invoice ${data.number ?? ""}`,
  "Write off invoice",
)

export default function InvoiceWriteOff() {
  const { id, number, currency, processingMinor, familyName, open } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <FormPage
      back={{ to: paths.invoice(id), label: `Invoice ${number}` }}
      title={`Write off ${open} of invoice ${number}?`}
      expression={familyName}
    >
      <PaymentUnderWay amountMinor={processingMinor} currency={currency} />
      <ReasonForm
        result={result}
        hint="Kept with the invoice; the family sees only that it was written off."
        button="Write off"
        pending="Writing off…"
        keep={{ to: paths.invoice(id), label: "Keep expecting it" }}
      >
        <p>
          You stop expecting this money: no reminders, no balance due. If it shouldn’t have been billed, send
          a credit note instead. You can restore it later.
        </p>
      </ReasonForm>
    </FormPage>
  )
}
