import { Field, SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { weekdaysInOrder } from "~/utils/formats"

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day, index) => ({
  day,
  weekday: index + 1,
}))

type RuleProps = {
  fields: Record<"weekdays" | "everyWeeks" | "startTime" | "minutes", FieldMeta>
  /** the days ticked, 1 Monday … 7 Sunday */
  selected: readonly string[]
  optional?: boolean
}

/** On which days a class meets, how often, when and how long. */
export function RuleFields({ fields, selected, optional }: RuleProps) {
  const { weekdays } = fields
  return (
    <>
      <fieldset className={weekdays.errors ? "field invalid" : "field"}>
        <legend>Days</legend>
        {optional ? <span className="hint">Leave blank to schedule later.</span> : null}
        {weekdays.errors ? <p className="error">{weekdays.errors.join(" ")}</p> : null}
        <div className="flex flex-wrap gap-x-5">
          {weekdaysInOrder(days).map(({ day, weekday }, index) => (
            <label className="checkbox" key={day}>
              <input
                id={index === 0 ? weekdays.id : undefined}
                type="checkbox"
                name="weekdays"
                value={weekday}
                defaultChecked={selected.includes(String(weekday))}
              />
              <span>{day}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="columns">
        <Field meta={fields.startTime} label="Start" type="time" optional={optional} />
        <Field meta={fields.minutes} label="Minutes" type="number" inputMode="numeric" min={5} max={600} />
        <SelectField
          meta={fields.everyWeeks}
          label="Repeats"
          choices={[1, 2, 3, 4, 5, 6].map((n) => ({
            value: String(n),
            label: n === 1 ? "Every week" : `Every ${n} weeks`,
          }))}
        />
      </div>
    </>
  )
}

/** The days a form came with, or those it begins with. */
export const selectedDays = (initialValue: unknown): string[] =>
  Array.isArray(initialValue)
    ? initialValue.map(String)
    : typeof initialValue === "string"
      ? [initialValue]
      : []
