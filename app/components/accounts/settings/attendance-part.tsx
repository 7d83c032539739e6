import { type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { type AttendanceSettings, attendanceFacts, reminderChoices } from "./setting-facts"

type AttendancePartProps = {
  settings: AttendanceSettings
  result?: SubmissionResult
}

/** When recorded attendance is locked, and when teachers are reminded of lessons without it. */
export function AttendancePart({ settings, result }: AttendancePartProps) {
  return (
    <EditablePart
      id="attendance"
      title="Recording attendance"
      about="Locked attendance can only be corrected by the office, with a reason. Missing attendance can always be taken."
      isAnswered={result !== undefined}
      facts={attendanceFacts(settings)}
    >
      <AttendanceForm settings={settings} result={result} />
    </EditablePart>
  )
}

function AttendanceForm({ settings, result }: AttendancePartProps) {
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
    <PartForm part="attendance" form={form}>
      <div className="columns">
        <Field
          meta={fields.attendanceLockDays}
          label="Lock after (days)"
          hint="Counted from the lesson. Leave blank to never lock."
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
