import type { FieldMeta } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { type LineOffers, lineFinds } from "~/models/teaching/line-offer/line-offer"

type LineFieldsProps = {
  fields: Record<"teacherId" | "roomId", FieldMeta>
  lines: LineOffers
  /** what no choice of teacher or room means */
  open: { teacher: string; room: string }
  isSolo: boolean
}

/** The teacher and the room, each listed or found by name. A solo teacher has no teacher to choose. */
export function LineFields({ fields, lines, open, isSolo }: LineFieldsProps) {
  return (
    <>
      {isSolo ? (
        <input
          type="hidden"
          name={fields.teacherId.name}
          defaultValue={fields.teacherId.initialValue as string | undefined}
        />
      ) : (
        <NameChoiceField
          meta={fields.teacherId}
          label="Teacher"
          sought="a teacher"
          optional
          prompt={open.teacher}
          offer={lines.teachers}
          find={lineFinds.teacher}
        />
      )}
      <NameChoiceField
        meta={fields.roomId}
        label="Room"
        sought="a room"
        optional
        prompt={open.room}
        offer={lines.rooms}
        find={lineFinds.room}
      />
    </>
  )
}
