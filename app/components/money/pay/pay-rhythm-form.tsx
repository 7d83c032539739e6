import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, SelectField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { type PayRhythm, payRhythms, rhythmLabels } from "~/models/money/pay/pay-period"

export const rhythmFormId = "pay-period"

/** How often the school pays its teachers. */
export function PayRhythmForm({ rhythm, result }: { rhythm: PayRhythm; result?: SubmissionResult }) {
  const [form, fields] = useForm<Record<keyof PayRhythm, string>>({
    id: rhythmFormId,
    lastResult: result,
    defaultValue: rhythm,
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <div className="columns">
        <SelectField
          meta={fields.rhythm}
          label="Pay period"
          choices={payRhythms.map((value) => ({ value, label: rhythmLabels[value] }))}
        />
        <DateField meta={fields.startsOn} label="First day" hint="for periods of two weeks" />
      </div>
      <SubmitRow label="Save pay period" intent="pay-period" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}
