import { type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"

type ZonePartProps = {
  /** the person's own; null for the school's */
  zone: string | null
  isFamily: boolean
  schoolZone: string
  zones: string[]
  lastResult: SubmissionResult<string[]> | undefined
}

const zoneLabel = (zone: string) => zone.replaceAll("_", " ")

/** Where someone is, when that isn't where the school is. */
export function ZonePart(props: ZonePartProps) {
  const { zone, isFamily, schoolZone, lastResult } = props
  return (
    <EditablePart
      id="zone"
      title="Time zone"
      about={
        isFamily
          ? "Lessons take place in your school’s time. Your home page, your schedule, each lesson and emails about lessons show your own time beside it."
          : "Lessons take place in your school’s time. Emails about your lessons show your own time beside it."
      }
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
