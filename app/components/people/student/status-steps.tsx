import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import {
  isPlannedStep,
  type StatusStep,
  type StudentStatus,
  statusSteps,
  stepsFrom,
} from "~/models/people/student/student"
import type { StatusForm } from "~/models/teaching/student-status/status-form"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"
import { type FeeChange, FeeChanges } from "./fee-changes"

type StepsProps = {
  studentId: string
  name: string
  status: StudentStatus
  /** what leaving means: the classes, and the number of upcoming lessons */
  classes: string[]
  ahead: number
  /** today */
  day: string
  answer?: { step: string; effect: Effect | null; result: SubmissionResult<string[]> }
}

type Effect = Parameters<typeof LeavingEffect>[0]["effect"]

/** The status changes available to a student, each with its effect above its button. */
export function StatusSteps({ status, answer, ...rest }: StepsProps) {
  return (
    <>
      {stepsFrom(status).map((step) => (
        <Step key={step} step={step} answer={answer?.step === step ? answer : undefined} {...rest} />
      ))}
    </>
  )
}

type StepProps = Omit<StepsProps, "status"> & { step: StatusStep }

function Step({ step, studentId, name, classes, ahead, day, answer }: StepProps) {
  const [form, fields] = useForm<Record<keyof StatusForm, string>>({
    id: `status-${step}`,
    lastResult: answer?.result,
    defaultValue: { from: day },
  })
  const { label, to } = statusSteps[step]
  const needsReason = step === "pause" || step === "end"
  return (
    <details className="disclosure no-print" open={answer !== undefined}>
      <summary>{label}</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="step" value={step} />
        <p className="dim">{effectOf(step, name, classes, ahead)}</p>
        {step === "pause" && classes.length > 0 ? (
          <p className="dim">
            Away for a while? <Link to={paths.studentLeave(studentId)}>Record a leave instead</Link>: the
            spots are kept, lessons expect no one, and it ends automatically.
          </p>
        ) : null}
        {isPlannedStep(step) ? (
          <DateField
            meta={fields.from}
            label="Takes effect on"
            hint={`Today or a later day.${needsReason ? " Lessons on that day still take place." : ""}`}
          />
        ) : null}
        <Field meta={fields.reason} label="Reason" optional={!needsReason} maxLength={200} />
        {step === "pause" && classes.length > 0 ? (
          <CheckField
            meta={fields.leaveClasses}
            label={`Unenroll from ${joinNames(classes)}`}
            hint={`Otherwise ${name} keeps the spots and still appears in attendance.`}
          />
        ) : null}
        {answer?.effect ? <LeavingEffect effect={answer.effect} /> : null}
        <p className="buttons">
          {needsReason ? (
            <SubmitButton intent="preview-status" isMain variant="secondary" pending="Checking…">
              Preview changes
            </SubmitButton>
          ) : null}
          <SubmitButton intent="status" variant={step === "end" ? "danger" : "secondary"} pending="Saving…">
            {to === "former" ? `Move ${name} to former` : label}
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}

/** What is only true where plans have limits. */
const counts = (text: string) => (sellsPlans() ? text : "")

function effectOf(step: StatusStep, name: string, classes: string[], ahead: number): string {
  switch (step) {
    case "end":
      return classes.length > 0
        ? `${name} becomes a former student today and is unenrolled from ${joinNames(classes)}, including ${countOf(ahead, "upcoming lesson")}. With a later day, lessons take place until then. Attendance, invoices and notes are kept.`
        : `${name} becomes a former student today, or on a later day. Attendance, invoices and notes are kept.`
    case "pause":
      return `${name} is paused from today, or a later day${counts(", and still counts toward your plan limit")}.`
    case "resume":
      return `${name} becomes active again today, or on a later day.`
    case "return":
      return `${name} becomes active again today, or on a later day${counts(", and counts toward your plan limit from then")}. Enroll ${name} in classes afterward.`
    case "trial":
      return `${name} starts a trial today${counts(" and counts toward your plan limit")}.`
    case "start":
      return `${name} becomes an active student today.`
  }
}

type LeavingEffectProps = {
  effect: {
    classes: string[]
    /** planned lessons after the day */
    lessons: number
    fees: FeeChange[]
    currency: string
  }
}

/** What pausing or leaving on the chosen day brings. */
function LeavingEffect({ effect: { classes, lessons, fees, currency } }: LeavingEffectProps) {
  return (
    <div role="status">
      <p>
        {classes.length > 0
          ? `Leaves ${joinNames(classes)}. ${countOf(lessons, "planned lesson")} after that day will be removed.`
          : "No class or lesson changes."}
      </p>
      <FeeChanges fees={fees} currency={currency} />
    </div>
  )
}
