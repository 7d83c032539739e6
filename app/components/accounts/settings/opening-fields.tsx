import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { FieldProblem } from "~/components/ui/field-problem"
import { weekdaysInOrder } from "~/utils/formats"

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
  (day, index) => ({ day, weekday: index + 1 }),
)

type OpeningFieldsProps = {
  fields: Record<"openDays" | "opensAt" | "closesAt", FieldMeta>
  chosen: readonly string[]
  legend: string
}

/** On which days, from when to when. */
export function OpeningFields({
  fields: { openDays, opensAt, closesAt },
  chosen,
  legend,
}: OpeningFieldsProps) {
  return (
    <>
      <fieldset
        id={openDays.id}
        tabIndex={-1}
        className={openDays.errors ? "field invalid" : "field"}
        aria-describedby={openDays.errors ? openDays.errorId : undefined}
      >
        <legend>{legend}</legend>
        <FieldProblem id={openDays.errorId} message={openDays.errors?.join(" ")} />
        <div className="flex flex-wrap gap-x-5">
          {weekdaysInOrder(days).map(({ day, weekday }) => (
            <label className="checkbox" key={day}>
              <input
                type="checkbox"
                name="openDays"
                value={weekday}
                defaultChecked={chosen.includes(String(weekday))}
              />
              <span>{day}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="columns">
        <Field meta={opensAt} label="From" type="time" optional />
        <Field meta={closesAt} label="To" type="time" optional />
      </div>
    </>
  )
}

/** The ticked days: those that were sent, else those that are set. */
export const tickedDays = (sent: unknown, set: string | null): string[] =>
  Array.isArray(sent) ? sent.map(String) : typeof sent === "string" ? [sent] : [...(set ?? "")]

/** The days of a school as it writes its weeks: "135" is Monday, Wednesday, Friday. */
export const openDayNames = (openDays: string): string[] =>
  weekdaysInOrder(days)
    .filter(({ weekday }) => openDays.includes(String(weekday)))
    .map(({ day }) => day)
