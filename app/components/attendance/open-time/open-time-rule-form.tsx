import type { FieldMetadata, SubmissionResult } from "@conform-to/react"
import { useForm } from "@conform-to/react"
import { CheckField, Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import type { OpenTimeRule } from "~/models/attendance/open-time/open-time"

const names = ["isOn", "daysAhead", "leadHours", "most", "per"] as const
export type OpenTimeFields = Record<(typeof names)[number], string | null>

/** A rule as its form begins with it. */
export const fieldsOfRule = (rule: OpenTimeRule): OpenTimeFields => ({
  isOn: rule.isOn ? "on" : null,
  daysAhead: String(rule.daysAhead),
  leadHours: String(rule.leadHours),
  most: String(rule.most),
  per: rule.per,
})

const periods = [
  { value: "week", label: "A week" },
  { value: "month", label: "A month" },
]

type RuleFieldsProps = { fields: { [Name in (typeof names)[number]]: FieldMetadata<string | null> } }

/** How far ahead, how late and how many. */
export function OpenTimeRuleFields({ fields }: RuleFieldsProps) {
  return (
    <>
      <CheckField meta={fields.isOn} label="Families book open times" hint="At the price of their lessons" />
      <div className="columns">
        <Field meta={fields.daysAhead} label="Days ahead" inputMode="numeric" maxLength={2} />
        <Field meta={fields.leadHours} label="Hours before, at least" inputMode="numeric" maxLength={3} />
        <Field meta={fields.most} label="Lessons per student" inputMode="numeric" maxLength={2} />
        <SelectField meta={fields.per} label="In" choices={periods} />
      </div>
    </>
  )
}

/** The school's rule in its row of the policies. */
export function OpenTimeRuleForm({ rule, result }: { rule: OpenTimeRule; result?: SubmissionResult }) {
  const [form, fields] = useForm<OpenTimeFields>({
    id: openTimeFormId,
    lastResult: result,
    defaultValue: fieldsOfRule(rule),
  })
  return (
    <PartForm part="open-times" intent="rule" form={form} save="Save rule">
      <OpenTimeRuleFields fields={fields} />
    </PartForm>
  )
}

export const openTimeFormId = "open-times-form"
