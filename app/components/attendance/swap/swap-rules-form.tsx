import { getFormProps, useForm } from "@conform-to/react"
import type { AnswerSummary } from "~/components/form/answer-summary"
import { CheckField, SelectField } from "~/components/form/choice-fields"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type SwapRule, type SwapRules, swapRuleLabels } from "~/models/attendance/swap/swap"

type SwapRulesFormProps = { rules: SwapRules; result: Parameters<typeof AnswerSummary>[0]["result"] }

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
    <PostForm edits className="form narrow" {...getFormProps(form)} key={`${rules.rule} ${rules.anyLength}`}>
      <SelectField meta={fields.rule} label="Lesson swaps" choices={choices} />
      <CheckField
        meta={fields.anyLength}
        label="Lessons of different lengths can be swapped"
        hint="Only where both fit"
      />
      <p>
        <SubmitButton intent="rules" variant="secondary" pending="Saving…">
          Save rules
        </SubmitButton>
      </p>
    </PostForm>
  )
}
