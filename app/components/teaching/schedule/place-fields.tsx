import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import { Note } from "~/components/ui/note"
import type { Refused } from "~/models/teaching/session/slot-refusals"

type Choice = { id: string; name: string }

type PlaceFieldsProps = {
  fields: Record<"date" | "startTime" | "teacherId" | "roomId", FieldMeta>
  minutes?: FieldMeta
  teachers: Choice[]
  rooms: Choice[]
  /** what leaving teacher or room open means */
  open: { teacher: string; room: string }
  isSolo: boolean
}

/** When and where a session is, and with whom. */
export function PlaceFields({ fields, minutes, teachers, rooms, open, isSolo }: PlaceFieldsProps) {
  return (
    <>
      <div className="columns">
        <DateField meta={fields.date} label="Date" />
        <Field meta={fields.startTime} label="Start" type="time" />
        {minutes ? (
          <Field meta={minutes} label="Minutes" type="number" inputMode="numeric" min={5} max={600} />
        ) : null}
      </div>
      <div className="columns">
        {isSolo ? (
          <input
            type="hidden"
            name={fields.teacherId.name}
            defaultValue={fields.teacherId.initialValue as string}
          />
        ) : (
          <SelectField
            meta={fields.teacherId}
            label="Teacher"
            optional
            prompt={open.teacher}
            choices={teachers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <SelectField
          meta={fields.roomId}
          label="Room"
          optional
          prompt={open.room}
          choices={rooms.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
    </>
  )
}

/** The way past a clash that a reason may accept; nothing where none may. */
export function OverrideFields({ refused, meta }: { refused: Refused | null; meta: FieldMeta }) {
  if (!refused?.mayOverride) return null
  return (
    <Note tone="amber">
      <Field
        meta={meta}
        label="Or keep both, with a reason"
        hint="It is kept with the session, and the schedule no longer shows a clash."
        optional
        maxLength={200}
      />
      <p>
        <SubmitButton variant="key" intent="override" pending="Saving…">
          Keep both
        </SubmitButton>
      </p>
    </Note>
  )
}
