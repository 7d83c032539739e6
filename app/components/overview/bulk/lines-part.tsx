import { SelectField } from "~/components/form/choice-fields"
import { DateField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { chooseNone } from "~/models/teaching/class/bulk-classes"

type Named = { id: string; name: string }
export type Lines = { teachers: Named[]; rooms: Named[] }

type LinesPartProps = { lines: Lines; fields: Record<"teacherId" | "teacherFrom" | "roomId", FieldMeta> }

/** Another teacher, another room, or both, for many classes. */
export function LinesPart({ lines, fields }: LinesPartProps) {
  return (
    <>
      <SelectField meta={fields.teacherId} label="Teacher" {...changeTo(lines.teachers, "No teacher")} />
      <DateField
        meta={fields.teacherFrom}
        label="Teacher from"
        hint="Leave this blank to change the teacher now."
        optional
      />
      <SelectField meta={fields.roomId} label="Room" {...changeTo(lines.rooms, "No room")} />
    </>
  )
}

const changeTo = (choices: Named[], none: string) => ({
  prompt: "No change",
  choices: [
    ...choices.map(({ id, name }) => ({ value: id, label: name })),
    { value: chooseNone, label: none },
  ],
})
