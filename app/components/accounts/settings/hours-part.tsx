import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { ActButton } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import type { Hours } from "~/models/foundation/notification-preferences/quiet-hours"
import { formatTime } from "~/utils/formats"

type HoursPartProps = {
  hours: Hours
  /** They are the person's own; null where they are the school's for all. */
  isOwn: boolean | null
  result?: SubmissionResult
}

const quietText = ({ startsAt, endsAt }: Hours): string =>
  startsAt === endsAt ? "None" : `${formatTime(startsAt)} to ${formatTime(endsAt)}`

/** When nothing that can wait is sent, and when daily emails leave. */
export function HoursPart({ hours, isOwn, result }: HoursPartProps) {
  const [form, fields] = useForm<Hours>({
    id: "told-hours-form",
    lastResult: result,
    defaultValue: hours,
  })
  return (
    <EditablePart
      id="told-hours"
      title="Quiet hours and daily email"
      about={
        isOwn === null
          ? "For everyone who chose no hours of their own, by each reader’s clock."
          : "By your own clock."
      }
      isAnswered={result !== undefined}
      facts={[
        ["Quiet hours", quietText(hours)],
        ["Daily email", formatTime(hours.dailyAt)],
      ]}
      below={
        isOwn ? (
          <ActButton label="Use your school’s hours" intent="hours-as-school" pending="Saving…" />
        ) : null
      }
    >
      <PartForm part="told-hours" form={form} save="Save hours">
        <p className="dim">
          Texts, notifications and emails that can wait come when the quiet hours end. A change to a lesson
          that’s hours away still comes. Enter the same time twice for no quiet hours.
        </p>
        <Field meta={fields.startsAt} label="Quiet from" type="time" />
        <Field meta={fields.endsAt} label="Until" type="time" />
        <Field
          meta={fields.dailyAt}
          label="Daily email at"
          type="time"
          hint="One email with everything people chose to get once a day. No news, no email."
        />
      </PartForm>
    </EditablePart>
  )
}
