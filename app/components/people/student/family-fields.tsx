import type { useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { FieldProblem, submittedValue } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import type { StudentFields } from "~/models/people/student/student-form"
import { GuardianFields } from "./guardian-fields"

type Fields = ReturnType<typeof useForm<StudentFields>>[1]
type Family = { id: string; name: string; people: string }

type FamilyFieldsProps = {
  fields: Fields
  /** what a search found, and what was chosen before */
  families: Family[]
  /** the family the student is in now */
  present?: Family
  searched: boolean
}

/** Which family the student belongs to: the present one, one that was found, or a new one with its adults. */
export function FamilyFields({ fields, families, present, searched }: FamilyFieldsProps) {
  const chosenFamily = fields.family.initialValue ?? present?.id ?? "new"
  const others = families.filter(({ id }) => id !== present?.id)
  const rows = fields.guardians.getFieldList()
  return (
    <section className="form group" aria-labelledby="family-title">
      <h2 id="family-title">Family and guardians</h2>
      <fieldset
        className={fields.family.errors ? "field invalid" : "field"}
        aria-describedby={fields.family.errors ? fields.family.errorId : undefined}
      >
        <legend className="visually-hidden">Family</legend>
        <FieldProblem id={fields.family.errorId} message={fields.family.errors?.join(" ")} />
        {present ? (
          <Choice family={present} isKept={chosenFamily === present.id} withAdults note="stays" />
        ) : null}
        {others.map((family) => (
          <Choice key={family.id} family={family} isKept={chosenFamily === family.id} />
        ))}
        <label className="checkbox">
          <input
            type="radio"
            id={fields.family.id}
            name="family"
            value="new"
            defaultChecked={chosenFamily === "new"}
            data-adults={!present}
          />
          <span>A new family</span>
        </label>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <Field
            meta={fields.familySearch}
            label={present ? "Or move to another family" : "Or a family you have already"}
            hint="The name of a sibling, a parent or the family."
            optional
            autoComplete="off"
            maxLength={100}
          />
        </div>
        <input
          type="hidden"
          name="familySearchShown"
          value={searched ? (submittedValue(fields.familySearch) ?? "") : ""}
        />
        <SubmitButton intent="find" variant="secondary" pending="Looking…" formNoValidate>
          Find family
        </SubmitButton>
      </div>
      {searched && others.length === 0 ? <p role="status">No family is called like this.</p> : null}
      <div className="form hidden group-has-[[data-adults=true]:checked]:grid">
        <p className="dim">
          {rows.length > 1 ? "Shares add up to 100. " : ""}With nothing written there, the first adult pays
          all.
        </p>
        {rows.map((row, index) => (
          <GuardianFields key={row.name} row={row} index={index} />
        ))}
      </div>
    </section>
  )
}

type ChoiceProps = { family: Family; isKept: boolean; withAdults?: boolean; note?: string }

function Choice({ family, isKept, withAdults = false, note }: ChoiceProps) {
  return (
    <label className="checkbox">
      <input type="radio" name="family" value={family.id} defaultChecked={isKept} data-adults={withAdults} />
      <span>
        <b>{family.name}</b>
        {note ? ` ${note}` : null}
        {family.people ? <span className="dim"> ({family.people})</span> : null}
      </span>
    </label>
  )
}
