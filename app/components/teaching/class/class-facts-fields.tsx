import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"

type Choice = { id: string; name: string }

type FactsProps = {
  fields: Record<"name" | "instrument" | "teacherId" | "roomId" | "onlineLink" | "capacity", FieldMeta>
  teachers: Choice[]
  rooms: Choice[]
  /** the school's own, to choose from while typing */
  instruments: string[]
  isSolo: boolean
}

/** A class's name, teacher, room and capacity. */
export function ClassFactsFields({ fields, teachers, rooms, instruments, isSolo }: FactsProps) {
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
        {isSolo ? (
          <input
            type="hidden"
            name={fields.teacherId.name}
            defaultValue={fields.teacherId.initialValue as string | undefined}
          />
        ) : (
          <SelectField
            meta={fields.teacherId}
            label="Teacher"
            optional
            prompt="No teacher yet"
            choices={teachers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <SelectField
          meta={fields.roomId}
          label="Room"
          optional
          prompt="No room"
          choices={rooms.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Field meta={fields.capacity} label="Spots" type="number" inputMode="numeric" min={1} max={500} />
      </div>
      <Field
        meta={fields.onlineLink}
        label="Online lesson link"
        hint="Families and the teacher get it with the lesson and its reminder."
        optional
        type="url"
        inputMode="url"
        maxLength={300}
      />
    </>
  )
}
