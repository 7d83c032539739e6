import { type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"

type ZonePartProps = {
  /** the person's own; null for the school's */
  zone: string | null
  schoolZone: string
  zones: string[]
  lastResult: SubmissionResult<string[]> | undefined
}

const zoneLabel = (zone: string) => zone.replaceAll("_", " ")

/** Where someone of a family is, when that isn't where the school is. */
export function ZonePart(props: ZonePartProps) {
  const { zone, schoolZone, lastResult } = props
  return (
    <EditablePart
      id="zone"
      title="Time zone"
      about="Lessons take place in your school’s time. Your home page, your list of lessons and each lesson show your own time beside it. Emails and the month show the school’s."
      isAnswered={lastResult !== undefined}
      facts={[["Time zone", zone ? zoneLabel(zone) : `Your school’s, ${zoneLabel(schoolZone)}`]]}
    >
      <ZoneForm {...props} />
    </EditablePart>
  )
}

function ZoneForm({ zone, schoolZone, zones, lastResult }: ZonePartProps) {
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
        prompt={`Your school’s, ${zoneLabel(schoolZone)}`}
        choices={zones.map((value) => ({ value, label: zoneLabel(value) }))}
      />
    </PartForm>
  )
}
