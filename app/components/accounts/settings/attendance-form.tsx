import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { type AttendanceSettings, reminderChoices } from "./setting-facts"

type AttendanceFormProps = {
  settings: AttendanceSettings
  result?: SubmissionResult
}

/** When recorded attendance is locked, and when teachers are reminded of lessons without it. */
export function AttendanceForm({ settings, result }: AttendanceFormProps) {
  const { attendanceLockDays, attendanceReminder } = settings
  const [form, fields] = useForm<{ attendanceLockDays: string | null; attendanceReminder: string }>({
    id: "attendance-form",
    lastResult: result,
    defaultValue: {
      attendanceLockDays: attendanceLockDays === null ? null : String(attendanceLockDays),
      attendanceReminder,
    },
  })
  return (
    <PartForm part="locking" intent="attendance" form={form}>
      <div className="columns">
        <Field
          meta={fields.attendanceLockDays}
          label="Lock after (days)"
          hint="Counted from the lesson. Leave blank to never lock. Only the office can correct locked attendance, with a reason; missing attendance can always be taken."
          inputMode="numeric"
          optional
        />
        <SelectField
          meta={fields.attendanceReminder}
          label="Email teachers about missing attendance"
          hint="One email a day. Lessons that end after the evening’s email are in the next one."
          choices={reminderChoices()}
        />
      </div>
    </PartForm>
  )
}
