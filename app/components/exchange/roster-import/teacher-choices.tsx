import { SelectField } from "~/components/form/choice-fields"
import type { FieldMeta } from "~/components/form/field-frame"
import { countOf } from "~/utils/count-of"

type TeacherChoicesProps = {
  unknown: { name: string; rows: number }[]
  teachers: { value: string; label: string }[]
  fields: { name: FieldMeta; use: FieldMeta }[]
}

/** Names in the file that match no teacher of the school: new, the same as one, or left out. */
export function TeacherChoices({ unknown, teachers, fields }: TeacherChoicesProps) {
  if (unknown.length === 0) return null
  return (
    <section className="section" aria-labelledby="teachers">
      <h2 id="teachers">Who are these teachers?</h2>
      <div className="columns">
        {unknown.map(({ name, rows }, index) => {
          const field = fields[index]
          return field ? (
            <div key={name}>
              <input type="hidden" name={field.name.name} value={name} />
              <SelectField
                meta={field.use}
                label={name}
                hint={`in ${countOf(rows, "row")}`}
                choices={[
                  { value: "create", label: "Add as a new teacher" },
                  ...teachers.map(({ value, label }) => ({ value, label: `Same as ${label}` })),
                  { value: "leave-out", label: "Leave out (no teacher)" },
                ]}
              />
            </div>
          ) : null
        })}
      </div>
    </section>
  )
}
