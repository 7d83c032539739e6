import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SegmentedField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { rateText } from "~/models/accounts/tax/tax"
import type { LateFeeRule } from "~/models/money/late-fee/late-fee"
import { plainAmount } from "~/utils/money"

type LateFeeFormProps = { rule: LateFeeRule; currency: string; result?: SubmissionResult }

/** What an overdue invoice costs. */
export function LateFeeForm({ rule, currency, result }: LateFeeFormProps) {
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
    <PartForm part="late-fee" form={form} save="Save late fee" tries>
      <SegmentedField
        meta={fields.kind}
        label="Fee"
        choices={[
          { value: "none", label: "None" },
          { value: "fixed", label: "Amount" },
          { value: "percent", label: "Percent" },
        ]}
      />
      <div className="stack late-fee">
        <div className="columns">
          <Field
            meta={fields.amount}
            label={`Amount in ${currency}`}
            optional
            inputMode="decimal"
            maxLength={20}
          />
          <Field
            meta={fields.percent}
            label="Percent of the balance due"
            optional
            inputMode="decimal"
            maxLength={12}
          />
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
      </div>
      <p className="dim">
        A late fee is its own charge: the overdue invoice doesn’t change, and you can waive it under Ready to
        invoice. Invoices that are already overdue get a new fee the next morning, and a monthly one for each
        month overdue.
      </p>
    </PartForm>
  )
}
