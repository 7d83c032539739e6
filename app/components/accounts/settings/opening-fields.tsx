import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { namedWeekdays, WeekdayField } from "~/components/form/weekday-field"
import { weekdaysInOrder } from "~/utils/formats"

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
      <WeekdayField meta={openDays} chosen={chosen} legend={legend} />
      <div className="columns">
        <Field meta={opensAt} label="From" type="time" optional />
        <Field meta={closesAt} label="To" type="time" optional />
      </div>
    </>
  )
}

/** The days of a school as it writes its weeks: "135" is Monday, Wednesday, Friday. */
export const openDayNames = (openDays: string): string[] =>
  weekdaysInOrder(namedWeekdays)
    .filter(({ weekday }) => openDays.includes(String(weekday)))
    .map(({ day }) => day)
