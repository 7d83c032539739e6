import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type StatusStep, type StudentStatus, statusSteps, stepsFrom } from "~/models/people/student/student"
import type { StatusForm } from "~/models/teaching/student-status/status-form"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"

type StepsProps = {
  name: string
  status: StudentStatus
  /** what leaving means: the classes, and the number of upcoming lessons */
  classes: string[]
  ahead: number
  answer?: { step: string; result: SubmissionResult<string[]> }
}

/** The status changes available to a student, each with its effect above its button. */
export function StatusSteps({ status, answer, ...rest }: StepsProps) {
  return (
    <>
      {stepsFrom(status).map((step) => (
        <Step key={step} step={step} result={answer?.step === step ? answer.result : undefined} {...rest} />
      ))}
    </>
  )
}

type StepProps = Omit<StepsProps, "status" | "answer"> & {
  step: StatusStep
  result?: SubmissionResult<string[]>
}

function Step({ step, name, classes, ahead, result }: StepProps) {
  const [form, fields] = useForm<Record<keyof StatusForm, string>>({
    id: `status-${step}`,
    lastResult: result,
  })
  const { label, to } = statusSteps[step]
  const needsReason = step === "pause" || step === "end"
  return (
    <details className="disclosure no-print" open={result !== undefined}>
      <summary>{label}</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="step" value={step} />
        <p className="dim">{effectOf(step, name, classes, ahead)}</p>
        <Field meta={fields.reason} label="Reason" optional={!needsReason} maxLength={200} />
        {step === "pause" && classes.length > 0 ? (
          <CheckField
            meta={fields.leaveClasses}
            label={`Unenroll from ${joinNames(classes)}`}
            hint={`Otherwise ${name} keeps the spots and still appears in attendance.`}
          />
        ) : null}
        <p>
          <SubmitButton intent="status" variant={step === "end" ? "danger" : "secondary"} pending="Saving…">
            {to === "former" ? `Move ${name} to former` : label}
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}

function effectOf(step: StatusStep, name: string, classes: string[], ahead: number): string {
  switch (step) {
    case "end":
      return classes.length > 0
        ? `${name} becomes a former student today and is unenrolled from ${joinNames(classes)}, including ${countOf(ahead, "upcoming lesson")}. Attendance, invoices and notes are kept.`
        : `${name} becomes a former student today. Attendance, invoices and notes are kept.`
    case "pause":
      return `${name} is paused from today and still counts toward your plan limit.`
    case "resume":
      return `${name} becomes active again today.`
    case "return":
      return `${name} becomes active again today and counts toward your plan limit. Enroll ${name} in classes afterward.`
    case "trial":
      return `${name} starts a trial today and counts toward your plan limit.`
    case "start":
      return `${name} becomes an active student today.`
  }
}
