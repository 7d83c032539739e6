import { SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { weekDates, weekday } from "~/utils/dates"
import { dateOrders, dayName, type Formats, formatDate, formatTime, numberStyles } from "~/utils/formats"

export type FormatField = "dateOrder" | "hourCycle" | "numberStyle" | "currencyPlace" | "weekStart"

type FormatFieldsProps = { fields: Record<FormatField, FieldMeta>; settings: Formats; today: string }

/** How dates, times, numbers and weeks are written, each choice as an example of itself. */
export function FormatFields({ fields, settings, today }: FormatFieldsProps) {
  return (
    <div className="columns">
      <SelectField
        meta={fields.dateOrder}
        label="Dates"
        choices={dateOrders.map((order) => ({
          value: order,
          label: formatDate(today, "medium", { ...settings, dateOrder: order }),
        }))}
      />
      <SelectField
        meta={fields.hourCycle}
        label="Times"
        choices={([12, 24] as const).map((hours) => ({
          value: String(hours),
          label: `${hours}-hour, ${formatTime("16:30", { ...settings, hourCycle: hours })}`,
        }))}
      />
      <SelectField
        meta={fields.numberStyle}
        label="Numbers"
        choices={numberStyles.map((style) => ({ value: style, label: style }))}
      />
      <SelectField
        meta={fields.currencyPlace}
        label="Currency symbol"
        choices={[
          { value: "before", label: "Before the amount" },
          { value: "after", label: "After the amount" },
        ]}
      />
      <SelectField
        meta={fields.weekStart}
        label="First day of the week"
        choices={weekDates(today, 1).map((date) => ({
          value: String(weekday(date)),
          label: dayName(date),
        }))}
      />
    </div>
  )
}
