import type { FieldMetadata } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import type { StudentFields } from "~/models/people/student/student-form"

type Row = FieldMetadata<NonNullable<StudentFields["guardians"]>[number]>

/** One guardian of a family. An existing one can be removed; an empty row is ignored. */
export function GuardianFields({ row, index }: { row: Row; index: number }) {
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
