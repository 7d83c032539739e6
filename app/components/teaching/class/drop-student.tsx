import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TuitionMonths } from "~/components/money/prices/tuition-months"
import type { PreviewedMonth } from "~/models/money/charge/charge"
import type { DropForm as DropFields } from "~/models/teaching/class/class-form"

type DropProps = {
  name: string
  lastDay: string
  currency: string
  own?: { result?: SubmissionResult; months: PreviewedMonth[] }
  /** The preview as text: how many lessons are freed. */
  found?: string
}

/** Ends a student's enrollment with a last day. */
export function DropStudent({ name, lastDay, currency, own, found }: DropProps) {
  const [form, fields] = useForm<DropFields>({
    id: "drop",
    lastResult: own?.result,
    defaultValue: { lastDay },
  })
  const months = own?.months ?? []
  const kept = months.some(({ wasMinor }) => wasMinor !== undefined)
    ? "Attendance is kept, and the fees below change."
    : "Attendance and charges are kept."
  return (
    <section className="form" aria-labelledby="drop-title">
      <ErrorSummary form={form} />
      <h2 id="drop-title">Unenroll</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="drop" />
        <DateField meta={fields.lastDay} label="Last day" hint="Lessons on this day still take place." />
        <Field
          meta={fields.reason}
          label="Reason"
          hint="Counted in the report on why students leave."
          maxLength={200}
        />
        {found ? (
          <>
            <p role="status">
              {kept} {found}
            </p>
            <TuitionMonths months={months} currency={currency} />
          </>
        ) : null}
        <p className="buttons">
          <SubmitButton intent="preview" isMain variant="secondary" pending="Checking…">
            Preview changes
          </SubmitButton>
          <SubmitButton intent="save" variant="danger" pending="Dropping…">
            Unenroll {name}
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
