import { type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { zoneLabel } from "~/utils/zone-names"

type ZonePartProps = {
  /** the person's own; null for the school's, or the platform's */
  zone: string | null
  reader: "family" | "school" | "platform"
  usualZone: string
  zones: string[]
  lastResult: SubmissionResult<string[]> | undefined
}

const abouts = {
  family:
    "Lessons take place in your school’s time. Your home page, your schedule, each lesson and emails about lessons show your own time beside it.",
  school: "Lessons take place in your school’s time. Emails about your lessons show your own time beside it.",
  platform: "The times on the platform’s pages. The days that payments and revenue count on stay in UTC.",
}

const usualLabel = ({ reader, usualZone }: Pick<ZonePartProps, "reader" | "usualZone">) =>
  reader === "platform" ? `The platform’s, ${usualZone}` : `Your school’s, ${zoneLabel(usualZone)}`

/** Where someone is, when that isn't where the school is. */
export function ZonePart(props: ZonePartProps) {
  const { zone, reader, lastResult } = props
  return (
    <EditablePart
      id="time-zone"
      title="Time zone"
      about={abouts[reader]}
      isAnswered={lastResult !== undefined}
      facts={[["Time zone", zone ? zoneLabel(zone) : usualLabel(props)]]}
    >
      <ZoneForm {...props} />
    </EditablePart>
  )
}

function ZoneForm({ zone, reader, usualZone, zones, lastResult }: ZonePartProps) {
  const [form, fields] = useForm<{ timeZone: string }>({
    id: "zone",
    lastResult,
    defaultValue: { timeZone: zone ?? "" },
  })
  return (
    <PartForm part="zone" form={form}>
      <SelectField
        meta={fields.timeZone}
        label="Time zone"
        optional
        prompt={usualLabel({ reader, usualZone })}
        choices={zones.map((value) => ({ value, label: zoneLabel(value) }))}
      />
    </PartForm>
  )
}
