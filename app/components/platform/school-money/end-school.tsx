import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { endingLabels } from "~/models/platform/school-money/ending"
import type { EndForm } from "~/models/platform/school-money/school-money-form"
import { platformProvider } from "~/utils/payment-providers"
import { Reasons } from "./refund-payment"

export const endFormId = "end"

type EndSchoolProps = {
  result: SubmissionResult | undefined
  /** the end of the paid time; null when nothing runs */
  paidUntil: string | null
  action: string
}

/** Ends a school's subscription at the provider, and its access on a day. */
export function EndSchool({ result, paidUntil, action }: EndSchoolProps) {
  const [form, fields] = useForm<EndForm>({ id: endFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="end-title">
      <h2 id="end-title">End the subscription</h2>
      {paidUntil === null ? (
        <p className="dim">No subscription is running.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)} action={action}>
          <p>
            Paid until {paidUntil}
            {`. ${platformProvider} cancels the subscription right away, and that can’t be undone.`}
          </p>
          <SelectField
            meta={fields.ending}
            label="Access"
            choices={(["at-end", "on-date", "now"] as const).map((value) => ({
              value,
              label: endingLabels[value],
            }))}
          />
          <DateField meta={fields.endsOn} label="Last day of access" hint="Only for a date." optional />
          <Reasons fields={fields} />
          <p>
            <SubmitButton intent="end" variant="danger" pending="Ending…">
              End subscription
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}
