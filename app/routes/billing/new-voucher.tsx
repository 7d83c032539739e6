import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckField, DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { VoucherNames } from "~/components/money/voucher/voucher-acts"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { entryDay } from "~/models/money/closing/closing.server"
import { methodChoices } from "~/models/money/payment/payment"
import { sellVoucher } from "~/models/money/voucher/sell-voucher.server"
import type { VoucherSale } from "~/models/money/voucher/voucher"
import { readVoucherMonths } from "~/models/money/voucher/vouchers.server"
import { sellVoucherRefusals } from "~/texts/money/vouchers"
import { countOf } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { VoucherForm } from "./voucher-forms.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const today = entryDay(actor)
  return {
    today,
    months: readVoucherMonths(actor),
    currency: actor.school.currency,
    formKey: newId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  return intents(request, paths.vouchers(), {
    else: intent({
      schema: VoucherForm,
      run: (sale) => sellVoucher(actor, sale),
      field: { "in-the-future": "soldOn", closed: "soldOn", over: "expiresOn" },
      status: 409,
      refusals: sellVoucherRefusals,
      to: ({ voucherId }) => paths.voucher(voucherId),
      saved: (_, { amount, buyerName }) =>
        `Gift voucher of ${formatMoney(amount, actor.school.currency)} sold to ${buyerName}.`,
    }),
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Sell a gift voucher · Tutti" }]

type Fields = Record<Exclude<keyof VoucherSale, "formKey">, string>

export default function NewVoucher() {
  const { today, months, currency, formKey } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "new-voucher",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { soldOn: today },
  })
  return (
    <FormPage
      form={form}
      back={{ to: paths.vouchers(), label: "Gift vouchers" }}
      title="Sell a gift voucher"
      expression="paid before you save it"
    >
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        <Field
          meta={fields.amount}
          label={`Amount in ${currency}`}
          hint="No tax is added: it’s billed with what the voucher pays for."
          inputMode="decimal"
          maxLength={40}
        />
        <SelectField
          meta={fields.method}
          label="Payment method"
          prompt="Choose a method"
          choices={methodChoices(currency)}
        />
        <DateField meta={fields.soldOn} label="Paid on" max={today} />
        <Field
          meta={fields.reference}
          label="Reference"
          optional
          hint="For example, a check number"
          maxLength={120}
        />
        <VoucherNames fields={fields} />
        <TextAreaField
          meta={fields.message}
          label="Message"
          optional
          hint="Printed on the voucher"
          maxLength={500}
          rows={3}
        />
        <DateField
          meta={fields.expiresOn}
          label="Last day"
          optional
          hint={
            months === null
              ? "Blank if it never expires"
              : `Blank for ${countOf(months, "month")} after the day it was paid`
          }
          min={today}
        />
        {months === null ? null : <CheckField meta={fields.neverExpires} label="Never expires" />}
        <SubmitRow label="Sell gift voucher" pending="Selling…" />
      </PostForm>
    </FormPage>
  )
}
