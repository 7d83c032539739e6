import type { FieldMetadata, useForm } from "@conform-to/react"
import { CheckField, Field } from "~/components/form/field"
import { SubmitButton } from "~/components/form/post-form"
import { FieldProblem } from "~/components/ui/field-problem"
import type { StudentFields } from "~/models/people/student/student-form"

type Fields = ReturnType<typeof useForm<StudentFields>>[1]
type Family = { id: string; name: string; people: string }

type FamilyFieldsProps = {
  fields: Fields
  /** what a search found, and what was chosen before */
  families: Family[]
  /** the family the student is in now */
  present?: Family
  /** the query whose results are shown, "" without one: what is typed since is not it */
  searched: string
  /** the family chosen in an answered form, "new" for another; "" when none is chosen of several that were found */
  chosen?: string
}

/** The family the student belongs to: the current one, one that was found, or a new one with its guardians. */
export function FamilyFields({ fields, families, present, searched, chosen }: FamilyFieldsProps) {
  const chosenFamily = chosen ?? fields.family.initialValue ?? present?.id ?? "new"
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
          <Choice family={present} isKept={chosenFamily === present.id} withAdults note="current" />
        ) : null}
        {others.map((family) => (
          <Choice
            key={`${family.id} ${chosenFamily === family.id}`}
            family={family}
            isKept={chosenFamily === family.id}
          />
        ))}
        <label className="checkbox" key={`new ${chosenFamily === "new"}`}>
          <input
            type="radio"
            id={fields.family.id}
            name="family"
            value="new"
            defaultChecked={chosenFamily === "new"}
            data-adults={!present}
          />
          <span>New family</span>
        </label>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <Field
            meta={fields.familySearch}
            label={present ? "Move to another family" : "Add to an existing family"}
            hint="Search by a sibling, guardian or family name"
            optional
            autoComplete="off"
            maxLength={100}
          />
        </div>
        <input type="hidden" name="familySearchShown" value={searched} />
        <SubmitButton
          intent="find"
          variant="secondary"
          pending="Searching…"
          formNoValidate
          label="Find family"
        />
      </div>
      {searched && others.length === 0 ? <p role="status">No families match that name.</p> : null}
      {chosenFamily === "" ? <p role="status">Choose a family, or “New family.”</p> : null}
      {present ? (
        <p className="hidden group-has-[[data-adults=false]:checked]:block">
          The guardians of {present.name} stay there: from the moment you save, they don’t see this student
          and get no emails about them. Text messages to the student’s phone end where one of them agreed to
          them. Earlier invoices and what isn’t invoiced yet stay there, too. A new family has no guardians
          until you add them.
        </p>
      ) : null}
      <div className="form hidden group-has-[[data-adults=true]:checked]:grid">
        <p className="dim">
          {rows.length > 1
            ? "Shares must add up to 100%. If you leave them blank, the first guardian pays 100%."
            : "If you leave the share blank, the first guardian pays 100%."}
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
        {note ? ` · ${note}` : null}
        {family.people ? <span className="dim"> ({family.people})</span> : null}
      </span>
    </label>
  )
}

type Row = FieldMetadata<NonNullable<StudentFields["guardians"]>[number]>

/** One guardian of a family. An existing one can be removed; an empty row is ignored. */
function GuardianFields({ row, index }: { row: Row; index: number }) {
  const { id, name, relation, email, phone, share, seesMoney, remove } = row.getFieldset()
  const isThere = Boolean(id.initialValue)
  const fields = (
    <div className="form">
      {isThere ? <input type="hidden" name={id.name} value={id.initialValue} /> : null}
      <div className="columns">
        <Field meta={name} label="Name" optional={!isThere} autoComplete="off" maxLength={120} />
        <Field
          meta={relation}
          label="Relationship"
          hint="For example, mother or grandfather"
          optional
          autoComplete="off"
          maxLength={60}
        />
      </div>
      <div className="columns">
        <Field meta={email} label="Email" type="email" optional autoComplete="off" maxLength={254} />
        <Field meta={phone} label="Phone" type="tel" optional autoComplete="off" maxLength={40} />
        <Field
          meta={share}
          label="Share of payments (%)"
          optional
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
        />
      </div>
      <CheckField meta={seesMoney} label="Can see invoices and balance" />
      {isThere ? <CheckField meta={remove} label="Remove from family" /> : null}
    </div>
  )
  const title = isThere || index === 0 ? `Guardian ${index + 1}` : "Add another guardian"
  const isOpen = isThere || index === 0 || Boolean(name.initialValue) || !row.valid
  return (
    <details className="bracket indented" open={isOpen}>
      <summary className="mb-3">
        <b>{title}</b>
      </summary>
      {fields}
    </details>
  )
}
