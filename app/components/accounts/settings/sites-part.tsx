import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { countOf } from "~/utils/formats"

type RoomSite = { id: string; name: string; site: string | null }
type SitesPartProps = { rooms: RoomSite[]; travelMinutes: number; result?: SubmissionResult }

/** The buildings of a school, and how long its teachers need between two of them. */
export function SitesPart({ rooms, travelMinutes, result }: SitesPartProps) {
  const sites = [...new Set(rooms.flatMap(({ site }) => site ?? []))].sort()
  return (
    <EditablePart
      id="sites"
      title="Sites"
      about="For schools in several buildings. Teachers get enough time between lessons at different sites."
      isAnswered={result !== undefined}
      facts={[
        ...sites.map((site): [string, string] => [
          site,
          rooms
            .filter((room) => room.site === site)
            .map(({ name }) => name)
            .join(", "),
        ]),
        ["Time between sites", travelMinutes > 0 ? countOf(travelMinutes, "minute") : "None"],
      ]}
    >
      <SitesForm rooms={rooms} travelMinutes={travelMinutes} result={result} />
    </EditablePart>
  )
}

function SitesForm({ rooms, travelMinutes, result }: SitesPartProps) {
  const [form, fields] = useForm<{ travelMinutes: string; sites: Record<string, string> }>({
    id: "sites-form",
    lastResult: result,
    defaultValue: {
      travelMinutes: String(travelMinutes),
      sites: Object.fromEntries(rooms.map(({ id, site }) => [id, site ?? ""])),
    },
  })
  const ofRooms = fields.sites.getFieldset()
  return (
    <PartForm part="sites" form={form}>
      <Field
        meta={fields.travelMinutes}
        label="Minutes between sites"
        hint="The time a teacher needs from one site to another. 0 turns the check off."
        type="number"
        inputMode="numeric"
        min={0}
        max={240}
      />
      {rooms.map(({ id, name }) => {
        const meta = ofRooms[id]
        return meta ? (
          <Field
            key={id}
            meta={meta}
            label={`Site of ${name}`}
            optional
            maxLength={60}
            autoComplete="off"
            list="site-names"
          />
        ) : null
      })}
      <datalist id="site-names">
        {[...new Set(rooms.flatMap(({ site }) => site ?? []))].map((site) => (
          <option key={site} value={site} />
        ))}
      </datalist>
    </PartForm>
  )
}
