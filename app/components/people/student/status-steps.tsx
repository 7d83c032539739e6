import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type StatusStep, type StudentStatus, statusSteps, stepsFrom } from "~/models/people/student/student"
import type { StatusForm } from "~/models/teaching/student-status/status-form"
import { countOf } from "~/utils/count-of"

type StepsProps = {
  name: string
  status: StudentStatus
  /** what leaving means: the classes, and the sessions that are freed */
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
            label={`Also give up the places in ${classes.join(", ")}`}
            hint="Otherwise the places are kept, and registers go on expecting them."
          />
        ) : null}
        <p>
          <SubmitButton intent="status" variant={step === "end" ? "danger" : "secondary"} pending="Saving…">
            {to === "former" ? `End with ${name}` : label}
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}

function effectOf(step: StatusStep, name: string, classes: string[], ahead: number): string {
  const sessions = countOf(ahead, "coming session is freed", "coming sessions are freed")
  switch (step) {
    case "end":
      return classes.length > 0
        ? `From today ${name} is a former student and leaves ${classes.join(", ")}: ${sessions}. Marks, invoices and notes stay.`
        : `From today ${name} is a former student. Marks, invoices and notes stay.`
    case "pause":
      return `From today ${name} is paused, and still takes a place of your plan.`
    case "resume":
      return `From today ${name} is active again.`
    case "return":
      return `From today ${name} is active again, and takes a place of your plan. Classes come afterwards.`
    case "trial":
      return `From today ${name} is on trial, and takes a place of your plan.`
    case "start":
      return `From today ${name} is an active student.`
  }
}
