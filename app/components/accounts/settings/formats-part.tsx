import { type SubmissionResult, useForm } from "@conform-to/react"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { type Weekday, weekDates } from "~/utils/dates"
import {
  currentFormats,
  dateOrders,
  dayName,
  type Formats,
  formatDate,
  formatTimeRange,
  numberStyles,
} from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { type FormatField, FormatFields } from "./format-fields"

type FormatsPartProps = { settings: Formats; result?: SubmissionResult; today: string }

/** How the school writes dates, times, numbers and weeks. */
export function FormatsPart({ settings, result, today }: FormatsPartProps) {
  return (
    <EditablePart
      id="formats"
      title="Formats"
      about="How dates, times and amounts look on screens and in emails, PDFs and files, for everyone in the school."
      isAnswered={result !== undefined}
      facts={[["Example", exampleOf(today, settings)]]}
    >
      <FormatsForm settings={settings} result={result} today={today} />
    </EditablePart>
  )
}

/** The example follows the choice; without scripts, what is saved. */
function FormatsForm({ settings, result, today }: FormatsPartProps) {
  const { dateOrder, hourCycle, numberStyle, currencyPlace, weekStart, currency } = settings
  const [form, fields] = useForm<Record<FormatField, string>>({
    id: "formats-form",
    lastResult: result,
    defaultValue: {
      dateOrder,
      hourCycle: String(hourCycle),
      numberStyle,
      currencyPlace,
      weekStart: String(weekStart),
    },
  })
  const chosen: Formats = {
    dateOrder: dateOrders.find((order) => order === fields.dateOrder.value) ?? dateOrder,
    hourCycle: fields.hourCycle.value === "24" ? 24 : fields.hourCycle.value === "12" ? 12 : hourCycle,
    numberStyle: numberStyles.find((style) => style === fields.numberStyle.value) ?? numberStyle,
    currencyPlace: fields.currencyPlace.value === "after" ? "after" : "before",
    weekStart: Number(fields.weekStart.value ?? weekStart),
    currency,
    currencySign: currentFormats().currencySign,
  }
  return (
    <PartForm part="formats" form={form}>
      <FormatFields fields={fields} settings={settings} today={today} />
      <p aria-live="polite">
        Example: <b>{exampleOf(today, chosen)}</b>
      </p>
    </PartForm>
  )
}

/** "Nov 20, 2026, 2:00 to 2:45 PM · $1,234.50 · weeks start on Monday" */
export function exampleOf(today: string, formats: Formats): string {
  const when = `${formatDate(today, "medium", formats)}, ${formatTimeRange("14:00", "14:45", formats)}`
  const [first = today] = weekDates(today, formats.weekStart as Weekday)
  return [when, formatMoney(123_450, formats.currency, formats), `weeks start on ${dayName(first)}`].join(
    " · ",
  )
}
