import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"

import { twinChargeText } from "~/models/money/charge/charge"

type LineFields = Record<"lineDescription" | "lineAmount" | "lineDay" | "lineStudent" | "lineTax", FieldMeta>

type AddLineProps = {
  fields: LineFields
  students: { id: string; name: string }[]
  /** the school's taxes; empty where it charges none */
  taxes: { value: string; label: string }[]
  isOpen: boolean
}

/** An item without a lesson. It is charged right away, so it waits for the next invoice if this one isn't sent. */
export function AddLine({ fields, students, taxes, isOpen }: AddLineProps) {
  return (
    <details open={isOpen} className="form-disclosure">
      <summary className="button">Add an item</summary>
      <div className="form">
        <div className="columns">
          <Field meta={fields.lineDescription} label="Description" maxLength={200} />
          <Field
            meta={fields.lineAmount}
            label="Amount"
            hint="Use a minus sign for a discount."
            inputMode="decimal"
            maxLength={40}
          />
          <DateField meta={fields.lineDay} label="Date" />
          {students.length > 0 ? (
            <SelectField
              meta={fields.lineStudent}
              label="For"
              optional
              prompt="Whole family"
              choices={students.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
          {taxes.length > 0 ? <SelectField meta={fields.lineTax} label="Tax" choices={taxes} /> : null}
        </div>
        <p>
          <SubmitButton pending="Adding…" intent="add-line" variant="secondary" formNoValidate>
            Add item
          </SubmitButton>
          {fields.lineDescription.errors?.includes(twinChargeText) ? (
            <>
              {" "}
              <SubmitButton pending="Adding…" intent="add-anyway" variant="secondary" formNoValidate>
                Add anyway
              </SubmitButton>
            </>
          ) : null}
        </p>
      </div>
    </details>
  )
}
