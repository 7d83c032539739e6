import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import type { Away } from "~/models/teaching/teacher-time/teacher-time"
import { paths } from "~/utils/paths"
import { AbsenceFields } from "./absence-fields"

type WhoAndWhenProps = {
  off: {
    teacherId: string
    teacherName: string
    when: string
    reason: string | null
    details: ChangeAbsenceProps["details"]
    mayBeRemoved: boolean
  }
  /** a solo teacher has no page of their own among teachers */
  isSolo: boolean
  lastResult: ChangeAbsenceProps["lastResult"]
}

/** Whose absence it is, on which days and why, with the form that changes it. */
export const WhoAndWhen = ({ off, isSolo, lastResult }: WhoAndWhenProps) => (
  <section className="section" aria-labelledby="who-title">
    <h2 id="who-title">
      <RehearsalLetter letter="A" /> Who and when
    </h2>
    <div className="absence-who">
      <dl className="absence-facts">
        <div>
          <dt>Teacher</dt>
          <dd>
            {isSolo ? off.teacherName : <Link to={paths.teacher(off.teacherId)}>{off.teacherName}</Link>}
          </dd>
        </div>
        <div>
          <dt>Away</dt>
          <dd>{off.when}</dd>
        </div>
        <div>
          <dt>Reason, staff only</dt>
          <dd className="wrap-anywhere">{off.reason ?? "None given"}</dd>
        </div>
      </dl>
      {off.mayBeRemoved ? (
        <ChangeAbsence key={JSON.stringify(off.details)} details={off.details} lastResult={lastResult} />
      ) : null}
    </div>
  </section>
)

type Fields = { startsOn: string; endsOn: string; fromTime: string; toTime: string; reason: string }

type ChangeAbsenceProps = {
  details: Away & { reason: string | null }
  lastResult: SubmissionResult<string[]> | undefined
}

/** Other days, hours or another reason for an absence. Sends `intent` change. */
function ChangeAbsence({ details, lastResult }: ChangeAbsenceProps) {
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
        Lessons you arranged don’t change: undo them below. The teacher gets an email when the dates change.
      </p>
      <PostForm edits className="form" {...getFormProps(form)}>
        <AbsenceFields fields={fields} />
        <SubmitRow label="Save changes" variant="secondary" intent="change" pending="Saving…" />
      </PostForm>
    </details>
  )
}
