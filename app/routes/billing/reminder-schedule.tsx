import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { IntentForm } from "~/components/money/invoice/intent-form"
import { ReminderPreview } from "~/components/money/reminder/reminder-preview"
import { StepForm, stepFormId } from "~/components/money/reminder/step-form"
import type { FramedPage } from "~/components/shell/frame"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findLateFeeRule } from "~/models/money/late-fee/late-fee.server"
import { ReminderStepForm } from "~/models/money/reminder/reminder-form"
import { type ReminderStep, stepLabels } from "~/models/money/reminder/reminder-steps"
import {
  changeReminderStep,
  findReminderState,
  listReminderSteps,
  switchReminders,
} from "~/models/money/reminder/reminder-steps.server"
import { findSample, valuesFor, written } from "~/models/money/reminder/send-reminders.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { addDays } from "~/utils/dates"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const steps = listReminderSteps(actor)
  const edited = steps.find(({ step }) => step === new URL(request.url).searchParams.get("step")) ?? null
  return {
    isOn: findReminderState(actor).isOn,
    lacksLateFee:
      steps.some(({ isOn, chargesLateFee }) => isOn && chargesLateFee) &&
      findLateFeeRule(actor).kind === "none",
    steps,
    edited,
    preview: edited && previewOf(actor, edited),
  }
}

function previewOf(actor: Actor, step: Pick<ReminderStep, "subject" | "body">) {
  const sample = findSample(actor)
  const day = todayOf(actor)
  const values =
    sample?.values ??
    valuesFor(
      actor,
      {
        number: "2026-0042",
        familyName: "Okafor",
        dueOn: addDays(day, -7),
        currency: actor.school.currency,
      },
      { name: "Mateo Okafor", openMinor: 12_000, day },
    )
  return { ...written(step, values), number: sample?.number ?? null }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const form = await request.formData()
  return intents(form, paths.reminderSchedule(), {
    "turn-on": act({
      run: () => switchReminders(actor, true),
      saved: "Automatic reminders turned on. They start tomorrow.",
    }),
    "turn-off": act({
      run: () => switchReminders(actor, false),
      saved: "Automatic reminders turned off.",
    }),
    else: () => saveStep(actor, form),
  })
}

function saveStep(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: ReminderStepForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const { intent, ...step } = submission.value
  if (intent === "preview") return data({ result: asTyped(submission), preview: previewOf(actor, step) })
  const changed = changeReminderStep(actor, step)
  if (changed.ok) return redirectWithToast(paths.reminderSchedule(), "Reminder saved.")
  const days = `Reminders go out in order. Choose a day that fits “${stepLabels[changed.other]}.”`
  return refuse(invalid(submission, { days }, 409))
}

const refuse = ({ data: { result }, init }: ReturnType<typeof invalid>) =>
  data({ result, preview: null }, init ?? undefined)

export const handle: FramedPage = {
  tab: "reminders",
  title: "Automatic reminders",
}

export const meta: MetaFunction = () => [{ title: "Automatic reminders · Tutti" }]

export default function ReminderSchedule() {
  const { isOn, lacksLateFee, steps, edited, preview } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const shown = answer?.preview ?? preview
  return (
    <>
      <AnswerSummary formId={stepFormId} result={answer?.result} />
      <p className="back-link no-print">
        <Link to={paths.reminders()}>Overdue invoices</Link>
      </p>
      <section className="section" aria-labelledby="switch">
        <h2 id="switch">{isOn ? "Automatic reminders are on" : "Automatic reminders are off"}</h2>
        <p className="dim">
          Each morning, payers with a balance due get the reminder for that day, at most one a day for each
          invoice. Reminders stop as soon as the invoice is paid, and you can pause them for a family or an
          invoice.
        </p>
        {isOn ? (
          <IntentForm intent="turn-off" pending="Turning off…">
            Turn off reminders
          </IntentForm>
        ) : (
          <IntentForm intent="turn-on" pending="Turning on…" variant="primary">
            Turn on reminders
          </IntentForm>
        )}
      </section>
      <section className="section" aria-labelledby="steps">
        <h2 id="steps">Reminders</h2>
        {lacksLateFee ? (
          <Callout tone="amber">
            <p>
              A reminder charges the late fee, but you haven’t set one, so nothing is charged.{" "}
              <Link to={paths.prices()}>Set a late fee</Link>
            </p>
          </Callout>
        ) : null}
        <ul className="rows">
          {steps.map((step) => (
            <li key={step.step}>
              {edited?.step === step.step ? (
                <StepForm key={step.step} step={step} result={answer?.result} />
              ) : (
                <StepRow step={step} />
              )}
            </li>
          ))}
        </ul>
      </section>
      {edited && shown ? <ReminderPreview {...shown} /> : null}
    </>
  )
}

function StepRow({ step }: { step: ReminderStep }) {
  return (
    <>
      <span>
        {stepLabels[step.step]}
        <br />
        <span className="small dim">
          {step.isOn ? whenText(step) : "Off"}
          {step.isOn && step.chargesLateFee ? ", with the late fee" : null} · {step.subject}
        </span>
      </span>
      <Link to={paths.reminderSchedule(step.step)} aria-label={`Edit ${stepLabels[step.step]}`}>
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
