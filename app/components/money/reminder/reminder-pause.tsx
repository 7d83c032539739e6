import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field } from "~/components/form/field"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { useHasRight } from "~/components/ui/limits"
import { formatDate } from "~/utils/formats"

export const pauseFormId = "pause-reminders"

type ReminderPauseProps = {
  pause: { reason: string; lastDay: string | null } | null
  today: string
  result?: SubmissionResult
}

/** The pause of the automatic reminders of this family or invoice: what holds now, or the form that starts one. */
export function ReminderPause({ pause, today, result }: ReminderPauseProps) {
  return (
    <section aria-labelledby="reminder-pause">
      <h2 id="reminder-pause">Automatic reminders</h2>
      {pause ? (
        <>
          <p>
            Paused{" "}
            {pause.lastDay ? `through ${formatDate(pause.lastDay, "medium")}` : "until you resume them"}:{" "}
            {pause.reason}
          </p>
          <ActButton
            needs="invoice:issue"
            intent="resume-reminders"
            pending="Resuming…"
            label="Resume reminders"
          />
        </>
      ) : (
        <PauseReminders today={today} result={result} />
      )}
    </section>
  )
}

function PauseReminders({ today, result }: { today: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ reason: string; lastDay: string }>({ id: pauseFormId, lastResult: result })
  if (!useHasRight()("invoice:issue")) return null
  return (
    <details className="disclosure" open={Boolean(result)}>
      <summary>Pause reminders</summary>
      <PostForm needs="invoice:issue" className="form" {...getFormProps(form)}>
        <p>Late fees wait, too, until the pause ends.</p>
        <Field
          meta={fields.reason}
          label="Reason"
          hint="For the office only, for example: paying in cash on Friday"
          maxLength={200}
        />
        <DateField
          meta={fields.lastDay}
          label="Last day without reminders"
          hint="Leave blank to pause until you resume"
          min={today}
          optional
        />
        <SubmitRow label="Pause reminders" intent="pause-reminders" variant="secondary" pending="Pausing…" />
      </PostForm>
    </details>
  )
}
