import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SegmentedField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { rateText } from "~/models/accounts/tax/tax"
import { type LateFeeRule, lateFeeText } from "~/models/money/late-fee/late-fee"
import { plainAmount } from "~/utils/money"

type LateFeePartProps = { rule: LateFeeRule; currency: string; result?: SubmissionResult }

/** What an overdue invoice costs. */
export function LateFeePart({ rule, currency, result }: LateFeePartProps) {
  const [form, fields] = useForm<
    Record<"kind" | "amount" | "percent" | "afterDays" | "isMonthly" | "cap", string | null>
  >({
    id: "late-fee-form",
    lastResult: result,
    defaultValue: {
      kind: rule.kind,
      amount: rule.amountMinor === null ? null : plainAmount(rule.amountMinor),
      percent: rule.rate === null ? null : rateText(rule.rate),
      afterDays: String(rule.afterDays),
      isMonthly: rule.isMonthly ? "on" : null,
      cap: rule.capMinor === null ? null : plainAmount(rule.capMinor),
    },
  })
  return (
    <section className="section" aria-labelledby="late-fee-title" id="late-fee">
      <h2 id="late-fee-title">Late fee</h2>
      <p className="dim">
        {lateFeeText(rule, currency)} A late fee is its own charge: the overdue invoice doesn’t change, and
        you can waive it under Ready to invoice. Invoices that are already overdue get a new fee the next
        morning, and a monthly one for each month since.
      </p>
      <PostForm edits className="form" {...getFormProps(form)}>
        <SegmentedField
          meta={fields.kind}
          label="Fee"
          choices={[
            { value: "none", label: "None" },
            { value: "fixed", label: "Amount" },
            { value: "percent", label: "Percent of the balance due" },
          ]}
        />
        <div className="columns">
          <Field
            meta={fields.amount}
            label={`Amount in ${currency}`}
            optional
            inputMode="decimal"
            maxLength={20}
          />
          <Field meta={fields.percent} label="Percent" optional inputMode="decimal" maxLength={12} />
          <Field meta={fields.afterDays} label="Days after the due date" inputMode="numeric" maxLength={3} />
          <Field
            meta={fields.cap}
            label={`Most for one invoice, in ${currency}`}
            hint="Leave blank for no limit."
            optional
            inputMode="decimal"
            maxLength={20}
          />
        </div>
        <CheckField meta={fields.isMonthly} label="Charge it again each month" />
        <p>
          <SubmitButton intent="late-fee" variant="secondary" pending="Saving…">
            Save<span className="visually-hidden"> late fee</span>
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
