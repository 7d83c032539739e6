import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SelectField } from "~/components/form/field"
import { SaveRule } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { type AutoRule, autoPeriods, periodLabels } from "~/models/money/auto-invoicing/auto-invoicing"

export const autoFormId = "auto-invoicing"

type Fields = Record<"isOn" | "dayOfMonth" | "period", string | null>

type RuleFormProps = {
  rule: AutoRule
  /** the policy that it opens in, where it is one of the policies’ page */
  part?: string
  result?: SubmissionResult
}

/** When invoices are sent by themselves, and what they include. */
export function AutoRuleForm({ rule, part, result }: RuleFormProps) {
  const [form, fields] = useForm<Fields>({
    id: autoFormId,
    lastResult: result,
    defaultValue: {
      isOn: rule.isOn ? "on" : null,
      dayOfMonth: String(rule.dayOfMonth),
      period: rule.period,
    },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <CheckField meta={fields.isOn} label="Send invoices automatically" />
      <div className="columns">
        <Field
          meta={fields.dayOfMonth}
          label="Day of the month"
          hint="1 to 28"
          inputMode="numeric"
          maxLength={2}
        />
        <SelectField
          meta={fields.period}
          label="Include"
          choices={autoPeriods.map((value) => ({ value, label: periodLabels[value] }))}
        />
      </div>
      <p className="small dim">
        All administrators get an email the day before with a link to automatic invoices. Changes apply from
        tomorrow.
      </p>
      <SaveRule part={part} />
    </PostForm>
  )
}
