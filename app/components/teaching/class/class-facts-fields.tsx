import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { LineFields } from "~/components/teaching/schedule/line-fields"
import type { LineOffers } from "~/models/teaching/line-offer/line-offer"

type FactsProps = {
  fields: Record<"name" | "instrument" | "teacherId" | "roomId" | "capacity", FieldMeta>
  lines: LineOffers
  /** the school's own, to choose from while typing */
  instruments: string[]
  isSolo: boolean
}

/** A class's name, teacher, room and capacity. */
export function ClassFactsFields({ fields, lines, instruments, isSolo }: FactsProps) {
  return (
    <>
      <div className="columns">
        <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
        <Field
          meta={fields.instrument}
          label="Instrument"
          optional
          autoComplete="off"
          maxLength={60}
          list="class-instruments"
        />
        <datalist id="class-instruments">
          {instruments.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <div className="columns">
        <LineFields
          fields={fields}
          lines={lines}
          open={{ teacher: "No teacher yet", room: "No room" }}
          isSolo={isSolo}
        />
        <Field meta={fields.capacity} label="Spots" type="number" inputMode="numeric" min={1} max={500} />
      </div>
    </>
  )
}

export const OnlineLinkField = ({ meta }: { meta: FieldMeta }) => (
  <Field
    meta={meta}
    label="Online lesson link"
    hint="Families and the teacher get it with the lesson and its reminder."
    optional
    type="url"
    inputMode="url"
    maxLength={300}
  />
)
