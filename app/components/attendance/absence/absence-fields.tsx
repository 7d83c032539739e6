import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"

type AbsenceFieldsProps = {
  fields: Record<"startsOn" | "endsOn" | "fromTime" | "toTime" | "reason", FieldMeta>
  /** The first day that can be chosen. */
  min?: string
}

/** When a teacher is away, whole days or from and until a time, and why. */
export function AbsenceFields({ fields, min }: AbsenceFieldsProps) {
  return (
    <>
      <div className="two-columns even">
        <DateField meta={fields.startsOn} label="First day" min={min} />
        <DateField meta={fields.endsOn} label="Last day" min={min} />
      </div>
      <div className="two-columns even">
        <Field meta={fields.fromTime} label="Start time" hint="On the first day." type="time" optional />
        <Field meta={fields.toTime} label="End time" hint="On the last day." type="time" optional />
      </div>
      <Field meta={fields.reason} label="Reason, staff only" optional maxLength={300} />
    </>
  )
}
