import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import type { Refused } from "~/models/teaching/session/slot-refusals"

type Choice = { id: string; name: string }

type SlotFieldsProps = {
  fields: Record<"date" | "startTime" | "teacherId" | "roomId", FieldMeta>
  minutes?: FieldMeta
  teachers: Choice[]
  rooms: Choice[]
  /** what no choice of teacher or room means */
  open: { teacher: string; room: string }
  isSolo: boolean
}

/** When and where a lesson is, and its teacher. */
export function SlotFields({ fields, minutes, teachers, rooms, open, isSolo }: SlotFieldsProps) {
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

/** The reason that allows a double booking or another hour; renders nothing where none is allowed. */
export function OverrideFields({ refused, meta }: { refused: Refused | null; meta: FieldMeta }) {
  if (!refused?.mayOverride) return null
  return (
    <Callout tone="amber">
      <Field
        meta={meta}
        label="Reason to schedule it anyway"
        hint="Saved with the lesson and in the activity."
        optional
        maxLength={200}
      />
      <p>
        <SubmitButton variant="secondary" intent="override" pending="Saving…">
          Schedule it anyway
        </SubmitButton>
      </p>
    </Callout>
  )
}
