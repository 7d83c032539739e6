import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { AbsenceFields } from "./absence-fields"

type Fields = { startsOn: string; endsOn: string; fromTime: string; toTime: string; reason: string }

export type ChangeAbsenceProps = {
  details: {
    startsOn: string
    endsOn: string
    fromTime: string | null
    toTime: string | null
    reason: string | null
  }
  lastResult: SubmissionResult<string[]> | undefined
}

/** Other days, hours or another reason for an absence. Sends `intent` change. */
export function ChangeAbsence({ details, lastResult }: ChangeAbsenceProps) {
  const [form, fields] = useForm<Fields>({
    id: "change-absence",
    lastResult,
    defaultValue: {
      ...details,
      fromTime: details.fromTime ?? "",
      toTime: details.toTime ?? "",
      reason: details.reason ?? "",
    },
  })
  return (
    <details className="change-absence" open={lastResult?.status === "error"}>
      <summary aria-label="Change dates or reason">Change</summary>
      <ErrorSummary form={form} />
      <p className="dim">
        Lessons you arranged stay as they are: undo them below. The teacher gets an email when the dates
        change.
      </p>
      <PostForm edits className="form" {...getFormProps(form)}>
        <AbsenceFields fields={fields} />
        <p>
          <SubmitButton variant="secondary" intent="change" pending="Saving…">
            Save changes
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
