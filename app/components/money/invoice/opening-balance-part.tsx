import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { useHasRight } from "~/components/ui/limits"
import type { OpeningBalance } from "~/models/money/opening-balance/opening-balance"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

export const openingFormId = "opening-balance"

type OpeningBalancePartProps = {
  opening: OpeningBalance | null
  today: string
  currency: string
  formKey: string
  result?: SubmissionResult
}

/** What a family brought from the books that the school kept before, or the form that enters it. */
export function OpeningBalancePart({ opening, currency, ...form }: OpeningBalancePartProps) {
  const mayRecord = useHasRight()("payment:record")
  if (!opening) return mayRecord ? <EnterOpening currency={currency} {...form} /> : null
  const { amountMinor, asOf, isClosed } = opening
  return (
    <section aria-labelledby="opening-balance-title">
      <h2 id="opening-balance-title">Opening balance</h2>
      <p>
        {amountMinor < 0
          ? `${formatMoney(-amountMinor, currency)} of account credit`
          : `${formatMoney(amountMinor, currency)} due, on no invoice`}
        , {formatDate(asOf, "full")}
      </p>
      {mayRecord && !isClosed ? (
        <ActButton
          needs="invoice:issue"
          intent="remove-opening"
          pending="Removing…"
          label="Remove opening balance"
        />
      ) : null}
    </section>
  )
}

function EnterOpening({ today, currency, formKey, result }: Omit<OpeningBalancePartProps, "opening">) {
  const [form, fields] = useForm<Record<"openingKind" | "openingAmount" | "asOf", string>>({
    id: openingFormId,
    lastResult: result,
    defaultValue: { openingKind: "due", asOf: today },
  })
  return (
    <details className="disclosure no-print" open={Boolean(result)}>
      <summary>Enter an opening balance</summary>
      <PostForm needs="payment:record" className="form" {...getFormProps(form)}>
        <p>
          What was due from the family, or was their credit, before you kept your books here. It’s on no
          invoice and counts as no income.
        </p>
        <input type="hidden" name="formKey" value={formKey} />
        <SelectField
          meta={fields.openingKind}
          label="Kind"
          choices={[
            { value: "due", label: "Balance due" },
            { value: "credit", label: "Account credit" },
          ]}
        />
        <Field
          meta={fields.openingAmount}
          label={`Amount in ${currency}`}
          inputMode="decimal"
          maxLength={40}
        />
        <DateField meta={fields.asOf} label="Date" max={today} />
        <SubmitRow
          label="Enter opening balance"
          intent="enter-opening"
          variant="secondary"
          pending="Saving…"
        />
      </PostForm>
    </details>
  )
}
