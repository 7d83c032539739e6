import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field } from "~/components/form/field"
import { SaveRule } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { type AutoPayRule, retryDays } from "~/models/money/auto-pay/auto-pay"

export const autoPayFormId = "automatic-payments"

type RuleFormProps = {
  rule: AutoPayRule
  /** the policy that it opens in, where it is one of the policies’ page */
  part?: string
  result?: SubmissionResult
}

/** Whether families can pay automatically, and how long before a charge they are told. */
export function AutoPayRuleForm({ rule, part, result }: RuleFormProps) {
  const [form, fields] = useForm<Record<"isOffered" | "daysBefore", string | null>>({
    id: autoPayFormId,
    lastResult: result,
    defaultValue: { isOffered: rule.isOffered ? "on" : null, daysBefore: String(rule.daysBefore) },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <CheckField meta={fields.isOffered} label="Offer families automatic payment" />
      <Field
        meta={fields.daysBefore}
        label="Days between announcement and charge"
        hint="1 to 14"
        inputMode="numeric"
        maxLength={2}
      />
      <p className="small dim">
        Payers agree in their family pages and get an email before each charge. A declined charge is tried
        again after {retryDays[0]} and {retryDays[1]} days, then automatic payment is paused and we email you.
        Turning this off cancels announced charges, and we email their payers.
      </p>
      <SaveRule part={part} />
    </PostForm>
  )
}
