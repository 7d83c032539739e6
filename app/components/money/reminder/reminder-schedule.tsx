import type { SubmissionResult } from "@conform-to/react"
import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { type ReminderStep, stepLabels } from "~/models/money/reminder/reminder-steps"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { StepForm } from "./step-form"

type ReminderScheduleProps = {
  isOn: boolean
  lacksLateFee: boolean
  steps: readonly ReminderStep[]
  edited: ReminderStep | null
  /** the edited reminder as a payer reads it */
  shown: Parameters<typeof ReminderPreview>[0] | null | undefined
  /** the address of this page with a step open, and without one */
  at: (step?: string) => string
  result?: SubmissionResult
}

/** Whether overdue invoices are reminded of by themselves, and each reminder with its day and its text. */
export function ReminderSchedule({
  isOn,
  lacksLateFee,
  steps,
  edited,
  shown,
  at,
  result,
}: ReminderScheduleProps) {
  return (
    <>
      <section className="section" aria-labelledby="switch">
        <h2 id="switch">{isOn ? "Automatic reminders are on" : "Automatic reminders are off"}</h2>
        <p className="dim">
          Each morning, payers with a balance due get the reminder for that day, at most one a day for each
          invoice. Reminders stop as soon as the invoice is paid, and you can pause them for a family or an
          invoice.
        </p>
        {isOn ? (
          <ActButton
            needs="invoice:issue"
            intent="turn-off"
            pending="Turning off…"
            label="Turn off reminders"
          />
        ) : (
          <ActButton
            needs="invoice:issue"
            intent="turn-on"
            pending="Turning on…"
            variant="primary"
            label="Turn on reminders"
          />
        )}
      </section>
      <section className="section" aria-labelledby="steps">
        <h2 id="steps">Reminders</h2>
        {lacksLateFee ? (
          <CalloutText tone="amber">
            A reminder charges the late fee, but you haven’t set one, so nothing is charged.{" "}
            <Link to={`${paths.policies({ edit: "late-fee" })}#late-fee`}>Set a late fee</Link>
          </CalloutText>
        ) : null}
        <ul className="rows">
          {steps.map((step) => (
            <li key={step.step}>
              {edited?.step === step.step ? (
                <StepForm key={step.step} step={step} backTo={at()} result={result} />
              ) : (
                <StepRow step={step} to={at(step.step)} />
              )}
            </li>
          ))}
        </ul>
      </section>
      {edited && shown ? <ReminderPreview {...shown} /> : null}
    </>
  )
}

function StepRow({ step, to }: { step: ReminderStep; to: string }) {
  return (
    <>
      <span>
        {stepLabels[step.step]}
        <br />
        <span className="small dim">
          {step.isOn ? whenText(step) : "Off"}
          {step.isOn && step.chargesLateFee ? ", with the late fee" : null} · {step.subject}
        </span>
      </span>{" "}
      <Link to={to} aria-label={`Edit ${stepLabels[step.step]}`}>
        Edit
      </Link>
    </>
  )
}

function whenText({ offsetDays }: ReminderStep): string {
  if (offsetDays === 0) return "On the due date"
  return offsetDays < 0
    ? `${countOf(-offsetDays, "day")} before due`
    : `${countOf(offsetDays, "day")} after due`
}

type ReminderPreviewProps = {
  subject: string
  paragraphs: string[]
  /** The invoice it was filled in with; null when it is an example. */
  number: string | null
}

/** How a reminder reads with its merge fields filled in. */
function ReminderPreview({ subject, paragraphs, number }: ReminderPreviewProps) {
  return (
    <section className="sheet" aria-labelledby="preview">
      <h3 id="preview">Preview</h3>
      <p className="small dim">
        {number ? `Filled in with invoice ${number}.` : "Filled in with an example."} The invoice’s facts, the
        payment link and the PDF follow the text.
      </p>
      <p>
        <b>{subject}</b>
      </p>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </section>
  )
}
