import { type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { Link } from "~/components/ui/link"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type Times = Record<
  "lessonReminderAt" | "missingEveningAt" | "missingMorningAt" | "creditWarningAt" | "birthdayAt",
  string
> & { lessonReminderDays: number; birthdayEmails: keyof typeof birthdayLabels }

const birthdayLabels = {
  off: "No one",
  families: "Families",
  teachers: "Teachers",
  both: "Families and teachers",
}

type ReminderTimesPartProps = { times: Times; result?: SubmissionResult }

/** From when on the school's reminders leave. */
export function ReminderTimesPart({ times, result }: ReminderTimesPartProps) {
  const [form, fields] = useForm<Record<keyof Times, string>>({
    id: "reminder-times-form",
    lastResult: result,
    defaultValue: { ...times, lessonReminderDays: String(times.lessonReminderDays) },
  })
  const { lessonReminderAt, lessonReminderDays, missingEveningAt, missingMorningAt, creditWarningAt } = times
  const { birthdayAt, birthdayEmails } = times
  return (
    <EditablePart
      id="reminder-times"
      title="Times of reminders"
      about="By the school’s clock."
      isAnswered={result !== undefined}
      facts={[
        ["Lessons", `${countOf(lessonReminderDays, "day")} before, at ${formatTime(lessonReminderAt)}`],
        [
          "Missing attendance",
          `At ${formatTime(missingEveningAt)} the same evening, or at ${formatTime(missingMorningAt)} the next morning`,
        ],
        ["Make-up credits that expire", `At ${formatTime(creditWarningAt)}`],
        [
          "Birthdays",
          birthdayEmails === "off"
            ? "Not emailed"
            : `${birthdayLabels[birthdayEmails]}, at ${formatTime(birthdayAt)}`,
        ],
      ]}
    >
      <PartForm part="reminder-times" form={form} save="Save times">
        <p className="dim">
          Birthday emails are chosen here, other reminders under <Link to={paths.policies()}>Policies</Link>.
          They leave within half an hour.
        </p>
        <Field
          meta={fields.lessonReminderDays}
          label="Days before the lessons"
          type="number"
          inputMode="numeric"
          hint="A lesson that’s added or moved after the reminder of its day has left isn’t in it."
        />
        <Field meta={fields.lessonReminderAt} label="Lesson reminders at" type="time" />
        <Field meta={fields.missingEveningAt} label="Missing attendance, same evening at" type="time" />
        <Field meta={fields.missingMorningAt} label="Missing attendance, next morning at" type="time" />
        <Field meta={fields.creditWarningAt} label="Make-up credits that expire at" type="time" />
        <SelectField
          meta={fields.birthdayEmails}
          label="Birthday emails to"
          hint="On the birthdays of students. Teachers get those of students in their classes."
          choices={Object.entries(birthdayLabels).map(([value, label]) => ({ value, label }))}
        />
        <Field meta={fields.birthdayAt} label="Birthday emails at" type="time" />
      </PartForm>
    </EditablePart>
  )
}
