import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { DropForm as DropFields } from "~/models/teaching/class/class-form"

type DropProps = {
  name: string
  lastDay: string
  own?: { result?: SubmissionResult; months: { wasMinor?: number }[] }
  /** The preview as text: how many lessons are freed. */
  found?: string
  /** What the months cost then, below the preview. */
  children: ReactNode
}

/** Ends a student's enrollment with a last day. */
export function DropStudent({ name, lastDay, own, found, children }: DropProps) {
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
            {children}
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
