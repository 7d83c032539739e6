import { type SubmissionResult, useForm } from "@conform-to/react"
import { PartForm } from "~/components/form/part-form"
import { tickedDays } from "~/components/form/weekday-field"
import { EditablePart } from "~/components/ui/editable-part"
import { formatTimeRange } from "~/utils/formats"
import { OpeningFields, openDayNames } from "./opening-fields"

export type OpeningHours = { openDays: string | null; opensAt: string | null; closesAt: string | null }

export const openingFacts = ({ openDays, opensAt, closesAt }: OpeningHours): [string, string][] => [
  ["Open on", openDays ? openDayNames(openDays).join(", ") : "The days you have lessons"],
  ["Hours", opensAt && closesAt ? formatTimeRange(opensAt, closesAt) : "The times you have lessons"],
]

type OpeningPartProps = { settings: OpeningHours; result?: SubmissionResult }

/** When the school is open: free times are looked for within it. */
export function OpeningPart({ settings, result }: OpeningPartProps) {
  return (
    <EditablePart
      id="opening"
      title="Opening hours"
      about="We suggest times for lessons within these hours. Existing lessons don’t move."
      isAnswered={result !== undefined}
      facts={openingFacts(settings)}
    >
      <OpeningForm settings={settings} result={result} />
    </EditablePart>
  )
}

function OpeningForm({ settings, result }: OpeningPartProps) {
  const { openDays, opensAt, closesAt } = settings
  const [form, fields] = useForm<Record<"openDays" | "opensAt" | "closesAt", string | null>>({
    id: "opening-form",
    lastResult: result,
    defaultValue: { opensAt, closesAt },
  })
  return (
    <PartForm part="opening" form={form}>
      <p className="dim">Leave everything blank to follow the lessons you have.</p>
      <OpeningFields
        fields={fields}
        chosen={tickedDays(result?.initialValue?.openDays, result ? null : openDays)}
        legend="Open on"
      />
    </PartForm>
  )
}
