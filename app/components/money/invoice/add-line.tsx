import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"

type LineFields = Record<"lineDescription" | "lineAmount" | "lineDay" | "lineStudent", FieldMeta>

type AddLineProps = { fields: LineFields; students: { id: string; name: string }[]; isOpen: boolean }

/** A line without a lesson. It is charged at once, so it also waits for the next invoice if this one isn't sent. */
export function AddLine({ fields, students, isOpen }: AddLineProps) {
  return (
    <details open={isOpen} className="form-disclosure">
      <summary className="button">Add a line</summary>
      <div className="form">
        <div className="columns">
          <Field meta={fields.lineDescription} label="What for" maxLength={200} />
          <Field
            meta={fields.lineAmount}
            label="Amount"
            hint="With a minus it is a reduction."
            inputMode="decimal"
            maxLength={40}
          />
          <DateField meta={fields.lineDay} label="Day" />
          {students.length > 0 ? (
            <SelectField
              meta={fields.lineStudent}
              label="For"
              optional
              prompt="The whole family"
              choices={students.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
        </div>
        <p>
          <SubmitButton pending="Adding…" intent="add-line" variant="secondary" formNoValidate>
            Add this line
          </SubmitButton>
        </p>
      </div>
    </details>
  )
}
