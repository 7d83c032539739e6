import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { PartForm } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { CancelEdit } from "~/components/ui/editable-part"
import { mostInRoom, type RoomRow } from "~/models/teaching/room/room"
import { countOf } from "~/utils/count-of"

type Texts = { name: string; fits: string; teacherId: string }
type RoomFormProps = { teachers: { id: string; name: string }[]; result?: SubmissionResult }

/** A room's form in its row, with what changing it does. */
export function RoomForm({ room, teachers, result }: RoomFormProps & { room: RoomRow }) {
  const { id, name, fits, teacherId, lessons } = room
  const part = `room-${id}`
  const [form, fields] = useForm<Texts>({
    id: `rooms-${id}`,
    lastResult: result,
    defaultValue: {
      name,
      fits: fits === null ? undefined : String(fits),
      teacherId: teacherId ?? undefined,
    },
  })
  return (
    <div className="edited">
      <PostForm edits className="form" aria-label={`Edit ${name}`} {...getFormProps(form)}>
        <input type="hidden" name="list" value="rooms" />
        <input type="hidden" name="entry" value={id} />
        <RoomFields fields={fields} teachers={teachers} />
        <div className="buttons">
          <SubmitButton intent="rename-entry" pending="Saving…" isMain>
            Save room
          </SubmitButton>
          <CancelEdit part={part} />
        </div>
        <p className="small dim">
          {lessons > 0
            ? `${countOf(lessons, "lesson")} this week ${lessons === 1 ? "stays" : "stay"} in this room under its new name.`
            : "No lessons are in this room this week."}
        </p>
      </PostForm>
      <PostForm aria-label={`Archive ${name}`}>
        <input type="hidden" name="list" value="rooms" />
        <input type="hidden" name="entry" value={id} />
        <Button type="submit" name="intent" value="archive" variant="danger">
          Archive room
        </Button>
      </PostForm>
    </div>
  )
}

export function NewRoom({ teachers, result }: RoomFormProps) {
  const [form, fields] = useForm<Texts>({ id: "rooms-form", lastResult: result })
  return (
    <PartForm adds part="rooms" form={form} intent="add-entry" save="Add room" pending="Adding…">
      <input type="hidden" name="list" value="rooms" />
      <RoomFields fields={fields} teachers={teachers} />
    </PartForm>
  )
}

type FieldsProps = Pick<RoomFormProps, "teachers"> & { fields: Record<keyof Texts, FieldMeta> }

function RoomFields({ fields, teachers }: FieldsProps) {
  return (
    <div className="columns">
      <Field meta={fields.name} label="Room name" maxLength={60} autoComplete="off" />
      <Field
        meta={fields.fits}
        label="Fits"
        hint="Students at once"
        optional
        type="number"
        inputMode="numeric"
        min={1}
        max={mostInRoom}
      />
      {teachers.length > 0 ? (
        <SelectField
          meta={fields.teacherId}
          label="Usual teacher"
          optional
          prompt="None"
          choices={teachers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
    </div>
  )
}
