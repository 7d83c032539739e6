import { FieldProblem } from "~/components/ui/field-problem"
import { weekdaysInOrder } from "~/utils/formats"
import type { FieldMeta } from "./field-frame"

/** The days of a week with their numbers, Monday being 1. */
export const namedWeekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
].map((day, index) => ({ day, weekday: index + 1 }))

type WeekdayFieldProps = { meta: FieldMeta; chosen: readonly string[]; legend: string; hint?: string }

/** Days of the week to tick, in the order of the school's weeks. */
export function WeekdayField({ meta, chosen, legend, hint }: WeekdayFieldProps) {
  return (
    <fieldset
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>{legend}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <FieldProblem id={meta.errorId} message={meta.errors?.join(" ")} />
      <div className="flex flex-wrap gap-x-5">
        {weekdaysInOrder(namedWeekdays).map(({ day, weekday }) => (
          <label className="checkbox" key={day}>
            <input
              type="checkbox"
              name={meta.name}
              value={weekday}
              defaultChecked={chosen.includes(String(weekday))}
            />
            <span>{day}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The ticked days: those that were sent, else those that are set. */
export const tickedDays = (sent: unknown, set: string | null): string[] =>
  Array.isArray(sent) ? sent.map(String) : typeof sent === "string" ? [sent] : [...(set ?? "")]
