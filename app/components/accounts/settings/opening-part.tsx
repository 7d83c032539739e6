import { type SubmissionResult, useForm } from "@conform-to/react"
import { OpeningFields, tickedDays } from "./opening-fields"
import { Part } from "./part"

export type OpeningHours = { openDays: string | null; opensAt: string | null; closesAt: string | null }

/** When the school is open: free times are looked for within it. */
export function OpeningPart({ settings, result }: { settings: OpeningHours; result?: SubmissionResult }) {
  const { openDays, opensAt, closesAt } = settings
  const [form, fields] = useForm<Record<"openDays" | "opensAt" | "closesAt", string | null>>({
    id: "opening-form",
    lastResult: result,
    defaultValue: { opensAt, closesAt },
  })
  return (
    <Part
      part="opening"
      title="Opening hours"
      about="We suggest times for lessons within these hours. Existing lessons don’t move. Leave everything blank to follow the lessons you have."
      form={form}
    >
      <OpeningFields
        fields={fields}
        chosen={tickedDays(result?.initialValue?.openDays, result ? null : openDays)}
        legend="Open on"
      />
    </Part>
  )
}
