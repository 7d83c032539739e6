import { SelectField } from "~/components/form/choice-fields"
import type { FieldMeta } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { teacherFinds } from "~/models/exchange/roster-import/column-view"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { countOf } from "~/utils/count-of"

type TeacherChoicesProps = {
  unknown: { name: string; rows: number }[]
  offerOf: (index: number) => NameOffer
  fields: { name: FieldMeta; use: FieldMeta }[]
}

/** Names in the file that match no teacher of the school: new, the same as one, or left out. */
export function TeacherChoices({ unknown, offerOf, fields }: TeacherChoicesProps) {
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
              <OneName meta={field.use} {...{ name, rows, index }} offer={offerOf(index)} />
            </div>
          ) : null
        })}
      </div>
    </section>
  )
}

type OneNameProps = { meta: FieldMeta; name: string; rows: number; offer: NameOffer; index: number }

function OneName({ meta, name, rows, offer, index }: OneNameProps) {
  const hint = `in ${countOf(rows, "row")}`
  const teachers = offer.choices.map(({ value, label }) => ({ value, label: `Same as ${label}` }))
  if (!offer.isSearched)
    return <SelectField meta={meta} label={name} hint={hint} choices={[asNew, ...teachers, leftOut]} />
  return (
    <NameChoiceField
      meta={meta}
      label={name}
      hint={hint}
      sought={`the teacher for ${name}`}
      prompt="Choose"
      find={teacherFinds.unknown(index)}
      always={[asNew, leftOut]}
      offer={{ ...offer, choices: teachers }}
    />
  )
}

const asNew = { value: "create", label: "Add as a new teacher" }
const leftOut = { value: "leave-out", label: "Leave out (no teacher)" }
