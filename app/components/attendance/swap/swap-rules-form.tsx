import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { type SwapRule, type SwapRules, swapRuleLabels } from "~/models/attendance/swap/swap"

type SwapRulesFormProps = { rules: SwapRules; result?: SubmissionResult }

const choices = (["off", "families", "office"] as const satisfies readonly SwapRule[]).map((value) => ({
  value,
  label: swapRuleLabels[value],
}))

/** Whether families swap lesson times, and who decides. */
export function SwapRulesForm({ rules, result }: SwapRulesFormProps) {
  const [form, fields] = useForm<Record<"rule" | "anyLength", string | null>>({
    id: "swap-rules",
    lastResult: result,
    defaultValue: { rule: rules.rule, anyLength: rules.anyLength ? "on" : null },
  })
  return (
    <PartForm part="swaps" intent="rules" form={form} save="Save rules">
      <SelectField meta={fields.rule} label="Lesson swaps" choices={choices} />
      <CheckField
        meta={fields.anyLength}
        label="Lessons of different lengths can be swapped"
        hint="Only where both fit"
      />
    </PartForm>
  )
}
