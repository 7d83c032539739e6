import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { morning, usualClaimHours } from "~/models/attendance/freed-time/freed-time"
import { formatTime } from "~/utils/formats"

type ClaimHoursFormProps = { rules: { hours: number; spots: boolean }; result?: SubmissionResult }

/** For how long a freed time is offered to a family, and whether spots of groups are, too. */
export function ClaimHoursForm({ rules, result }: ClaimHoursFormProps) {
  const [form, fields] = useForm<Record<"hours" | "spots", string | null>>({
    id: "claim-hours",
    lastResult: result,
    defaultValue: { hours: String(rules.hours), spots: rules.spots ? "on" : null },
  })
  return (
    <PartForm part="freed-times" intent="hours" form={form} save="Save rules">
      <Field
        meta={fields.hours}
        label="Hours to answer an offer"
        hint={`For example, ${usualClaimHours}. 0 turns offers off. At night they count from ${formatTime(morning)}.`}
        inputMode="numeric"
        maxLength={2}
      />
      <CheckField
        meta={fields.spots}
        label="Also offer spots in group lessons"
        hint="No more students come than the class has room for"
      />
    </PartForm>
  )
}
