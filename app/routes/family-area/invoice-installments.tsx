import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, TextAreaField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import { findPortalInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { installmentRange } from "~/models/money/installment/installment-labels"
import { askForPlan, findAsk, withdrawAsk } from "~/models/money/payment-plan/plan-asks.server"
import { AskForm } from "~/models/money/payment-plan/plan-form"
import { askPlanRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const invoice = orNotFound(findPortalInvoice(actor, params.invoiceId ?? ""))
  const { id, number, currency, own, planId } = invoice
  if (own.openMinor === 0 || planId !== null || findAsk(actor, id)?.answer === null)
    throw redirect(paths.studentInvoice(id))
  const day = todayOf(actor)
  const dueOn = own.claims[0]?.dueOn ?? invoice.dueOn
  return {
    id,
    number,
    currency,
    today: day,
    openMinor: own.openMinor,
    firstOn: dueOn > day ? dueOn : day,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const invoice = orNotFound(findPortalInvoice(actor, params.invoiceId ?? ""))
  return intents(request, paths.studentInvoice(invoice.id), {
    withdraw: act({
      run: () => withdrawAsk(actor, invoice.id),
      refusals: askPlanRefusals,
      saved: "Request withdrawn.",
    }),
    else: intent({
      schema: AskForm,
      run: (asked) => askForPlan(actor, invoice.id, asked),
      field: { "too-early": "firstOn" },
      status: 409,
      // Of the others there is no form anymore: the page leads back to the invoice.
      refusals: {
        ...titles(askPlanRefusals),
        "too-early": askPlanRefusals["too-early"],
        "too-often": askPlanRefusals["too-often"],
      },
      saved: "Request sent. You’ll find the school’s answer here.",
    }),
  })
}

export const meta = pageTitle<typeof loader>((data) => `Installments for invoice ${data.number}`)

export default function InvoiceInstallments() {
  const { id, number, currency, today: day, openMinor, firstOn } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ count: string; firstOn: string; note: string }>({
    id: "ask-plan",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { count: "3", firstOn },
  })
  return (
    <FormPage
      form={form}
      back={{ to: paths.studentInvoice(id), label: `Invoice ${number}` }}
      title="Ask to pay in installments"
      expression={`${formatMoney(openMinor, currency)} due`}
    >
      <p>The school answers your request. Until it agrees, the balance is due as the invoice says.</p>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field
            meta={fields.count}
            label="Number of installments"
            type="number"
            inputMode="numeric"
            min={installmentRange.least}
            max={installmentRange.most}
          />
          <DateField meta={fields.firstOn} label="First installment due" min={day} />
        </div>
        <TextAreaField
          meta={fields.note}
          label="Note to the school"
          optional
          hint="For example, from which day of the month you can pay"
          rows={3}
          maxLength={500}
        />
        <SubmitRow label="Send request" intent="ask" pending="Sending…" cancel={paths.studentInvoice(id)} />
      </PostForm>
    </FormPage>
  )
}
